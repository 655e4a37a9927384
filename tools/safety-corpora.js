// Measures the safety rules on public tool lists and on published attack collections, none of which is part of this repository.
//   node tools/safety-corpora.js [--from folder of clones] [--scratch folder]
// Without --from the repositories are cloned from GitHub. It needs git, so no test runs it; docs/accuracy.md has what it found.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "tsdown";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = join(ROOT, ".cache", "safety-corpora");

const { values } = parseArgs({
  options: { from: { type: "string" }, scratch: { type: "string", default: join(OUT, "clones") } },
});

/** Where the git directory of a repository is: `owner+name/repo` in a folder of mirrors, or a clone of our own. */
const openRepository = (repository) => {
  const name = repository.replace("/", "+");
  if (values.from) return [join(values.from, name, "repo"), join(values.from, name)].find(existsSync);
  const clone = resolve(values.scratch, name);
  if (!existsSync(clone)) {
    mkdirSync(values.scratch, { recursive: true });
    execFileSync("git", ["clone", "--depth", "1", "--quiet", `https://github.com/${repository}.git`, clone]);
  }
  return clone;
};

await build({
  config: false,
  cwd: ROOT,
  entry: [join(ROOT, "tools", "safety-corpora", "main.ts")],
  outDir: OUT,
  format: "esm",
  platform: "node",
  target: "node20",
  fixedExtension: false,
  clean: false,
  dts: false,
  logLevel: "error",
});

const { main } = await import(pathToFileURL(join(OUT, "main.js")).href);
main(openRepository, (text) => process.stdout.write(`${text}\n`));
