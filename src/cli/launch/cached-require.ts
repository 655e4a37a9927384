import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type { CodeCache } from "./code-cache.ts";

type Wrapper = (exports: unknown, require: Require, module: { exports: unknown }, file: string, folder: string) => void;
type Require = (name: string) => unknown;

/**
 * Loads a CommonJS file and the files beside it from compiled code; Node loads everything else as usual. The build makes
 * sure that the files are ASCII and do not use `import()`, which does not work in compiled code.
 */
export const requireCached = (entry: string, cache: CodeCache): unknown => {
  const folder = dirname(entry);
  const ordinary = createRequire(entry);
  const modules = new Map<string, { exports: unknown }>();
  const scripts = new Map<string, Script>();

  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known) return known.exports;
    const file = join(folder, name);
    const module = { exports: {} as unknown };
    modules.set(name, module);
    const source = readFileSync(file);
    const cachedData = cache.read(name, source);
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) {${source.toString("latin1")}\n})`,
      {
        filename: file,
        ...(cachedData ? { cachedData } : {}),
      },
    );
    scripts.set(name, script);
    const wrapper = script.runInThisContext() as Wrapper;
    wrapper.call(module.exports, module.exports, require, module, file, folder);
    return module.exports;
  };
  const require: Require = (name) => (name.startsWith("./") ? load(name.slice(2)) : (ordinary(name) as unknown));

  process.once("exit", () => {
    cache.keep([...scripts.keys()], (name) => scripts.get(name)?.createCachedData() ?? Buffer.alloc(0));
  });
  return load(entry.slice(folder.length + 1));
};
