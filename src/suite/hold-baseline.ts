import type { GateResult } from "../model/suite-result.ts";
import type { Verdict } from "../model/verdict.ts";
import type { BaselineEntry } from "./baseline.ts";
import { baselineGate } from "./baseline-gate.ts";
import { decideRows, type RedLevel } from "./decide.ts";
import { failingRules } from "./judge-compliance.ts";

/** The verdicts of one server against what is known to fail. */
export const holdBaseline = (
  verdicts: readonly Verdict[],
  baseline: readonly BaselineEntry[],
  red: RedLevel,
): GateResult => baselineGate([{ rows: decideRows(asTests(verdicts), { explicit: false, red, baseline }) }], baseline);

/** What the baseline should list after these verdicts. */
export const knownFailures = (verdicts: readonly Verdict[], baseline: readonly BaselineEntry[]): readonly string[] =>
  failingRules([{ rows: decideRows(asTests(verdicts), { explicit: false, red: "any", baseline }) }], baseline);

const asTests = (verdicts: readonly Verdict[]) =>
  verdicts.map((verdict) => ({ name: verdict.id, check: verdict.id, verdict }));
