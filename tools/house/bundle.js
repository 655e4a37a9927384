// Node 20 reads no TypeScript: a tool that is written in it, or that looks at what modules export, is bundled first.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const bundle = async (entry, folder) => {
  await build({
    config: false,
    cwd: ROOT,
    entry: [entry],
    outDir: folder,
    format: "esm",
    platform: "node",
    target: "node20",
    external: [/^[a-z@]/],
    fixedExtension: false,
    clean: false,
    dts: false,
    logLevel: "error",
  });
};

/** The main function of tools/<name>/main.ts, run in the root of the repository. */
export const loadTool = async (name) => {
  const folder = join(ROOT, ".cache", name);
  await bundle(join(ROOT, "tools", name, "main.ts"), folder);
  process.chdir(ROOT);
  const { main } = await import(pathToFileURL(join(folder, "main.js")).href);
  return main;
};

let bundles = 0;

/** What each of these sources exports, by its path. */
export const loadModules = async (paths) => {
  bundles += 1;
  const folder = join(ROOT, ".cache", "modules", String(bundles));
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, "modules.ts");
  const lines = paths.map((path, index) => `export * as m${index} from ${JSON.stringify(join(ROOT, path))};\n`);
  writeFileSync(entry, lines.join(""));
  await bundle(entry, join(folder, "out"));
  const modules = await import(pathToFileURL(join(folder, "out", "modules.js")).href);
  return new Map(paths.map((path, index) => [path, modules[`m${index}`]]));
};
