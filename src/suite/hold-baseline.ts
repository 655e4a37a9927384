import type { GateResult } from "../model/suite-result.ts";
import type { Verdict } from "../model/verdict.ts";
import type { BaselineEntry } from "./baseline.ts";
import { baselineNotes, decideRows, type RedLevel } from "./decide.ts";
import { baselineGate, failingRules } from "./judge-compliance.ts";

export interface HeldBaseline {
  readonly gate: GateResult;
  /** Entries that say nothing about this run. */
  readonly notes: readonly string[];
}

/** The verdicts of one server against what is known to fail. */
export const holdBaseline = (
  verdicts: readonly Verdict[],
  baseline: readonly BaselineEntry[],
  red: RedLevel,
): HeldBaseline => {
  const rows = decideRows(asTests(verdicts), { explicit: false, red, baseline });
  return { gate: baselineGate([{ rows }]), notes: baselineNotes(rows, baseline) };
};

/** What the baseline should list after these verdicts. */
export const knownFailures = (verdicts: readonly Verdict[], baseline: readonly BaselineEntry[]): readonly string[] =>
  failingRules([{ rows: decideRows(asTests(verdicts), { explicit: false, red: "any", baseline }) }], baseline);

const asTests = (verdicts: readonly Verdict[]) =>
  verdicts.map((verdict) => ({ name: verdict.id, check: verdict.id, verdict }));
