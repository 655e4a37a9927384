import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { type CacheFolder, cacheFolder } from "./cache-folder.ts";
import { requireCached } from "./cached-require.ts";
import { type CodeCache, openCodeCache } from "./code-cache.ts";

interface Program {
  main(argv: readonly string[]): Promise<number>;
}

/**
 * Starts the command line. V8 spends half of a short run compiling our code, so compiled code is kept: by Node itself where
 * it can (22.1 and later), by us before.
 */
export const launch = async (folder: string, argv: readonly string[]): Promise<void> => {
  const command = commandIn(argv);
  if (SMALL.has(command)) beFrugal(command);
  process.exitCode = await load(folder, argv).main(argv);
  // An error of a stream is reported a moment after the write.
  if (process.stdout.errored || process.stderr.errored) return;
  // Otherwise Node waits for V8 to finish optimising code that will never run.
  if (isDone()) process.exit();
};

/**
 * Commands that ask a server hold little and live for a second. V8 would let the space for new objects grow to 32 MB, a
 * third of all the memory such a run takes, and let as much again pile up before it looks for what is no longer needed, which
 * for large answers is hundreds of megabytes. Those that read a saved session, which may be a hundred times as large, save time by
 * it.
 */
const FRUGAL = ["--semi-space-growth-factor=1", "--heap-growing-percent=50"];
const SMALL = new Set(["check", "record", "audit"]);

const beFrugal = (command: string): void => {
  if (JUDGES.has(command)) growOnce();
  for (const flag of FRUGAL) setFlagsFromString(flag);
};

/**
 * As small as it starts, the space for new objects is full seventy times in a check, so there it is first made to grow
 * once: V8 does that when more objects lived on than it holds. The flags end the same in every run, because V8 refuses
 * code that was compiled under others.
 */
const growOnce = (): void => {
  setFlagsFromString("--semi-space-growth-factor=4");
  const before = roomForNew();
  const alive: unknown[] = [];
  for (let block = 0; block < MOST_BLOCKS && roomForNew() <= before; block += 1)
    for (let count = 0; count < 256; count += 1) alive.push(new Array(64));
};

const JUDGES = new Set(["check", "audit"]);

/** Of 128 KB each: twice of what the space holds at first. */
const MOST_BLOCKS = 24;

/** What the space can hold: its size on paper also counts the half that objects are copied to. */
const roomForNew = (): number => {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  return space ? space.space_used_size + space.space_available_size : 0;
};

const commandIn = (argv: readonly string[]): string => argv.find((word) => !word.startsWith("-")) ?? "";

/** Nothing is pending, and everything printed has been written. */
const isDone = (): boolean =>
  process.getActiveResourcesInfo().every((name) => STREAMS.has(name)) &&
  process.stdout.writableLength === 0 &&
  process.stderr.writableLength === 0;

/** The standard streams, unless they are files. */
const STREAMS = new Set(["PipeWrap", "TTYWrap"]);

const load = (folder: string, argv: readonly string[]): Program => {
  const entry = join(folder, "cli.cjs");
  const code = compiledCode(folder, argv);
  return (code ? requireCached(entry, code) : nodeModule.createRequire(entry)(entry)) as Program;
};

/** Undefined: keep nothing, or Node keeps it. */
const compiledCode = (folder: string, argv: readonly string[]): CodeCache | undefined => {
  if (process.env["NODE_DISABLE_COMPILE_CACHE"]) return undefined;
  const cache = cacheOf();
  if (cache === undefined) return undefined;
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder?: string) => void };
  if (enableCompileCache) {
    // By itself Node would take a folder in /tmp, without looking whose it is.
    const own = process.env["NODE_COMPILE_CACHE"] ? undefined : findOrMake(cache);
    if (own !== undefined) enableCompileCache(join(own, "node"));
    return undefined;
  }
  // One file for each build, Node and command: each command calls other functions.
  const command = commandIn(argv);
  // mcptest-fleet loads files of this program through Node, and must get the same ones: a class that exists twice is two classes.
  if (command === "fleet" || !/^[a-z]{1,20}$/.test(command)) return undefined;
  try {
    const build = readFileSync(join(folder, "build-id"), "utf8");
    return openCodeCache(cache, `${build}-${process.version}-${process.arch}`, command);
  } catch {
    return undefined;
  }
};

const findOrMake = (cache: CacheFolder): string | undefined => {
  try {
    return cache.find() ?? cache.make();
  } catch {
    return undefined;
  }
};

/** NODE_COMPILE_CACHE also tells Node where to keep its own, so ours needs a name that nothing else has. */
const cacheOf = (): CacheFolder | undefined => {
  const named = process.env["NODE_COMPILE_CACHE"];
  if (named) return cacheFolder(named, ["mcptest-compiled-code"]);
  const home = process.env["XDG_CACHE_HOME"] || process.env["LOCALAPPDATA"] || join(homedir(), ".cache");
  return isAbsolute(home) ? cacheFolder(home, ["mcptest", "compiled-code"]) : undefined;
};
