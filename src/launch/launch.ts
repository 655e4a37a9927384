import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { requireCached } from "./cached-require.ts";
import { openCodeCache } from "./code-cache.ts";

interface Program {
  main(argv: readonly string[]): Promise<number>;
}

/**
 * Starts the command line. V8 spends half of a short run compiling our code, so compiled code is kept: by Node itself where
 * it can (22.1 and later), by us before.
 */
export const launch = async (folder: string, argv: readonly string[]): Promise<void> => {
  process.exitCode = await load(folder, argv).main(argv);
  // Otherwise Node waits for V8 to finish optimising code that will never run.
  if (isDone()) process.exit();
};

/** Nothing is pending, and everything printed has been written. */
const isDone = (): boolean =>
  process.getActiveResourcesInfo().every((name) => STREAMS.has(name)) &&
  process.stdout.writableLength === 0 &&
  process.stderr.writableLength === 0;

/** The standard streams, unless they are files. */
const STREAMS = new Set(["PipeWrap", "TTYWrap"]);

const load = (folder: string, argv: readonly string[]): Program => {
  const entry = join(folder, "cli.cjs");
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => void };
  enableCompileCache?.();
  const file = enableCompileCache ? undefined : cacheFile(folder, argv);
  return (file ? requireCached(entry, openCodeCache(file)) : nodeModule.createRequire(entry)(entry)) as Program;
};

/** One file for each build, Node and command: each command calls other functions. Undefined: keep nothing. */
const cacheFile = (folder: string, argv: readonly string[]): string | undefined => {
  if (process.env["NODE_DISABLE_COMPILE_CACHE"]) return undefined;
  const cache = cacheRoot();
  const command = argv.find((word) => !word.startsWith("-")) ?? "";
  if (cache === undefined || !/^[a-z]{1,20}$/.test(command)) return undefined;
  try {
    const build = readFileSync(join(folder, "build-id"), "utf8");
    return join(cache, `${build}-${process.version}-${process.arch}`, command);
  } catch {
    return undefined;
  }
};

/** NODE_COMPILE_CACHE also tells Node where to keep its own. */
const cacheRoot = (): string | undefined => {
  const named = process.env["NODE_COMPILE_CACHE"];
  if (named) return join(named, "mcptest");
  const home = process.env["XDG_CACHE_HOME"] ?? process.env["LOCALAPPDATA"] ?? join(homedir(), ".cache");
  return isAbsolute(home) ? join(home, "mcptest", "code") : undefined;
};
