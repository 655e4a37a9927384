import { GRADES } from "mcptest/internal";
import type { Queryable, Row } from "../database/database.ts";
import {
  CHANGES_SHOWN,
  type DirectoryEntry,
  HISTORY_SHOWN,
  type HistoryEntry,
  type NamedChange,
} from "../model/directory.ts";
import type { FleetRun } from "../model/run.ts";
import { isFleetState } from "../model/state.ts";
import { LISTED_SELECT, listedTarget } from "./list-targets.ts";
import type { FleetStore } from "./open-fleet-store.ts";
import { readCertificate, readChange, readRun } from "./rows.ts";

/** A whole fleet as it was at one moment. */
export interface Directory {
  /** In the order of their names, a page of them at a time in memory. */
  entries(): AsyncGenerator<DirectoryEntry>;
  /** The newest first. */
  changes(most: number): Promise<readonly NamedChange[]>;
  /** The newest first. */
  runs(most: number): Promise<readonly FleetRun[]>;
}

const PAGE = 200;

/** Hands out the fleet as it is when this begins: what workers write meanwhile is not seen, and does not wait. */
export const readDirectory = <T>(
  { database, fleetId }: FleetStore,
  body: (directory: Directory) => Promise<T>,
): Promise<T> =>
  database.transaction(async (inside) => {
    await inside.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    return body({
      entries: () => entries(inside, fleetId),
      changes: (most) => namedChanges(inside, fleetId, most),
      runs: async (most) =>
        (
          await inside.query(
            "SELECT id, started_at, finished_at, queued, done FROM mcptest.run WHERE fleet_id = $1 ORDER BY id DESC LIMIT $2",
            [fleetId, most],
          )
        ).map(readRun),
    });
  });

async function* entries(inside: Queryable, fleetId: number): AsyncGenerator<DirectoryEntry> {
  // A cursor sorts once, however many pages are read. It takes no parameters.
  await inside.query(
    `DECLARE directory NO SCROLL CURSOR FOR ${LISTED_SELECT} WHERE t.fleet_id = ${Math.trunc(fleetId)}
     ORDER BY lower(coalesce(t.name, r.summary->'server'->>'title', r.summary->'server'->>'name', t.host)), t.key`,
  );
  for (;;) {
    const rows = await inside.query(`FETCH ${PAGE} FROM directory`);
    if (rows.length === 0) return;
    yield* await withHistory(inside, rows);
  }
}

const withHistory = async (inside: Queryable, rows: readonly Row[]): Promise<readonly DirectoryEntry[]> => {
  const keys = JSON.stringify(rows.map((row) => Number(row["key"])));
  const of = (text: string): Promise<Row[]> =>
    inside.query(`SELECT x.* FROM jsonb_array_elements_text($1::jsonb) AS k (key), LATERAL (${text}) x`, [keys]);
  const history = byTarget(
    await of(`SELECT target_key, run_id, at, state, grade, tier, revision FROM mcptest.result
      WHERE target_key = k.key::bigint ORDER BY run_id DESC LIMIT ${HISTORY_SHOWN}`),
  );
  const changes = byTarget(
    await of(`SELECT target_key, run_id, at, kind, before, after, detail FROM mcptest.change
      WHERE target_key = k.key::bigint ORDER BY run_id DESC, kind LIMIT ${CHANGES_SHOWN}`),
  );
  const certificates = byTarget(
    await of(`SELECT target_key, run_id, issued_at, expires_at, grade, text, revoked_at, revocation FROM mcptest.certificate
      WHERE target_key = k.key::bigint ORDER BY issued_at DESC LIMIT 1`),
  );
  return rows.map((row) => {
    const key = Number(row["key"]);
    const target = listedTarget(row);
    const [certificate] = certificates.get(key) ?? [];
    return {
      target,
      history: (history.get(key) ?? []).flatMap(readHistory),
      changes: (changes.get(key) ?? []).map((change) => readChange({ ...change, target: target.id })),
      certificate: certificate === undefined ? null : readCertificate({ ...certificate, target: target.id }),
    };
  });
};

const byTarget = (rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> => {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const key = Number(row["target_key"]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
};

const readHistory = (row: Row): readonly HistoryEntry[] => {
  const state = row["state"];
  if (!isFleetState(state)) return [];
  return [
    {
      run: Number(row["run_id"]),
      at: row["at"] as Date,
      state,
      grade: GRADES.find((grade) => grade === row["grade"]) ?? null,
      tier: row["tier"] === null ? null : Number(row["tier"]),
      revision: typeof row["revision"] === "string" ? row["revision"] : null,
    },
  ];
};

const namedChanges = async (inside: Queryable, fleetId: number, most: number): Promise<readonly NamedChange[]> => {
  const rows = await inside.query(
    `SELECT t.id AS target, c.run_id, c.at, c.kind, c.before, c.after, c.detail,
       coalesce(t.name, r.summary->'server'->>'title', r.summary->'server'->>'name', t.address->>'url', t.address->>'package', t.host) AS name
     FROM mcptest.change c JOIN mcptest.target t ON t.key = c.target_key
     LEFT JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.reached_run
     WHERE c.fleet_id = $1 ORDER BY c.at DESC, c.id DESC LIMIT $2`,
    [fleetId, most],
  );
  return rows.map((row) => ({ ...readChange(row), name: String(row["name"]) }));
};
