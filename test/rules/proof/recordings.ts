// Recordings of mutants and near-misses, kept in .cache/recordings so that a change to facts, rules or judging is tried on all of them
// without probing again. A recording is used only while everything that can change it is the same; CI always records.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Capture } from "../../../src/capture/capture.ts";
import type { Area } from "../../areas/tables.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SERVERS = join(ROOT, "test", "servers");

const TABLES = join(ROOT, "test", "areas");

/** The tables of an area: a file, or a folder of several. */
const tablesOf = (area: Area): readonly string[] =>
  ["mutants", "near-misses"].flatMap((name) =>
    [join(TABLES, area, `${name}.ts`), join(TABLES, area, name, "index.ts")].filter((file) => existsSync(file)),
  );

const { CI, UPDATE } = process.env;

/** A run that writes a matrix probes the servers, too. */
const IN_USE = (CI === undefined || CI === "" || CI === "false") && UPDATE === undefined;

export interface Recordings {
  read(server: string, context: string): Capture | undefined;
  keep(server: string, context: string, capture: Capture): void;
  /** For a recording that is to be made again. */
  drop(server: string, context: string): void;
}

/** `inUse` and `folder` are for the tests. */
export const openRecordings = (
  area: Area,
  { inUse = IN_USE, folder = join(ROOT, ".cache", "recordings"), key = keyOf(area) } = {},
): Recordings => {
  const fileOf = (server: string, context: string): string =>
    join(folder, area, `${server}.${context.replace("/", ".")}.json.gz`);
  return {
    read(server, context) {
      const file = fileOf(server, context);
      if (!inUse || !existsSync(file)) return undefined;
      const { key: keptBy, capture } = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as Kept;
      return keptBy === key ? capture : undefined;
    },
    keep(server, context, capture) {
      if (!inUse) return;
      const file = fileOf(server, context);
      mkdirSync(dirname(file), { recursive: true });
      const kept: Kept = { key, capture };
      // Put in place at once: another run may be reading it.
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, gzipSync(JSON.stringify(kept), { level: 1 }));
      renameSync(draft, file);
    },
    drop(server, context) {
      if (inUse) rmSync(fileOf(server, context), { force: true });
    },
  };
};

interface Kept {
  readonly key: string;
  readonly capture: Capture;
}

/** What records, and the servers that run as processes of their own. */
const ENTRIES = [
  join(ROOT, "test", "rules", "record-server.ts"),
  ...readdirSync(SERVERS)
    .filter((name) => name.endsWith("-main.ts"))
    .map((name) => join(SERVERS, name)),
];

/** In the folder of an area; what lies beside the folders is shared by all. */
const isTable = (file: string): boolean => relative(TABLES, file).includes("/") && file.startsWith(TABLES);

/** The files that a recording of an area's servers depends on: a new mutant leaves the recordings of other areas alone. */
export const filesBehind = (area: Area): string[] => {
  const common = [...importsOf(ENTRIES)].filter((file) => !isTable(file));
  const own = [...importsOf(tablesOf(area))].filter(isTable);
  return [...common, ...own, join(ROOT, "package-lock.json")].map((file) => relative(ROOT, file)).sort();
};

const KEYS = new Map<Area, string>();

const keyOf = (area: Area): string => {
  const key = KEYS.get(area) ?? hashOf(area);
  KEYS.set(area, key);
  return key;
};

const hashOf = (area: Area): string => {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of filesBehind(area)) hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
};

const REFERENCE = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.[^"]+)"/g;

/** Everything the files import, and what that imports; types too, which does no harm. */
const importsOf = (entries: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(REFERENCE)) {
      const target = join(dirname(file), path);
      if (statSync(target, { throwIfNoEntry: false })?.isFile()) open.push(target);
    }
  }
  return found;
};
