// How a near-miss comes off: what the rules say of it, and what their stricter versions would.

import type { Capture } from "../../../src/capture/capture.ts";
import type { Rule, Ruleset } from "../../../src/judge/core/rule.ts";
import type { Verdict } from "../../../src/judge/core/verdict.ts";
import { embeddedExtensions, embeddedRuleset, everyRule } from "../../../src/judge/corpus-files/embedded.ts";
import { extensionRules } from "../../../src/judge/extensions/standing.ts";
import { type JudgeContext, judgeRule } from "../../../src/judge/rules/judge-rule.ts";
import { judgeRuleset } from "../../../src/judge/rules/judge-ruleset.ts";
import { judgeContextFor } from "../../../src/judge/session/judge-context.ts";
import { type Context, DEFAULT_CONTEXTS } from "../../areas/contexts.ts";
import type { NearMiss, Stricter } from "../../areas/variant.ts";
import { revisionIn } from "../record-server.ts";
import type { Outcome } from "./near-miss-matrix.ts";
import { withRawFacts } from "./raw-facts.ts";

export interface JudgedNearMiss {
  /** Every rule of the revision and of all extensions: a stricter version may be tried on any server. */
  readonly ruleset: Ruleset;
  readonly context: JudgeContext;
  readonly verdicts: readonly Verdict[];
}

export const judgeAt = async (capture: Capture, context: Context): Promise<JudgedNearMiss> => {
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

export const outcomeOf = ({ verdicts }: JudgedNearMiss, nearMiss: NearMiss, context: Context): Outcome => {
  const failed = verdicts.filter(({ state }) => state === "fail" || state === "error");
  const about = new Set(strictVersions(nearMiss, context).map(([id]) => id));
  return {
    accused: failed.filter(isAccusation).map(({ id }) => id),
    warned: failed.filter((verdict) => !isAccusation(verdict)).map(({ id }) => id),
    closest: Object.fromEntries(verdicts.flatMap(({ id, state }) => (about.has(id) ? [[id, state]] : []))),
  };
};

/** The stricter versions that are tried in this context. */
export const strictVersions = (
  { closestTo, in: contexts = DEFAULT_CONTEXTS }: NearMiss,
  context: Context,
): readonly (readonly [string, Stricter])[] =>
  Object.entries(closestTo).filter(([id, stricter]) => {
    const where = stricter.in ?? contexts.find((one) => ruleIn(everyRule(revisionIn(one)), id));
    return where === context;
  });

const ruleIn = ({ rules }: Ruleset, id: string): Rule | undefined => rules.find((rule) => rule.id === id);

/** What the stricter version of a rule says of the same session. */
export const strictState = ({ ruleset, context }: JudgedNearMiss, id: string, stricter: Stricter): string => {
  const rule = ruleIn(ruleset, id);
  if (rule === undefined) throw new Error(`${ruleset.revision} has no rule ${id}`);
  const { name: _name, in: _in, ...row } = stricter;
  return judgeRule({ ...rule, ...row }, { ...context, facts: withRawFacts(context.facts) }).state;
};
