import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { counted } from "../../base/counted.ts";
import { readSnapshots, type Snapshots, writeSnapshots } from "../../suite/functional/snapshot-file.ts";
import { snapshotKeys, type TakenSnapshot } from "../../suite/functional/take-snapshots.ts";
import type { FunctionalTest } from "../../suite/functional.ts";
import { openOutputFile } from "../files/output-file.ts";
import { describeReadFailure } from "../files/read-failure.ts";
import { UsageError } from "../usage-error.ts";

/** The snapshots of a suite: `mcptest.yaml` has them in `mcptest.snapshots.json` beside it. */
export interface SnapshotStore {
  readonly path: string;
  readonly stored: Snapshots;
  /** Writes what is new, and with `updates` what changed; says what it did and what is obsolete. */
  settle(taken: readonly TakenSnapshot[], request: SettleRequest): readonly string[];
}

export interface SettleRequest {
  readonly all: readonly FunctionalTest[];
  /** Whether every test of the suite was run: otherwise nothing is obsolete. */
  readonly isWhole: boolean;
  readonly mayWrite: boolean;
  readonly updates: boolean;
}

export const openSnapshots = (suite: string): SnapshotStore => {
  const path = join(dirname(suite), `${basename(suite, extname(suite))}.snapshots.json`);
  const text = readOwnFile(path);
  const stored = text === undefined ? new Map<string, never>() : readSnapshots(text);
  if (!stored)
    throw new UsageError(`${path} is no file of snapshots; mend it, or delete it and run the suite to write it anew`);
  return { path, stored, settle: (taken, request) => settle(path, stored, taken, request) };
};

/** Unlike what a user names, it is there to be written again. */
const readOwnFile = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${describeReadFailure(error)}`);
  }
};

const settle = (
  path: string,
  stored: Snapshots,
  taken: readonly TakenSnapshot[],
  { all, isWhole, mayWrite, updates }: SettleRequest,
): readonly string[] => {
  const keys = snapshotKeys(all);
  const obsolete = isWhole ? [...stored.keys()].filter((key) => !keys.has(key)) : [];
  const fresh = taken.filter(({ found }) => found.state === "new" || (updates && found.state === "changed"));
  const removed = updates ? obsolete : [];
  const notes: string[] = [];
  if (mayWrite && fresh.length + removed.length > 0) {
    const next = new Map([...stored].filter(([key]) => !removed.includes(key)));
    for (const { key, value } of fresh) next.set(key, value);
    openOutputFile(path).commit(writeSnapshots(next));
    notes.push(
      `${path}: ${counted(fresh.length, "snapshot")} written${removed.length > 0 ? `, ${removed.length} obsolete removed` : ""}`,
    );
  }
  if (obsolete.length > removed.length)
    notes.push(
      `${path}: ${counted(obsolete.length, "snapshot")} of no test any more (${obsolete.slice(0, 5).join(", ")}); remove with --update-snapshots`,
    );
  return notes;
};
