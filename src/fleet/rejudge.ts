import type { Grade } from "../model/grade.ts";
import type { JudgePool } from "./judge/judge-pool.ts";
import { JudgeError } from "./judge/judge-pool.ts";
import { captureOf } from "./store/captures.ts";
import type { FleetStore } from "./store/open-fleet-store.ts";
import { storable } from "./store/storable.ts";

export interface Rejudged {
  readonly target: string;
  readonly run: number;
  readonly url: string | null;
  readonly grade: { readonly before: Grade | null; readonly after: Grade | null };
  readonly state: { readonly before: string; readonly after: string };
  /** Rules that fail now and did not, and the other way round. */
  readonly fails: readonly string[];
  readonly passes: readonly string[];
}

export interface RejudgeOptions {
  /** Every run whose capture is kept, not only the newest of each target. */
  readonly all: boolean;
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean;
  readonly judges: JudgePool;
  /** How many are judged at once. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  onChange(changed: Rejudged): void;
  onProgress?(done: number): void;
}

const PAGE = 200;

/** Judges stored captures by today's rules and stores what they say now. Contacts nobody. */
export const rejudge = async (
  store: FleetStore,
  options: RejudgeOptions,
): Promise<{ judged: number; failed: number }> => {
  let [judged, failed] = [0, 0];
  let after: readonly [number, number] = [0, 0];
  for (;;) {
    if (options.signal.aborted) break;
    const rows = await nextPage(store, options.all, after);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = [Number(last["target_key"]), Number(last["run_id"])];
    const queue = [...rows];
    const one = async (): Promise<void> => {
      for (let row = queue.shift(); row !== undefined && !options.signal.aborted; row = queue.shift()) {
        if (await judgeAgain(store, row, options)) judged++;
        else failed++;
        options.onProgress?.(judged);
      }
    };
    await Promise.all(Array.from({ length: options.atOnce }, one));
  }
  return { judged, failed };
};

type StoredRow = Readonly<Record<string, unknown>>;

const nextPage = (
  { database, fleetId }: FleetStore,
  all: boolean,
  [target, run]: readonly [number, number],
): Promise<StoredRow[]> =>
  database.query(
    `SELECT r.target_key, r.run_id, r.capture_id, r.state, r.grade, t.id, t.address->>'url' AS url,
       (SELECT jsonb_agg(f->>'id') FROM jsonb_array_elements(r.summary->'findings') f) AS failing
     FROM mcptest.result r JOIN mcptest.target t ON t.key = r.target_key
     WHERE t.fleet_id = $1 AND r.capture_id IS NOT NULL AND (r.target_key, r.run_id) > ($2, $3)
       AND ($4 OR r.run_id = t.latest_run)
     ORDER BY r.target_key, r.run_id LIMIT ${PAGE}`,
    [fleetId, target, run, all],
  );

const judgeAgain = async (
  store: FleetStore,
  row: StoredRow,
  { judges, dryRun, onChange }: RejudgeOptions,
): Promise<boolean> => {
  const text = await captureOf(store, String(row["capture_id"]));
  if (text === undefined) return false;
  const judged = await judges.judge(text).catch((error: unknown) => {
    if (error instanceof JudgeError) return undefined;
    throw error;
  });
  if (!judged) return false;
  const { result } = judged;
  const before = new Set((row["failing"] as string[] | null) ?? []);
  const now = new Set(result.summary.findings.map(({ id }) => id));
  const fails = [...now].filter((id) => !before.has(id));
  const passes = [...before].filter((id) => !now.has(id));
  if (row["grade"] !== result.grade || row["state"] !== result.state || fails.length > 0 || passes.length > 0)
    onChange({
      target: String(row["id"]),
      run: Number(row["run_id"]),
      url: typeof row["url"] === "string" ? row["url"] : null,
      grade: { before: row["grade"] as Grade | null, after: result.grade },
      state: { before: String(row["state"]), after: result.state },
      fails,
      passes,
    });
  if (dryRun) return true;
  await store.database.transaction(async (inside) => {
    await inside.query(
      `UPDATE mcptest.result SET state = $3, reason = $4, revision = $5, grade = $6, tier = $7, partial = $8, surface_id = $9,
         judged_by = $10, summary = $11::jsonb, judged_at = now()
       WHERE target_key = $1 AND run_id = $2`,
      [
        ...[row["target_key"], row["run_id"], result.state, result.reason, result.revision, result.grade, result.tier],
        ...[result.partial, result.surface, result.judgedBy, JSON.stringify(storable(result.summary))],
      ],
    );
    await inside.query("UPDATE mcptest.target SET state = $3 WHERE key = $1 AND latest_run = $2 AND state <> $3", [
      row["target_key"],
      row["run_id"],
      result.state,
    ]);
  });
  return true;
};
