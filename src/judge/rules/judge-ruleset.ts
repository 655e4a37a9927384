import { FACTS } from "../../areas/all-facts.ts";
import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ContentFindings } from "../core/content-findings.ts";
import type { Rule, Ruleset } from "../core/rule.ts";
import type { SchemaFindings } from "../core/schema-findings.ts";
import type { FailedVerdict, Finding, Verdict } from "../core/verdict.ts";
import { openView } from "../core/view.ts";
import { exchangesById } from "../exchanges-by-id.ts";
import { type Digests, openEvidence } from "./evidence.ts";
import { type JudgeContext, judgeRule } from "./judge-rule.ts";
import { noRegex } from "./match.ts";
import { withShownCauses } from "./shown-causes.ts";

/** What a capture is judged with. Readings and digests are kept in it, so rulesets that share a context share them. */
export const openJudgeContext = (
  capture: Capture,
  /** The revision spoken in the part of the capture that is judged. */
  spoken: Revision,
  digests: Digests,
  schemas?: SchemaFindings,
  contents?: ContentFindings,
): JudgeContext => ({
  view: openView(capture, spoken, schemas, undefined, contents),
  facts: FACTS,
  evidenceAt: openEvidence(capture, digests),
  exchanges: exchangesById(capture),
  regex: noRegex,
});

/** Every rule of the ruleset, in the order of the ids. */
export const judgeRuleset = (context: JudgeContext, { revision, rules }: Ruleset): readonly Verdict[] =>
  withShownCauses(rules.map((rule) => toVerdict(rule, revision, judgeSafely(rule, context))).sort(byId));

const byId = (left: { readonly id: string }, right: { readonly id: string }): number =>
  left.id < right.id ? -1 : left.id > right.id ? 1 : 0;

/** How a rule stands, for whoever only counts. */
type Standing = Pick<Verdict, "level" | "advisory" | "state">;

export interface CountedRules {
  readonly standings: readonly Standing[];
  readonly failed: readonly FailedVerdict[];
}

/** How every rule of the ruleset stands, and the verdicts of those that fail. */
export const countRuleset = (context: JudgeContext, { revision, rules }: Ruleset): CountedRules => {
  const brief: JudgeContext = { ...context, countsOnly: true };
  const standings: Standing[] = [];
  const failed: Verdict[] = [];
  for (const rule of rules) {
    const finding = judgeSafely(rule, brief);
    standings.push({ level: rule.level, advisory: rule.advisory, state: finding.state });
    if (finding.state === "fail") failed.push(toVerdict(rule, revision, finding));
  }
  // A cause is another failure, so those that do not fail have no say in it.
  return { standings, failed: withShownCauses(failed.sort(byId)).filter(isFailed) };
};

const isFailed = (verdict: Verdict): verdict is FailedVerdict => verdict.state === "fail";

/** Whatever throws here is our bug, never the server's fault. */
const judgeSafely = (rule: Rule, context: JudgeContext): Finding => {
  try {
    return judgeRule(rule, context);
  } catch (error) {
    return { state: "error", message: error instanceof Error ? error.message : String(error), evidence: [] };
  }
};

const toVerdict = (rule: Rule, revision: Revision, finding: Finding): Verdict => {
  const { id, title, level, section, advisory, spec, fix, basic, implied_by, extension } = rule;
  const isPlain = basic === undefined && implied_by === undefined && extension === undefined;
  // Nearly all verdicts are of these forms, hundreds in a session: written out they take a third of the time of a spread.
  if (isPlain && finding.state === "pass") {
    const { state, evidence } = finding;
    return { id, title, level, revision, section, advisory, state, evidence, spec, fix };
  }
  if (isPlain && finding.state === "not-applicable") {
    const { state, reason, detail, evidence } = finding;
    return { id, title, level, revision, section, advisory, state, reason, detail, evidence, spec, fix };
  }
  if (isPlain && finding.state === "inconclusive") {
    const { state, reason, detail, evidence } = finding;
    return { id, title, level, revision, section, advisory, state, reason, detail, evidence, spec, fix };
  }
  return {
    ...{ id, title, level, revision, section, advisory },
    ...finding,
    ...{ spec, fix, ...defined({ basic, implied_by, extension }) },
  };
};
