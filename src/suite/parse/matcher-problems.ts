import type { Matcher } from "../../judge/core/rule.ts";
import { loadRegex } from "../../judge/regex-engine.ts";
import { noRegex } from "../../judge/rules/match.ts";
import type { AnswerMatcher, Functional } from "../functional.ts";
import type { Problem } from "../problem.ts";
import { checkMatcher } from "../rules/row-problems.ts";

/** The matchers and patterns of functional tests that can never work. */
export const matcherProblems = async (tests: Functional | undefined): Promise<readonly Problem[]> => {
  const steps = (tests?.cases ?? []).flatMap((test) => test.steps);
  if (steps.length === 0) return [];
  const regex = needsRegex(steps) ? await loadRegex() : noRegex;
  return steps.flatMap(({ expect, mask, save, path }) => [
    ...expect.flatMap((row) => {
      const plain = plainMatcher(row.matcher);
      return plain ? checkMatcher(plain, [...row.path, "matcher"], regex) : [];
    }),
    ...[...save].flatMap(([name, saved]) =>
      saved.regex === undefined ? [] : checkMatcher({ regex: saved.regex }, [...path, "save", name, "regex"], regex),
    ),
    ...mask.flatMap((entry) =>
      "pattern" in entry ? checkMatcher({ regex: entry.pattern }, [...path, "mask"], regex) : [],
    ),
  ]);
};

type Steps = Functional["cases"][number]["steps"];

const needsRegex = (steps: Steps): boolean =>
  steps.some(
    ({ expect, mask, save }) =>
      [...save.values()].some((saved) => saved.regex !== undefined) ||
      mask.some((entry) => "pattern" in entry) ||
      expect.some(({ matcher }) => JSON.stringify(matcher).includes('"regex"')),
  );

/** Undefined for the one matcher that needs more than a value. */
export const plainMatcher = (matcher: AnswerMatcher): Matcher | undefined => {
  if ("matches-output-schema" in matcher) return undefined;
  if (!("not" in matcher)) return matcher;
  const inner = plainMatcher(matcher.not);
  return inner && { not: inner };
};
