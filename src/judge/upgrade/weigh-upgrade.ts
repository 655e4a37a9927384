import { defined } from "../../base/defined.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Capture } from "../../capture/capture.ts";
import { eraOf } from "../../protocol/revision.ts";
import type { Rule, Ruleset } from "../core/rule.ts";
import type { InconclusiveReason, Verdict, VerdictEvidence } from "../core/verdict.ts";
import type { RuleText } from "../corpus/rule-text.ts";
import type { Upgrade, UpgradeBreak, UpgradeRule, UpgradeUnseen } from "../corpus/upgrade.ts";
import { describeExpectation } from "../rules/describe-matcher.ts";
import type { EvidenceAt } from "../rules/evidence.ts";
import { isInUse, readUsage } from "./areas.ts";
import { findLeftovers } from "./leftovers.ts";
import { openLegacyUse } from "./legacy-use.ts";
import { isStricter } from "./rule-changes.ts";
import { type EndingRule, topicsThatGo, topicsToBuild } from "./topics.ts";
import { type PlannedRule, planUpgrade } from "./upgrade-plan.ts";

/** A ruleset and its verdicts on the capture. */
export interface RulesetVerdicts {
  readonly ruleset: Ruleset;
  readonly verdicts: readonly Verdict[];
}

export interface UpgradeInput {
  readonly capture: Capture;
  /** By the revision the server speaks today. */
  readonly own: RulesetVerdicts;
  /** The same session, by the revision it should speak next. */
  readonly target: RulesetVerdicts;
  /** Every rule with its texts, including those that cannot be observed from outside the server. */
  readonly texts: readonly RuleText[];
  readonly evidenceAt: EvidenceAt;
}

/** A rule of the target, what it changes, and both verdicts on the server. */
interface WeighedRule extends Omit<PlannedRule, "isJudgedAlike"> {
  readonly verdict: Verdict;
  readonly today: Verdict | undefined;
}

/** Combines what changes between two revisions with what the server did. */
export const weighUpgrade = (input: UpgradeInput): Upgrade => {
  const { capture, own, target, evidenceAt, texts } = input;
  const [from, to] = [own.ruleset.revision, target.ruleset.revision];
  const plan = planUpgrade(own.ruleset, target.ruleset, texts);
  const today = byId(own.verdicts);
  const all = weighAll(plan.rules, today, byId(target.verdicts));
  const newEra = eraOf(from) !== eraOf(to);
  const legacyUse = newEra ? openLegacyUse(capture) : () => undefined;
  const groups = groupBy(all, (one) => groupOf(one, newEra, (place) => legacyUse(place) !== undefined));
  const of = (wanted: UpgradeGroup): readonly WeighedRule[] => groups.get(wanted) ?? [];
  const usage = readUsage(capture);
  const breaks = of("break").map(toBreak);
  const leftovers = findLeftovers(capture, target.ruleset, evidenceAt);
  const broken = new Set(breaks.map(({ id }) => id));
  const ending = plan.ending.map(({ rule, ends }): EndingRule => ({ rule, today: today.get(rule.id), ends }));
  const isUsed = ({ today: verdict, ends }: EndingRule): boolean =>
    (verdict?.state === "pass" || verdict?.state === "fail") && isInUse(ends, usage);
  const { hidden } = plan;
  return {
    from,
    to,
    ready: leftovers.length === 0 && breaks.every(({ advisory }) => advisory),
    breaks: breaks.map((one) => withCause(one, broken)),
    leftovers,
    build: topicsToBuild(of("build"), usage, legacyUse),
    goes: topicsThatGo(ending.filter(isUsed)),
    unseen: [...of("unseen").map(toUnseen), ...hidden.open].sort((left, right) => (left.id < right.id ? -1 : 1)),
    broken_today: of("broken-today").map(toRule),
    unused: [
      ...of("unused").map(({ rule }) => rule.id),
      ...ending.filter((one) => !isUsed(one)).map(({ rule }) => rule.id),
      ...hidden.ended,
    ].sort(),
    meets: of("met").map(toRule),
    errors: errorsIn([...own.verdicts, ...target.verdicts]),
  };
};

