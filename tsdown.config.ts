import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { defineConfig } from "tsdown";
import { compileAcceptance } from "./src/judge/corpus-files/acceptance-compile.ts";
import { compileCompliance } from "./src/judge/corpus-files/compile.ts";
import { compileConformance } from "./src/judge/corpus-files/conformance-compile.ts";
import { compileSdks } from "./src/judge/corpus-files/sdk-compile.ts";
import { compileServerSchema } from "./src/judge/corpus-files/server-schema.ts";
import { compileUpcoming } from "./src/judge/corpus-files/upcoming.ts";
import { compileVocabulary } from "./src/judge/corpus-files/vocabulary-compile.ts";
import { thirdPartyLicences } from "./tools/third-party-licences.ts";

// Packages that nearly every command needs come along in its files: found, read and compiled with them. The licences and
// the list of materials (tools/sbom.js) name them too.
const BUNDLED = JSON.parse(readFileSync("tools/bundled-packages.json", "utf8")) as string[];

/** Installed beside the fleet and never bundled: PGlite alone is larger than everything else together. */
const FLEET_DEPENDENCIES = Object.keys(
  (JSON.parse(readFileSync("packages/fleet/package.json", "utf8")) as { dependencies: object }).dependencies,
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

/** Without comments, but with its lines: a stack that leads here can be read. */
const MINIFY = { compress: false, mangle: false, codegen: { removeWhitespace: false } } as const;

// The program: the command line, the library, and the threads and processes, which start from a file and not from an import. It is
// CommonJS, because before Node 22 only that can be loaded from compiled code. Commands are dynamic imports, so each is
// a file of its own and `mcptest record` never loads what `mcptest audit` needs; what they share lies in a few files,
// one for each thing they do.
const program = defineConfig({
  ...shared,
  entry: {
    cli: "src/cli/main.ts",
    library: "src/library/index.ts",
    internal: "src/library/internal.ts",
    "schema-worker": "src/judge/preparation/schemas/schema-worker.ts",
    "judge-worker": "src/features/agent/judge-worker.ts",
  },
  format: "cjs",
  fixedExtension: true,
  dts: false,
  noExternal: BUNDLED,
  inlineOnly: BUNDLED,
  minify: MINIFY,
  outputOptions: {
    // Code that was compiled in an earlier run has no import() of its own; every package is there as CommonJS too.
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: [
        {
          name: "base",
          // Also the words that flags are read with: help and completion load none of what probes and judges.
          test: /src\/(protocol|base\/(?!version)|report\/escape)\/?|base-environment|src\/(capture\/tool-policy|wire\/(limits|open-files)|report\/report-format|judge\/(grade|judged|core\/origin)|scores\/(discoverability\/discoverability|lock\/lock|result\/(gate|partial|result)))\.ts$/,
          priority: 5,
        },
        {
          name: "probe",
          // Signing in, replaying and testing clients are loaded only by their own commands.
          test: /src\/(wire\/|capture\/|probe\/(?!oauth\/(?!www)|replay|scenario))|src\/areas\/((?!authorization-server)[a-z-]+\/steps|[a-z-]*(plans?|conversations?|probe-target)\.ts)/,
          priority: 4,
        },
        {
          name: "judge",
          test: /src\/(judge\/(?!surface\/|preparation\/(schemas\/schema-worker|contents\/read-html))|areas\/(?!scenarios|[a-z-]+\/scenarios|authorization-server\/steps)|scores\/(?!lock\/|safety\/|tokens\/|accepted\/|result\/(accepted|explained-topics|lock|safety|tokens|surface-shape)\.ts))|@cfworker/,
          priority: 3,
        },
        // Loaded only for what a server offers to a model, and never by `record`.
        {
          name: "surface",
          test: /src\/(judge\/surface\/|scores\/((lock|safety|tokens|accepted)\/|result\/(accepted|explained-topics|lock|safety|tokens|surface-shape)\.ts))/,
          priority: 2,
        },
        {
          name: "shell",
          // Every specification, because completion and help know all commands; what a command does is in none of them.
          test: /src\/(base\/version|cli\/(main|all-commands|fleet-commands|exit-codes|terminal\/console|commands\/.+|flags\/(gate-)?flag|.+-flags))\.ts$/,
          priority: 1,
        },
        // Shared by a thread and whoever starts it: in the thread's own file it would start one where it is only read.
        { name: "judge-job", test: /src\/features\/agent\/judge-job\.ts$/, priority: 1 },
        // Loaded by `mcptest mcp` alone.
        { name: "mcp-server", test: /node_modules\/(@modelcontextprotocol|zod)\//, priority: 1 },
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
      writeFileSync("dist/internal.cjs", loadedWhenUsed(readFileSync("dist/internal.cjs", "utf8")));
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

// The entry mcptest/internal names nearly everything, and a worker or a judging thread of a fleet uses a part of it. Each file is
// loaded when one of its exports is first used, which saves a worker 20 MB.
const loadedWhenUsed = (entry: string): string => {
  const files = new Map<string, string>();
  const lines = entry.split("\n").flatMap((line) => {
    const [, name, file] = /^(?:const (\w+) = )?require\("(\.\/[^"]+)"\);$/.exec(line) ?? [];
    if (file === undefined) return [line];
    if (name !== undefined) files.set(name, file);
    return [];
  });
  const text = lines.join("\n").replace(/^exports\.([\w$]+) = (\w+)\.([\w$]+);$/gm, (_line, name, from, member) => {
    const getter = `get: () => require("${files.get(from)}").${member}`;
    return `Object.defineProperty(exports, "${name}", { enumerable: true, ${getter} });`;
  });
  const left = [...files.keys()].filter((name) => text.includes(name));
  if (left.length > 0) throw new Error(`dist/internal.cjs uses ${left.join(", ")} other than to export it again`);
  return text;
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
  entry: { launch: "src/cli/launch/launch.ts" },
  format: "cjs",
  fixedExtension: true,
  dts: false,
});

const types = defineConfig({
  ...shared,
  entry: { index: "src/library/index.ts" },
  format: "esm",
  fixedExtension: false,
  dts: { emitDtsOnly: true },
});

const vitest = defineConfig({
  ...shared,
  entry: { vitest: "src/library/vitest.ts" },
  format: "esm",
  fixedExtension: false,
  dts: true,
});

// A page or a gateway that only verifies loads this one file: no chunk shared with the rest, nothing of Node.
const verify = defineConfig({
  ...shared,
  entry: { verify: "src/library/verify.ts" },
  format: "esm",
  platform: "neutral",
  target: "es2022",
  fixedExtension: false,
  dts: true,
  minify: true,
});

// Scripts of pages, each one file that runs as it stands: what `cert page` puts into its file, and the search of `fleet site`.
const pageScript = (name: string, source: string, outDir: string) =>
  defineConfig({
    ...shared,
    entry: { [name]: source },
    outDir,
    format: "iife",
    platform: "browser",
    target: "es2022",
    outputOptions: { entryFileNames: "[name].js" },
    dts: false,
    minify: true,
  });

const page = pageScript("verify-page", "src/certificate/page/verify-page.ts", "dist/page");
const search = pageScript("fleet-search", "packages/fleet/src/site/browser/search.ts", "packages/fleet/dist/page");

// The package mcptest-fleet. What it needs of mcptest it finds at work, through the entry mcptest/internal: nothing of it is
// bundled twice, and an error thrown by one is recognized by the other.
const fleet = defineConfig({
  ...shared,
  entry: {
    index: "packages/fleet/src/index.ts",
    "judge-thread": "packages/fleet/src/judge/judge-thread.ts",
    "judge-process": "packages/fleet/src/judge/judge-process.ts",
  },
  outDir: "packages/fleet/dist",
  format: "cjs",
  fixedExtension: true,
  dts: false,
  external: ["mcptest/internal", ...FLEET_DEPENDENCIES],
  inlineOnly: [],
  minify: MINIFY,
  outputOptions: { dynamicImportInCjs: false },
});

export default [program, launcher, types, vitest, verify, page, fleet, search];
