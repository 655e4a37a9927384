// What upstream changed since somebody last looked: `npm run corpus:diff -- --upstream <refreshed folder>`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readVersion } from "../../src/judge/corpus/sep-versions.ts";
import { loadMapping } from "../../src/judge/corpus-files/conformance-compile.ts";
import { loadSepFolder } from "../../src/judge/corpus-files/conformance-folder.ts";
import { tierBoundary } from "./boundary.ts";
import { compareSnapshots } from "./compare.ts";
import { renderChanges } from "./markdown.ts";
import {
  EMPTY_SNAPSHOT,
  readSnapshot,
  type Snapshot,
  type SnapshotOrigin,
  takeSnapshot,
  writeSnapshot,
} from "./snapshot.ts";

const SNAPSHOT = "upstream-rows.txt";
const NOTE = "upstream.txt";

/** Returns the exit code: 0 whether or not anything changed, 1 when it could not be compared. */
export const main = (args: readonly string[], out: (text: string) => void, err: (text: string) => void): number => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        upstream: { type: "string" },
        corpus: { type: "string", default: "conformance-corpus" },
        out: { type: "string" },
        write: { type: "boolean", default: false },
      },
    });
    if (values.upstream === undefined)
      throw new Error("--upstream is missing; name a folder that conformance refresh wrote");
    const text = run(values.upstream, values.corpus, values.write);
    if (values.out === undefined) out(text);
    else writeFileSync(values.out, text);
    return 0;
  } catch (error) {
    err(`corpus:diff: ${(error as Error).message.split("\n", 1)[0]}\n`);
    return 1;
  }
};

const run = (upstream: string, corpus: string, write: boolean): string => {
  const origin = readOrigin(join(upstream, "upstream.json"));
  const rows = loadSepFolder(origin.version, "override", upstream);
  if (rows.seps.length === 0) throw new Error(`${upstream} holds no SEP files`);
  const after = takeSnapshot(rows, origin);
  const path = join(corpus, SNAPSHOT);
  // Where there is none yet, everything is new.
  const before = existsSync(path) ? readSnapshot(readFileSync(path, "utf8"), path) : EMPTY_SNAPSHOT;
  const mapping = loadMapping(corpus);
  const folder = join(corpus, origin.version);
  const own = existsSync(folder) ? loadSepFolder(origin.version, "embedded", folder).seps : [];
  const vendored = new Set(
    own.filter((sep) => sep.origin === undefined).flatMap(({ checks }) => checks.map(({ check }) => check)),
  );
  const changes = compareSnapshots(before, after, mapping, vendored);
  if (write) writeBack(corpus, before, after);
  return renderChanges(changes, tierBoundary(changes, before, after, mapping), before, after);
};

const readOrigin = (path: string): SnapshotOrigin => {
  const note = readJson(path) as Record<string, unknown>;
  const text = (key: string): string => {
    const value = note[key];
    if (typeof value !== "string" || value === "") throw new Error(`${path} has no ${key}`);
    return value;
  };
  const version = readVersion(text("version"));
  if (version === undefined) throw new Error(`${path}: version is no revision`);
  const ref = typeof note["ref"] === "string" ? note["ref"] : text("archive_sha256");
  const commit = typeof note["commit"] === "string" ? note["commit"] : text("archive_sha256");
  return { url: text("url"), ref, commit, version, date: text("fetched_at").slice(0, "2026-07-28".length) };
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
};

/** Nothing is written when no row changed, or there would be a pull request each time upstream commits anything. */
const writeBack = (corpus: string, before: Snapshot, after: Snapshot): void => {
  const rows = (snapshot: Snapshot): string =>
    writeSnapshot({
      ...EMPTY_SNAPSHOT,
      version: snapshot.version,
      checks: snapshot.checks,
      exclusions: snapshot.exclusions,
    });
  if (rows(before) === rows(after)) return;
  writeFileSync(join(corpus, SNAPSHOT), writeSnapshot(after));
  const note = join(corpus, NOTE);
  if (!existsSync(note)) return;
  const lines = readFileSync(note, "utf8").split("\n");
  const fresh = { ref: after.ref, commit: after.commit, date: after.date };
  writeFileSync(
    note,
    lines
      .map((line) => {
        const key = Object.keys(fresh).find((name) => line.startsWith(`${name}: `));
        return key === undefined ? line : `${key}: ${fresh[key as keyof typeof fresh]}`;
      })
      .join("\n"),
  );
};
