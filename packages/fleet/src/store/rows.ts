import { type BlockedKind, GRADES } from "mcptest/internal";
import type { Row } from "../database/database.ts";
import type { FleetChange, FleetChangeDetail, FleetChangeKind } from "../model/change.ts";
import type { FleetResult, ResultSummary } from "../model/result.ts";
import type { FleetCertificate, FleetRun } from "../model/run.ts";
import { isFleetState } from "../model/state.ts";
import type { FleetAddress, FleetTarget } from "../model/target.ts";

export const TARGET_COLUMNS =
  "t.id, t.name, t.address, t.host, t.source, t.added_at, t.state, t.state_since, t.next_at, t.opted_out";

export const readTarget = (row: Row): FleetTarget => ({
  id: String(row["id"]),
  name: textOf(row["name"]),
  address: row["address"] as FleetAddress,
  host: String(row["host"]),
  source: textOf(row["source"]),
  addedAt: row["added_at"] as Date,
  state: isFleetState(row["state"]) ? row["state"] : null,
  since: row["state_since"] as Date | null,
  nextAt: row["next_at"] as Date,
  optedOut: row["opted_out"] === true,
});

const RESULT_NAMES = [
  "run_id",
  "at",
  "ms",
  "state",
  "reason",
  "revision",
  "grade",
  "tier",
  "partial",
  "capture_id",
  "surface_id",
  "judged_by",
  "summary",
] as const;

/** The columns of a result under a prefix, so that a row can hold two of them. */
export const resultColumns = (alias: string, prefix: string): string =>
  RESULT_NAMES.map((name) => `${alias}.${name} AS ${prefix}${name}`).join(", ");

/** Null where an outer join found none. */
export const readResult = (row: Row, target: string, prefix: string): FleetResult | null => {
  const of = (name: (typeof RESULT_NAMES)[number]): unknown => row[`${prefix}${name}`];
  const state = of("state");
  if (!isFleetState(state)) return null;
  return {
    target,
    run: Number(of("run_id")),
    at: of("at") as Date,
    ms: Number(of("ms")),
    state,
    reason: of("reason") as BlockedKind | null,
    revision: textOf(of("revision")),
    grade: GRADES.find((grade) => grade === of("grade")) ?? null,
    tier: of("tier") === null ? null : Number(of("tier")),
    partial: of("partial") === true,
    capture: textOf(of("capture_id")),
    surface: textOf(of("surface_id")),
    judgedBy: String(of("judged_by")),
    summary: of("summary") as ResultSummary,
  };
};

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const readRun = (row: Row): FleetRun => ({
  id: Number(row["id"]),
  startedAt: row["started_at"] as Date,
  finishedAt: row["finished_at"] as Date | null,
  queued: Number(row["queued"]),
  done: Number(row["done"]),
});

export const readChange = (row: Row): FleetChange => ({
  target: String(row["target"]),
  run: Number(row["run_id"]),
  at: row["at"] as Date,
  kind: row["kind"] as FleetChangeKind,
  before: textOf(row["before"]),
  after: textOf(row["after"]),
  detail: row["detail"] as FleetChangeDetail,
});

export const readCertificate = (row: Row): FleetCertificate => ({
  target: String(row["target"]),
  run: Number(row["run_id"]),
  issuedAt: row["issued_at"] as Date,
  expiresAt: row["expires_at"] as Date,
  grade: String(row["grade"]),
  text: String(row["text"]),
  revokedAt: row["revoked_at"] as Date | null,
  revocation: textOf(row["revocation"]),
});
