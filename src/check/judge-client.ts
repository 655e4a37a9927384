import { digestOf, digestOfRaw } from "../capture/digest.ts";
import { isChosen } from "../corpus/rule-selectors.ts";
import { embeddedClientRuleset } from "../corpus-io/embedded.ts";
import { CLIENT_FACTS } from "../areas/client-facts.ts";
import { openClientView, revisionsSpoken } from "../judge/core/client/view.ts";
import { exchangesById } from "../judge/exchanges-by-id.ts";
import { openEvidence } from "../judge/rules/evidence.ts";
import type { JudgeContext } from "../judge/rules/judge-rule.ts";
import { judgeRuleset } from "../judge/rules/judge-ruleset.ts";
import type { AskedPart, Capture } from "../model/capture.ts";
import type { Rule } from "../model/rule.ts";
import type { Verdict, VerdictState } from "../model/verdict.ts";
import { LATEST_STATELESS, type Revision } from "../protocol/revision.ts";
import { regexFor } from "./regex-engine.ts";

export interface JudgedClient {
  /** The revisions clients spoke in the capture, newest first. */
  readonly spoken: readonly Revision[];
  /** One for each rule; of a client that speaks several revisions, the one that says most. */
  readonly verdicts: readonly Verdict[];
  /** The verdicts of each revision by itself. */
  readonly byRevision: ReadonlyMap<Revision, readonly Verdict[]>;
  /** How many rules have no verdict because others were chosen. */
  readonly leftOut: number;
}

/**
 * Judges the client's side of a capture. A client may speak several revisions, and what it says in each is judged by the
 * rules of that one. Where one is named, only what was said in it counts.
 */
export const judgeClient = async (
  capture: Capture,
  wanted?: Revision,
  part: Pick<AskedPart, "only" | "skip"> = {},
): Promise<JudgedClient> => {
  const spoken = revisionsSpoken(capture);
  const judged = wanted ? [wanted] : spoken.length > 0 ? spoken : [LATEST_STATELESS];
  const byRevision = await Promise.all(judged.map((revision) => judgeIn(capture, revision, part)));
  const verdicts = combine(byRevision.flatMap((one) => one.verdicts));
  const known = new Set(byRevision.flatMap((one) => one.rules.map(({ id }) => id)));
  return {
    spoken,
    verdicts,
    byRevision: new Map(judged.map((revision, index) => [revision, byRevision[index]?.verdicts ?? []])),
    leftOut: known.size - verdicts.length,
  };
};

const judgeIn = async (
  capture: Capture,
  revision: Revision,
  part: Pick<AskedPart, "only" | "skip">,
): Promise<{ readonly rules: readonly Rule[]; readonly verdicts: readonly Verdict[] }> => {
  const ruleset = embeddedClientRuleset(revision);
  const rules = ruleset.rules.filter((rule) => isChosen(part, rule));
  const context: JudgeContext = {
    view: openClientView(capture, revision),
    facts: CLIENT_FACTS,
    evidenceAt: openEvidence(capture, { value: digestOf, raw: digestOfRaw }),
    exchanges: exchangesById(capture),
    regex: await regexFor(rules.flatMap(({ when = [], expect }) => [...when, ...expect])),
  };
  return { rules: ruleset.rules, verdicts: judgeRuleset(context, { revision, rules }) };
};

/** What weighs more than what, where a rule was judged in several revisions. */
const WEIGHT = {
  error: 4,
  fail: 3,
  pass: 2,
  inconclusive: 1,
  "not-applicable": 0,
} as const satisfies Record<VerdictState, number>;

/** The weightiest verdict on each rule; of equal ones the first, which is of the newest revision. */
const combine = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const best = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const known = best.get(verdict.id);
    if (!known || WEIGHT[verdict.state] > WEIGHT[known.state]) best.set(verdict.id, verdict);
  }
  return [...best.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
};
