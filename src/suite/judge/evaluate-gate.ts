import type { Json } from "../../base/json.ts";
import type { Expectation } from "../../judge/core/rule.ts";
import { describeExpectation } from "../../judge/rules/describe-matcher.ts";
import { excerpt } from "../../judge/rules/evidence.ts";
import { followPath } from "../../judge/rules/follow-path.ts";
import { match, type RegexEngine } from "../../judge/rules/match.ts";
import { parseTarget } from "../../judge/rules/parse-target.ts";
import type { GateResult } from "../../report/gate-result.ts";

/** A gate passes while there is nothing to compare with, and says how to change that. */
export const nothingToCompare = (gate: GateResult["gate"], note: string): GateResult => ({
  gate,
  pass: true,
  line: `${gate}: PASS (${note})`,
  note,
  values: {},
  details: [],
});

/** The expectations of a gate that are not met, a phrase each. */
export const evaluateGate = (
  values: Readonly<Record<string, Json>>,
  expect: readonly Expectation[],
  regex: RegexEngine,
): readonly string[] =>
  expect.flatMap((expectation) => {
    const { fact, path } = parseTarget(expectation.target);
    const value = values[fact];
    const spots =
      value === undefined ? [{ value: undefined }] : followPath({ value, exchange: null, pointer: "" }, path);
    const failing = spots.filter((spot) => !match(spot.value, expectation.matcher, regex).ok);
    const [first] = failing;
    if (!first && spots.length > 0) return [];
    return [`expected ${describeExpectation(expectation)}, found ${excerpt(first?.value, 120)}`];
  });
