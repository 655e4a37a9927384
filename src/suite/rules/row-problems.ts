import { FACTS } from "../../areas/all-facts.ts";
import type { Json } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import type { Condition, Matcher } from "../../judge/core/rule.ts";
import { match, type RegexEngine } from "../../judge/rules/match.ts";
import { parseTarget, TargetError } from "../../judge/rules/parse-target.ts";
import type { Problem, SuitePath } from "../problem.ts";

/** The members of an answer that a row may check: `result.capabilities`, `error.code`, `status`. */
export const ANSWER_MEMBERS = [
  "outcome",
  "asked",
  "message",
  "id",
  "result",
  "error",
  "status",
  "content_type",
  "headers",
  "body",
  "meanwhile",
  "stream",
  "trouble",
] as const;

export const isAnswerMember = (name: string): boolean => ANSWER_MEMBERS.some((known) => known === name);

/** What the targets of a row may name. */
export interface RowScope {
  /** First parts of targets, besides the facts. */
  readonly names: readonly string[];
  readonly facts: boolean;
  /** Why a member of an answer cannot be used here. */
  readonly noAnswer?: string;
}

/** Everything in a list of rows that can never be judged. `path` leads to the list. */
export const rowProblems = (
  rows: readonly Condition[],
  path: SuitePath,
  scope: RowScope,
  regex: RegexEngine,
): readonly Problem[] =>
  rows.flatMap(({ target, matcher }, index) => [
    ...checkTarget(target, [...path, index, "target"], scope),
    ...checkMatcher(matcher, [...path, index, "matcher"], regex),
  ]);

const checkTarget = (target: string, path: SuitePath, { names, facts, noAnswer }: RowScope): readonly Problem[] => {
  try {
    const { fact } = parseTarget(target);
    if (names.includes(fact) || (facts && FACTS.has(fact))) return [];
    if (noAnswer !== undefined && isAnswerMember(fact)) return [{ path, message: `${fact} ${noAnswer}` }];
    const known = [...names, ...(facts ? FACTS.keys() : [])];
    const near = nearestNames(fact, known);
    const hint =
      near.length > 0
        ? `did you mean ${near.join(" or ")}?`
        : facts
          ? "docs/facts.md lists them all"
          : `use one of ${names.join(", ")}`;
    return [{ path, message: `unknown target ${JSON.stringify(fact)}; ${hint}` }];
  } catch (error) {
    if (error instanceof TargetError) return [{ path, message: error.message }];
    throw error;
  }
};

const SAMPLES: readonly Json[] = [null, true, 0, "", [], {}, [{}]];

/** Tries the matcher on a few values: a pattern that does not compile or a `$ref` to nothing shows now, not in the run. */
export const checkMatcher = (matcher: Matcher, path: SuitePath, regex: RegexEngine): readonly Problem[] => {
  try {
    for (const sample of SAMPLES) match(sample, matcher, regex);
    return [];
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    return [{ path, message: `this matcher does not work: ${why.slice(0, 160)}` }];
  }
};
