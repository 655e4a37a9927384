import { defineConfig } from "tsdown";
import { compileCompliance } from "./src/corpus-io/compile.ts";
import { compileConformance } from "./src/corpus-io/conformance-compile.ts";

// The entries share chunks: the library surface, its matcher for Vitest, and the command line. Commands are dynamic
// imports, so each becomes a chunk of its own and `mcptest record` never loads what `mcptest audit` needs.
const main = defineConfig({
  // The workers are entries too: a thread starts from a file, not from an import.
  entry: {
    index: "src/index.ts",
    vitest: "src/vitest.ts",
    cli: "src/cli/main.ts",
    "schema-worker": "src/schema-check/schema-worker.ts",
    "judge-worker": "src/agent/judge-worker.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20.19",
  fixedExtension: false,
  dts: true,
  sourcemap: false,
  clean: true,
  hash: false,
  // The rules are YAML for people and JSON for the program.
  hooks: {
    "build:done": () => {
      compileCompliance("compliance", "dist/compliance");
      compileConformance("conformance-corpus", "dist/conformance");
    },
  },
});

// A page or a gateway that only verifies loads this one file: no chunk shared with the rest, nothing of Node.
const verify = defineConfig({
  entry: { verify: "src/verify.ts" },
  format: "esm",
  platform: "neutral",
  target: "es2022",
  fixedExtension: false,
  dts: true,
  sourcemap: false,
  clean: false,
  minify: true,
});

// What `cert page` puts into its file: one script that runs as it stands.
const page = defineConfig({
  entry: { "verify-page": "src/page/verify-page.ts" },
  outDir: "dist/page",
  format: "iife",
  platform: "browser",
  target: "es2022",
  outputOptions: { entryFileNames: "[name].js" },
  dts: false,
  sourcemap: false,
  clean: false,
  minify: true,
});

export default [main, verify, page];
