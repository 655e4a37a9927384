import type { ComplianceRow, Decision } from "../model/suite-result.ts";
import type { Verdict } from "../model/verdict.ts";
import type { BaselineEntry } from "../model/baseline.ts";
import type { JudgedTest } from "./judge-tests.ts";

/** What makes a failed rule red. `any`: every one that counts; explicit tests are always meant. */
export type RedLevel = "any" | "must" | "should" | "never";

export interface DecideOptions {
  /** Tests the user asked for one by one, rather than all rules of a revision. */
  readonly explicit: boolean;
  readonly red: RedLevel;
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
      ...(entry?.reason === undefined ? {} : { reason: entry.reason }),
      ...(entry?.tracking === undefined ? {} : { tracking: entry.tracking }),
    };
  });
};

const decide = (
  verdict: Verdict,
  listed: boolean,
  /** Another test of the same rule may fail where this one passes. */
  failsSomewhere: boolean,
  explicit: boolean,
  red: RedLevel,
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

const isRed = ({ advisory, level }: Verdict, red: RedLevel): boolean => {
  if (advisory) return false;
  switch (red) {
    case "any":
      return true;
    case "must":
      return level === "MUST";
    case "should":
      return level !== "MAY";
    case "never":
      return false;
  }
};
