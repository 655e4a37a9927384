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

/** What is written in the same statement as a result. Its parameters are numbered from the given one on. */
export type Together = (first: number) => {
  /** Further columns of the target, as they are set where the result is new. */
  readonly columns: string;
  /** Further parts, each `name AS (…)`. They see everything as it was before. `made` has a row where the result is new. */
  readonly parts: readonly string[];
  /** A number that is read at the end, or null. */
  readonly reading: string;
  readonly values: readonly unknown[];
};

export interface Stored {
  /** False where there is a result of this target and run already: then nothing was written. */
  readonly isNew: boolean;
  readonly reading: number | null;
}

/** The parameters of these two are the same in every part. */
export const TARGET_KEY = "$1";
export const RUN = "$2";
export const FLEET = "$3";

/**
 * Writes what a run found of a target, and what is different from before: one statement, because a worker does this for every target.
 * Its capture must have been stored.
 */
export const storeResult = async (
  inside: Queryable,
  { fleetId, targetKey, run }: ResultPlace,
  result: NewResult,
  changes: readonly NewChange[] = [],
  together: Together = NOTHING_ELSE,
): Promise<Stored> => {
  const own = [
    ...[targetKey, run, fleetId, result.at, Math.round(result.ms), result.state, result.reason, result.revision],
    ...[result.grade, result.tier, result.partial, result.capture, result.surface, result.judgedBy],
    JSON.stringify(storable(result.summary)),
    isReached(result.state),
    JSON.stringify(storable(changes)),
  ];
  const { columns, parts, reading, values } = together(own.length + 1);
  const [row] = await inside.query(
    `WITH made AS (
       INSERT INTO mcptest.result (target_key, run_id, at, ms, state, reason, revision, grade, tier, partial, capture_id,
         surface_id, judged_by, summary)
       VALUES (${TARGET_KEY}, ${RUN}, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb)
       ON CONFLICT DO NOTHING RETURNING run_id
     ), known AS (
       UPDATE mcptest.target SET
         latest_run = greatest(latest_run, ${RUN}),
         reached_run = CASE WHEN $16 THEN greatest(reached_run, ${RUN}) ELSE reached_run END,
         state_since = CASE WHEN state = $6 THEN state_since ELSE $4 END,
         state = $6${columns}
       WHERE key = ${TARGET_KEY} AND EXISTS (SELECT 1 FROM made)
     ), changed AS (
       INSERT INTO mcptest.change (fleet_id, target_key, run_id, at, kind, before, after, detail)
       SELECT ${FLEET}, ${TARGET_KEY}, ${RUN}, $4, c.kind, c.before, c.after, c.detail
       FROM made, jsonb_to_recordset($17::jsonb) AS c (kind text, before text, after text, detail jsonb)
       ON CONFLICT DO NOTHING
     )${parts.map((part) => `, ${part}`).join("")}
     SELECT EXISTS (SELECT 1 FROM made) AS is_new, ${reading} AS reading`,
    [...own, ...values],
  );
  const read = row?.["reading"];
  return { isNew: row?.["is_new"] === true, reading: typeof read === "number" ? read : null };
};

const NOTHING_ELSE: Together = () => ({
  columns: "",
  parts: [`counted AS (UPDATE mcptest.run SET done = done + 1 WHERE id = ${RUN} AND EXISTS (SELECT 1 FROM made))`],
  reading: "NULL::float8",
  values: [],
});