/** Once each: most of them throw in both revisions. */
const errorsIn = (verdicts: readonly Verdict[]): Upgrade["errors"] => [
  ...new Map(
    verdicts.flatMap((one) => (one.state === "error" ? [[one.id, { id: one.id, message: one.message }] as const] : [])),
  ).values(),
];

const weighAll = (
  rules: readonly PlannedRule[],
  today: ReadonlyMap<string, Verdict>,
  later: ReadonlyMap<string, Verdict>,
): readonly WeighedRule[] =>
  rules.flatMap(({ rule, before, change, move }): readonly WeighedRule[] => {
    const verdict = later.get(rule.id);
    return verdict ? [{ rule, before, change, move, verdict, today: today.get(rule.id) }] : [];
  });

const byId = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.id, one]));

/** Where a rule of the target is reported. `none`: nothing changes and nothing is known. */
type UpgradeGroup = "break" | "broken-today" | "build" | "met" | "unused" | "unseen" | "none";

const groupOf = (
  weighed: WeighedRule,
  newEra: boolean,
  isLegacy: (place: VerdictEvidence) => boolean,
): UpgradeGroup => {
  const { verdict, change, today } = weighed;
  switch (verdict.state) {
    case "fail":
      return isNewTrouble(weighed) ? "break" : "broken-today";
    case "pass":
      if (change !== "changed" && change !== "added") return "met";
      return verdict.evidence.length > 0 && verdict.evidence.every(isLegacy) ? "build" : "met";
    case "not-applicable":
      if (change === "same") return "none";
      // It applies to this server today, and the new era moved it.
      return newEra && change === "changed" && (today?.state === "pass" || today?.state === "fail")
        ? "build"
        : "unused";
    case "inconclusive":
      if (change === "same") return "none";
      // The older conversation had no place for it, so it has to be built.
      if (today?.state === "not-applicable" && change !== "added") return "unused";
      return NOT_ASKED.includes(verdict.reason) ? "build" : "unseen";
    case "error":
      return "unseen";
  }
};

const NOT_ASKED: readonly InconclusiveReason[] = ["not-probed", "prerequisite-missing"];

/** A rule that fails the same way in both revisions is not caused by the upgrade. */
const isNewTrouble = ({ change, move, today }: WeighedRule): boolean =>
  change === "added" || change === "changed" || today?.state !== "fail" || (move !== undefined && isStricter(move));

const toBreak = ({ rule, before, change, move, verdict, today }: WeighedRule): UpgradeBreak => {
  if (verdict.state !== "fail") throw new Error(`${rule.id} does not fail`);
  return {
    id: rule.id,
    title: rule.title,
    section: rule.section,
    level: rule.level,
    advisory: rule.advisory,
    change,
    ...defined({ level_move: move }),
    today: today?.state ?? null,
    ...defined({ was: before && wordsOf(before) }),
    now: verdict.expected,
    found: verdict.actual,
    evidence: verdict.evidence,
    failures: verdict.failures,
    fix: rule.fix,
    spec: rule.spec,
    ...defined({ implied_by: rule.implied_by }),
  };
};

/** A rule that passes is not the cause of another failure. */
const withCause = ({ implied_by, ...one }: UpgradeBreak, broken: ReadonlySet<string>): UpgradeBreak =>
  implied_by !== undefined && broken.has(implied_by) ? { ...one, implied_by } : one;

const wordsOf = ({ expect }: Rule): string => expect.map(describeExpectation).join("; ");

const toUnseen = ({ rule, change, verdict }: WeighedRule): UpgradeUnseen => ({
  id: rule.id,
  title: rule.title,
  level: rule.level,
  change,
  now: wordsOf(rule),
  why: verdict.state === "inconclusive" ? verdict.detail : verdict.state === "error" ? verdict.message : "",
  spec: rule.spec,
});

const toRule = ({ rule, change }: WeighedRule): UpgradeRule => ({ id: rule.id, title: rule.title, change });
