#!/usr/bin/env node
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const [major, minor] = process.versions.node.split(".").map(Number);
const first = process.argv[2];
const dist = join(__dirname, "../dist");
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`mcptest: Node ${process.versions.node} is too old; install Node 20.19 or later\n`);
  process.exitCode = 1;
} else if (first === "--version" || first === "-V") {
  // The version needs none of the program.
  process.stdout.write(`${JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")).version}\n`);
} else if (existsSync(join(dist, "launch.cjs"))) {
  require("../dist/launch.cjs").launch(dist, process.argv.slice(2));
} else {
  process.stderr.write("mcptest: this checkout is not built; run npm run build\n");
  process.exitCode = 1;
}
