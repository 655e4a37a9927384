// How an innocent comes off: what the rules say of it, and what their stricter versions would.

import type { Capture } from "../../../src/capture/capture.ts";
import type { Rule, Ruleset } from "../../../src/judge/core/rule.ts";
import type { Verdict } from "../../../src/judge/core/verdict.ts";
import { embeddedExtensions, embeddedRuleset, everyRule } from "../../../src/judge/corpus-files/embedded.ts";
import { extensionRules } from "../../../src/judge/extensions/standing.ts";
import { type JudgeContext, judgeRule } from "../../../src/judge/rules/judge-rule.ts";
import { judgeRuleset } from "../../../src/judge/rules/judge-ruleset.ts";
import { judgeContextFor } from "../../../src/judge/session/judge-context.ts";
import type { Innocent, Stricter } from "../../servers/innocents/innocent.ts";
import type { Context } from "../../servers/mutants/context.ts";
import { DEFAULT_CONTEXTS } from "../../servers/mutants/mutant.ts";
import { revisionIn } from "../record-server.ts";
import type { Outcome } from "./innocence-matrix.ts";
import { withRawFacts } from "./raw-facts.ts";

export interface JudgedInnocent {
  /** Every rule of the revision and of all extensions: a stricter version may be tried on any server. */
  readonly ruleset: Ruleset;
  readonly context: JudgeContext;
  readonly verdicts: readonly Verdict[];
}

export const judgeAt = async (capture: Capture, context: Context): Promise<JudgedInnocent> => {
  const revision = revisionIn(context);
  const ruleset = everyRule(revision);
  const judging = await judgeContextFor(capture, revision, [ruleset]);
  const further = extensionRules(judging.view, embeddedExtensions(revision));
  const rules = [...embeddedRuleset(revision).rules, ...further];
  return { ruleset, context: judging, verdicts: judgeRuleset(judging, { revision, rules }) };
};

/** A rule whose failure is an accusation: what is advisory only warns, and a MAY asks for nothing. */
export const isAccusation = ({ level, advisory }: Pick<Rule, "level" | "advisory">): boolean =>
  !advisory && level !== "MAY";

export const outcomeOf = ({ verdicts }: JudgedInnocent, innocent: Innocent, context: Context): Outcome => {
  const failed = verdicts.filter(({ state }) => state === "fail" || state === "error");
  const about = new Set(strictVersions(innocent, context).map(([id]) => id));
  return {
    accused: failed.filter(isAccusation).map(({ id }) => id),
    warned: failed.filter((verdict) => !isAccusation(verdict)).map(({ id }) => id),
    closest: Object.fromEntries(verdicts.flatMap(({ id, state }) => (about.has(id) ? [[id, state]] : []))),
  };
};

/** The stricter versions that are tried in this context. */
export const strictVersions = (
  { closestTo, in: contexts = DEFAULT_CONTEXTS }: Innocent,
  context: Context,
): readonly (readonly [string, Stricter])[] =>
  Object.entries(closestTo).filter(([id, stricter]) => {
    const where = stricter.in ?? contexts.find((one) => ruleIn(everyRule(revisionIn(one)), id));
    return where === context;
  });

const ruleIn = ({ rules }: Ruleset, id: string): Rule | undefined => rules.find((rule) => rule.id === id);

/** What the stricter version of a rule says of the same session. */
export const strictState = ({ ruleset, context }: JudgedInnocent, id: string, stricter: Stricter): string => {
  const rule = ruleIn(ruleset, id);
  if (rule === undefined) throw new Error(`${ruleset.revision} has no rule ${id}`);
  const { name: _name, in: _in, ...row } = stricter;
  return judgeRule({ ...rule, ...row }, { ...context, facts: withRawFacts(context.facts) }).state;
};
