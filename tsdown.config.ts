import { defineConfig } from "tsdown";
import { compileCompliance } from "./src/corpus-io/compile.ts";

// Two entries share chunks: the library surface and the command line. Commands are dynamic imports, so
// each becomes a chunk of its own and `mcptest record` never loads what `mcptest audit` needs.
export default defineConfig({
  // The worker is one more: a thread starts from a file, not from an import.
  entry: { index: "src/index.ts", cli: "src/cli/main.ts", "schema-worker": "src/schema-check/schema-worker.ts" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  fixedExtension: false,
  dts: true,
  sourcemap: false,
  clean: true,
  hash: false,
  // The rules are YAML for people and JSON for the program.
  hooks: { "build:done": () => compileCompliance("compliance", "dist/compliance") },
});
