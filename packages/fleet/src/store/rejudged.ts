import type { Grade } from "mcptest/internal";
import type { FleetResult } from "../model/result.ts";
import type { FleetState } from "../model/state.ts";
import type { FleetAddress } from "../model/target.ts";
import { packedCapture } from "./captures.ts";
import type { FleetStore } from "./open-fleet-store.ts";
import { textOf } from "./rows.ts";
import { storable } from "./storable.ts";

/** A result whose capture is kept, with what was found in it until now. */
export interface StoredResult {
  readonly targetKey: number;
  readonly run: number;
  readonly target: string;
  readonly url: string | null;
  readonly address: FleetAddress;
  readonly state: string;
  readonly grade: Grade | null;
  /** The digest of what it offers. */
  readonly surface: string | null;
  /** The rules that failed. */
  readonly failing: readonly string[];
  /** Undefined where the file of the capture is gone. */
  readonly packed: Uint8Array | undefined;
}

export interface StoredPlace {
  readonly targetKey: number;
  readonly run: number;
}

/** A page of them, in the order of targets and runs. */
export const storedResults = async (
  store: FleetStore,
  all: boolean,
  after: StoredPlace,
  most: number,
): Promise<readonly StoredResult[]> => {
  const rows = await store.database.query(
    `SELECT r.target_key, r.run_id, r.capture_id, r.surface_id, r.state, r.grade, t.id, t.address, t.address->>'url' AS url, c.id IS NOT NULL AS is_there, c.data,
       (SELECT jsonb_agg(f->>'id') FROM jsonb_array_elements(r.summary->'findings') f) AS failing
     FROM mcptest.result r JOIN mcptest.target t ON t.key = r.target_key LEFT JOIN mcptest.capture c ON c.id = r.capture_id
     WHERE t.fleet_id = $1 AND r.capture_id IS NOT NULL AND (r.target_key, r.run_id) > ($2, $3)
       AND ($4 OR r.run_id = t.latest_run)
     ORDER BY r.target_key, r.run_id LIMIT $5`,
    [store.fleetId, after.targetKey, after.run, all, most],
  );
  return Promise.all(
    rows.map(async (row) => ({
      targetKey: Number(row["target_key"]),
      run: Number(row["run_id"]),
      target: String(row["id"]),
      url: textOf(row["url"]),
      address: row["address"] as FleetAddress,
      state: String(row["state"]),
      grade: row["grade"] as Grade | null,
      surface: textOf(row["surface_id"]),
      failing: (row["failing"] as string[] | null) ?? [],
      packed: row["is_there"] === true ? await packedCapture(store, String(row["capture_id"]), row["data"]) : undefined,
    })),
  );
};

export interface RejudgedResult extends StoredPlace {
  readonly result: Omit<FleetResult, "target" | "run" | "at" | "ms" | "capture">;
  /** What the server offers: its digest and its packed lock. */
  readonly surface: { readonly id: string; readonly data: Uint8Array } | null;
  readonly stateBefore: string;
}

/** Replaces what was found, all of it in one transaction: a commit for each would take longer than judging. */
export const storeRejudged = async ({ database }: FleetStore, results: readonly RejudgedResult[]): Promise<void> => {
  if (results.length === 0) return;
  const rows = results.map(({ targetKey, run, result }) => ({
    ...{ target_key: targetKey, run_id: run, state: result.state, reason: result.reason, revision: result.revision },
    ...{ grade: result.grade, tier: result.tier, partial: result.partial, surface_id: result.surface },
    ...{ judged_by: result.judgedBy, summary: storable(result.summary) },
  }));
  const turned = results.filter(({ result, stateBefore }) => result.state !== stateBefore);
  await database.transaction(async (inside) => {
    for (const { surface } of results)
      if (surface)
        await inside.query("INSERT INTO mcptest.surface (id, data) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
          surface.id,
          surface.data,
        ]);
    await inside.query(
      `UPDATE mcptest.result r SET state = x.state, reason = x.reason, revision = x.revision, grade = x.grade, tier = x.tier,
         partial = x.partial, surface_id = x.surface_id, judged_by = x.judged_by, summary = x.summary, judged_at = now()
       FROM jsonb_to_recordset($1::jsonb) AS x (target_key bigint, run_id bigint, state text, reason text, revision text, grade text,
         tier smallint, partial boolean, surface_id text, judged_by text, summary jsonb)
       WHERE r.target_key = x.target_key AND r.run_id = x.run_id`,
      [JSON.stringify(rows)],
    );
    for (const { targetKey } of turned) await inside.query(STANDING, [targetKey, "reachable" satisfies FleetState]);
  });
};

/** The state of a target, since when, and its newest run that reached it, as its results say now. */
const STANDING = `
  UPDATE mcptest.target t SET state = l.state,
    state_since = (
      SELECT min(r.at) FROM mcptest.result r WHERE r.target_key = t.key AND r.run_id > coalesce(
        (SELECT max(o.run_id) FROM mcptest.result o WHERE o.target_key = t.key AND o.state <> l.state), 0)),
    reached_run = (SELECT max(r.run_id) FROM mcptest.result r WHERE r.target_key = t.key AND r.state = $2)
  FROM mcptest.result l WHERE t.key = $1 AND l.target_key = t.key AND l.run_id = t.latest_run`;
