#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import * as nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const first = process.argv[2];
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`mcptest: Node ${process.versions.node} is too old; install Node 20.19 or later\n`);
  process.exitCode = 1;
} else if (first === "--version" || first === "-V") {
  // The version needs none of the program.
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${manifest.version}\n`);
} else if (existsSync(new URL("../dist/cli.js", import.meta.url))) {
  nodeModule.enableCompileCache?.();
  const { main } = await import("../dist/cli.js");
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write("mcptest: this checkout is not built; run npm run build\n");
  process.exitCode = 1;
}
