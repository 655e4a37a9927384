import type { Queryable } from "../database/database.ts";
import type { FleetChange } from "../model/change.ts";
import type { FleetResult } from "../model/result.ts";
import { isReached } from "../model/state.ts";
import { storable } from "./storable.ts";

/** What a run found, without what the store knows. */
export type NewResult = Omit<FleetResult, "target" | "run">;

export interface ResultPlace {
  readonly fleetId: number;
  readonly targetKey: number;
  readonly run: number;
}

export type NewChange = Pick<FleetChange, "kind" | "before" | "after" | "detail">;

/**
 * Writes what a run found of a target, and what is different from before. Its capture must have been stored. False where there is
 * a result of this target and run already: then nothing is written.
 */
export const storeResult = async (
  inside: Queryable,
  { fleetId, targetKey, run }: ResultPlace,
  result: NewResult,
  changes: readonly NewChange[] = [],
): Promise<boolean> => {
  const [made] = await inside.query(
    `INSERT INTO mcptest.result (target_key, run_id, at, ms, state, reason, revision, grade, tier, partial, capture_id,
       surface_id, judged_by, summary)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb)
     ON CONFLICT DO NOTHING RETURNING run_id`,
    [
      ...[targetKey, run, result.at, Math.round(result.ms), result.state, result.reason, result.revision, result.grade],
      ...[result.tier, result.partial, result.capture, result.surface, result.judgedBy],
      JSON.stringify(storable(result.summary)),
    ],
  );
  if (made === undefined) return false;
  await inside.query(
    `UPDATE mcptest.target SET
       latest_run = greatest(latest_run, $2),
       reached_run = CASE WHEN $5 THEN greatest(reached_run, $2) ELSE reached_run END,
       state_since = CASE WHEN state = $3 THEN state_since ELSE $4 END,
       state = $3
     WHERE key = $1`,
    [targetKey, run, result.state, result.at, isReached(result.state)],
  );
  for (const { kind, before, after, detail } of changes)
    await inside.query(
      `INSERT INTO mcptest.change (fleet_id, target_key, run_id, at, kind, before, after, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) ON CONFLICT DO NOTHING`,
      [
        ...[fleetId, targetKey, run, result.at, kind, storable(before), storable(after)],
        JSON.stringify(storable(detail)),
      ],
    );
  // Last, because everybody who finishes something of this run waits for this row.
  await inside.query("UPDATE mcptest.run SET done = done + 1 WHERE id = $1", [run]);
  return true;
};
