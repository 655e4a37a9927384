import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readUpcomingRows, readUpcomingSource } from "../corpus/read-upcoming.ts";
import type { UpcomingSource, UpcomingTable } from "../corpus/upcoming.ts";
import { writeBuilt } from "./compile.ts";
import { cacheFolder } from "./conformance-cache.ts";
import { readBuilt } from "./embedded.ts";
import { readYaml } from "./read-yaml.ts";

const BUILT = "upcoming.json.gz";
const ROWS_FILE = "upcoming.yaml";
/** What was read from the specification's repository, here and in the cache. */
export const SOURCE_FILE = "announced.json";

type Environment = Readonly<Record<string, string | undefined>>;

/** upcoming/: what the specification says is coming, and what mcptest knows of it. */
export const loadUpcoming = (root: string): UpcomingTable => {
  const file = join(root, ROWS_FILE);
  return { ...readYaml(readFileSync(file, "utf8"), file, readUpcomingRows), source: loadSource(root) };
};

const loadSource = (folder: string): UpcomingSource =>
  readUpcomingSource(JSON.parse(readFileSync(join(folder, SOURCE_FILE), "utf8")));

/** Turns upcoming/ into the file that is read at run time. */
export const compileUpcoming = (root: string, out: string): void =>
  writeBuilt(out, BUILT, gzipSync(JSON.stringify(loadUpcoming(root)), { level: 9 }));

/** Where refreshed data are kept; undefined where the environment names no home. */
export const upcomingFolder = (env: Environment, platform: string): string | undefined =>
  cacheFolder(env, platform, "upcoming");

/** What is coming: by what was refreshed, if that is newer than what ships; a broken file counts for nothing. */
export const upcomingTable = (env: Environment, platform: string): UpcomingTable => {
  const shipped = readBuilt(BUILT) as UpcomingTable;
  const folder = upcomingFolder(env, platform);
  if (folder === undefined) return shipped;
  try {
    const source = loadSource(folder);
    return source.read_on > shipped.source.read_on ? { ...shipped, source } : shipped;
  } catch {
    return shipped;
  }
};
