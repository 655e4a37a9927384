// Bundles tools/corpus-diff/ and runs it, because node 20 reads no TypeScript.

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = join(ROOT, ".cache", "corpus-diff");

await build({
  config: false,
  cwd: ROOT,
  entry: [join(ROOT, "tools", "corpus-diff", "main.ts")],
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
process.exitCode = main(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
