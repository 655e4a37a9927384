import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { defineConfig } from "tsdown";
import { compileAcceptance } from "./src/corpus-io/acceptance-compile.ts";
import { compileCompliance } from "./src/corpus-io/compile.ts";
import { compileConformance } from "./src/corpus-io/conformance-compile.ts";
import { compileSdks } from "./src/corpus-io/sdk-compile.ts";
import { compileServerSchema } from "./src/corpus-io/server-schema.ts";
import { compileUpcoming } from "./src/corpus-io/upcoming.ts";
import { compileVocabulary } from "./src/corpus-io/vocabulary-compile.ts";
import { thirdPartyLicences } from "./tools/third-party-licences.ts";

// Packages that nearly every command needs come along in its files: found, read and compiled with them. The licences and
// the list of materials (tools/sbom.js) name them too.
const BUNDLED = JSON.parse(readFileSync("tools/bundled-packages.json", "utf8")) as string[];

/** Whoever leaves them out gets a line from `mcptest fleet`, and everything else. */
const OPTIONAL = Object.keys(
  (JSON.parse(readFileSync("package.json", "utf8")) as { optionalDependencies: object }).optionalDependencies,
);

const shared = {
  platform: "node",
  target: "node20.19",
  sourcemap: false,
  // `npm run build` empties dist/ first: these run side by side.
  clean: false,
  hash: false,
  // That the program is CommonJS is on purpose.
  checks: { legacyCjs: false },
} as const;

// The program: the command line, the library, and the threads and processes, which start from a file and not from an import. It is
// CommonJS, because before Node 22 only that can be loaded from compiled code. Commands are dynamic imports, so each is
// a file of its own and `mcptest record` never loads what `mcptest audit` needs; what they share lies in a few files,
// one for each thing they do.
const program = defineConfig({
  ...shared,
  entry: {
    cli: "src/cli/main.ts",
    library: "src/index.ts",
    "schema-worker": "src/schema-check/schema-worker.ts",
    "judge-worker": "src/agent/judge-worker.ts",
    "fleet-judge-thread": "src/fleet/judge/judge-thread.ts",
    "fleet-judge-process": "src/fleet/judge/judge-process.ts",
  },
  format: "cjs",
  fixedExtension: true,
  dts: false,
  external: OPTIONAL,
  noExternal: BUNDLED,
  inlineOnly: BUNDLED,
  // Without comments, but with its lines: a stack that leads here can be read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
  outputOptions: {
    // Code that was compiled in an earlier run has no import() of its own; every package is there as CommonJS too.
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: [
        {
          name: "base",
          // The words of the safety rules belong to whoever judges and reports: `record` has no use for them.
          test: /src\/(protocol|model\/(?!safety-rules)|json|score|report\/escape)\/?|base-environment/,
          priority: 5,
        },
        { name: "probe", test: /src\/(wire|probe|capture)\//, priority: 4 },
        {
          name: "judge",
          test: /src\/(check\/(?!derive-(?:surface|lock|tokens)|between-servers|certified-drift|make-acceptance|load-tokenizer)|judge|facts|areas|schema-check\/(?!schema-worker)|content-check\/check-contents)|@cfworker/,
          priority: 3,
        },
        // Loaded only for what a server offers to a model, and never by `record`.
        {
          name: "surface",
          test: /src\/(surface\/|check\/(derive-(?:surface|lock|tokens)|between-servers|certified-drift|make-acceptance))/,
          priority: 2,
        },
        {
          name: "shell",
          test: /src\/(version|cli\/(main|exit-codes|terminal\/console|commands\/register\/.+|flags\/gate-flag|.+-flags))\.ts$/,
          priority: 1,
        },
        // Shared by a thread and whoever starts it: in the thread's own file it would start one where it is only read.
        { name: "judge-job", test: /src\/agent\/judge-job\.ts$/, priority: 1 },
      ],
    },
  },
  hooks: {
    "build:done": () => {
      // The rules are YAML for people and JSON for the program.
      compileCompliance("compliance", "dist/compliance");
      compileConformance("conformance-corpus", "dist/conformance");
      compileSdks("sdks", "dist/compliance");
      compileAcceptance("acceptance", "dist/compliance");
      compileVocabulary("dist/compliance");
      compileServerSchema("server-json", "dist/compliance");
      compileUpcoming("upcoming", "dist/compliance");
      for (const name of readdirSync("dist")) if (name.endsWith(".cjs")) toAscii(`dist/${name}`);
      writeFileSync("dist/index.js", facade("./library.cjs"));
      writeFileSync("dist/third-party-licenses.txt", thirdPartyLicences(BUNDLED));
      writeFileSync("dist/build-id", buildId("dist"));
    },
  },
});

// One byte a character is half the memory of two, and nothing has to be decoded. Such characters stand in strings and
// patterns only, where an escape means the same.
const toAscii = (file: string): void => {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/[^\0-\x7f]/g, escaped), "latin1");
};

// The library is imported as the ES module it is; its code lies in the files of the program, once.
const facade = (file: string): string => {
  const names = Object.keys(createRequire(import.meta.url)(resolve("dist", file)) as object).sort();
  return `import library from "${file}";\n\nexport const { ${names.join(", ")} } = library;\n`;
};

// Compiled code is kept from run to run; this tells the code of one build from that of the next.
const buildId = (folder: string): string => {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort())
    if (name.endsWith(".cjs")) hash.update(`${name}\0`).update(readFileSync(`${folder}/${name}`));
  return hash.digest("hex").slice(0, 16);
};

const launcher = defineConfig({
  ...shared,
  entry: { launch: "src/launch/launch.ts" },
  format: "cjs",
  fixedExtension: true,
  dts: false,
});

const types = defineConfig({
  ...shared,
  entry: { index: "src/index.ts" },
  format: "esm",
  fixedExtension: false,
  dts: { emitDtsOnly: true },
});

const vitest = defineConfig({
  ...shared,
  entry: { vitest: "src/vitest.ts" },
  format: "esm",
  fixedExtension: false,
  dts: true,
});

// A page or a gateway that only verifies loads this one file: no chunk shared with the rest, nothing of Node.
const verify = defineConfig({
  ...shared,
  entry: { verify: "src/verify.ts" },
  format: "esm",
  platform: "neutral",
  target: "es2022",
  fixedExtension: false,
  dts: true,
  minify: true,
});

// Scripts of pages, each one file that runs as it stands: what `cert page` puts into its file, and the search of `fleet site`.
const pageScript = (name: string, source: string) =>
  defineConfig({
    ...shared,
    entry: { [name]: source },
    outDir: "dist/page",
    format: "iife",
    platform: "browser",
    target: "es2022",
    outputOptions: { entryFileNames: "[name].js" },
    dts: false,
    minify: true,
  });

const page = pageScript("verify-page", "src/page/verify-page.ts");
const search = pageScript("fleet-search", "src/fleet/site/browser/search.ts");

export default [program, launcher, types, vitest, verify, page, search];
