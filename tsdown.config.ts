import { defineConfig } from "tsdown";

// Two entries share chunks: the library surface and the command line. Commands are dynamic imports, so
// each becomes a chunk of its own and `mcptest record` never loads what `mcptest audit` needs.
export default defineConfig({
  entry: { index: "src/index.ts", cli: "src/cli/main.ts" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  fixedExtension: false,
  dts: true,
  sourcemap: false,
  clean: true,
  hash: false,
});
