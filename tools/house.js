// Prints the figures that keep the house: how many rooms, lines, crumbs and long functions there are, beside their limits.
//   npm run house               all figures as a table
//   npm run house -- <figure>   the files or names behind one of them

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = join(ROOT, ".cache", "house");

// Node 20 reads no TypeScript.
await build({
  config: false,
  cwd: ROOT,
  entry: [join(ROOT, "tools", "house", "main.ts")],
  outDir: OUT,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["typescript"],
  fixedExtension: false,
  clean: false,
  dts: false,
  logLevel: "error",
});

process.chdir(ROOT);
const { main } = await import(pathToFileURL(join(OUT, "main.js")).href);
process.exitCode = main(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
