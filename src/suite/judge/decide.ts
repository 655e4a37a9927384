import { defined } from "../../base/defined.ts";
import { isBroughtAlong } from "../../judge/core/origin.ts";
import { LEVELS, type Level } from "../../judge/core/rule.ts";
import type { FailedVerdict, Verdict } from "../../judge/core/verdict.ts";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import type { ComplianceRow, Decision } from "../suite-result.ts";
import type { JudgedTest } from "./judge-tests.ts";

/** Which failed rules fail the run. `any`: every rule that counts. Tests written down one by one always do. */
export type FailLevel = "any" | "must" | "should" | "yours" | "never";

export interface DecideOptions {
  /** Tests the user asked for one by one, rather than all rules of a revision. */
  readonly explicit: boolean;
  readonly red: FailLevel;
  readonly baseline?: readonly BaselineEntry[];
}

export const decideRows = (
  judged: readonly JudgedTest[],
  { explicit, red, baseline = [] }: DecideOptions,
): readonly ComplianceRow[] => {
  const listed = new Map(baseline.map((entry) => [entry.rule_id, entry]));
  const failing = new Set(judged.filter(({ verdict }) => verdict.state === "fail").map(({ verdict }) => verdict.id));
  return judged.map(({ name, check, verdict }) => {
    const entry = listed.get(verdict.id);
    return {
      name,
      check,
      verdict,
      decision: decide(verdict, entry !== undefined, failing.has(verdict.id), explicit, red),
      ...defined({ reason: entry?.reason, tracking: entry?.tracking }),
    };
  });
};

const decide = (
  verdict: Verdict,
  listed: boolean,
  /** Another test of the same rule may fail where this one passes. */
  failsSomewhere: boolean,
  explicit: boolean,
  red: FailLevel,
): Decision => {
  switch (verdict.state) {
    case "pass":
      return listed && !failsSomewhere ? "stale" : "ok";
    case "fail":
      if (listed) return "expected";
      return explicit || isRed(verdict, red) ? "failed" : "tolerated";
    case "not-applicable":
      return "skipped";
    case "inconclusive":
      return explicit ? "open" : "skipped";
    case "error":
      return "error";
  }
};

const isRed = (verdict: FailedVerdict, red: FailLevel): boolean =>
  !verdict.advisory && RED_LEVELS[red].includes(verdict.level) && (red !== "yours" || !isBroughtAlong(verdict.origin));

const RED_LEVELS: Readonly<Record<FailLevel, readonly Level[]>> = {
  any: LEVELS,
  must: ["MUST"],
  should: ["MUST", "SHOULD"],
  yours: ["MUST"],
  never: [],
};
