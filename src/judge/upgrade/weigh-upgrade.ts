import type { Capture } from "../../model/capture.ts";
import { eraOf } from "../../model/revision.ts";
import type { Rule, Ruleset } from "../../model/rule.ts";
import type { RuleText } from "../../model/rule-text.ts";
import type { LevelMove, RuleChange, Upgrade, UpgradeBreak, UpgradeRule, UpgradeUnseen } from "../../model/upgrade.ts";
import type { InconclusiveReason, Verdict, VerdictEvidence } from "../../model/verdict.ts";
import { describeExpectation } from "../rules/describe-matcher.ts";
import type { Exhibitor } from "../rules/evidence.ts";
import { isInUse, readSigns, type Signs } from "./areas.ts";
import { hiddenChanges } from "./hidden-changes.ts";
import { findLeftovers } from "./leftovers.ts";
import { openOldWays } from "./old-ways.ts";
import { byHardness } from "./order.ts";
import { changeOf, isStricter, levelMoves } from "./rule-changes.ts";
import { topicsThatGo, topicsToBuild } from "./topics.ts";

/** A ruleset and what it says of the capture. */
export interface Judged {
  readonly ruleset: Ruleset;
  readonly verdicts: readonly Verdict[];
}

export interface UpgradeInput {
  readonly capture: Capture;
  /** By the revision the server speaks. */
  readonly own: Judged;
  /** The same session by the revision it is to speak. */
  readonly target: Judged;
  /** Every rule with its texts, also those that nothing outside the server can see. */
  readonly texts: readonly RuleText[];
  readonly exhibit: Exhibitor;
}

/** A rule of the target, what it changes, and what both revisions say of the server. */
export interface Weighed {
  readonly rule: Rule;
  readonly before: Rule | undefined;
  readonly change: RuleChange;
  readonly move: LevelMove | undefined;
  readonly verdict: Verdict;
  readonly today: Verdict | undefined;
}

/** Crosses what changes between two revisions with what the server did. */
export const weighUpgrade = (input: UpgradeInput): Upgrade => {
  const { capture, own, target, exhibit, texts } = input;
  const [from, to] = [own.ruleset.revision, target.ruleset.revision];
  const all = weighAll(own, target, levelMoves(texts, from, to));
  const newEra = eraOf(from) !== eraOf(to);
  const oldWay = newEra ? openOldWays(capture) : () => undefined;
  const fate = new Map(all.map((one) => [one, fateOf(one, newEra, (place) => oldWay(place) !== undefined)]));
  const of = (wanted: Fate): readonly Weighed[] => all.filter((one) => fate.get(one) === wanted);
  const signs: Signs = readSigns(capture);
  const breaks = of("break").map(toBreak);
  const leftovers = findLeftovers(capture, target.ruleset, exhibit);
  const broken = new Set(breaks.map(({ id }) => id));
  const ending = endingRules(own, target);
  const isUsed = ({ rule, today }: Ending): boolean =>
    (today?.state === "pass" || today?.state === "fail") && isInUse(rule.id, signs);
  const hidden = hiddenChanges(texts, from, to);
  return {
    from,
    to,
    ready: leftovers.length === 0 && breaks.every(({ advisory }) => advisory),
    breaks: breaks.map((one) => withCause(one, broken)),
    leftovers,
    build: topicsToBuild(of("build"), signs, oldWay),
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

/** Most throw in both revisions. */
const errorsIn = (verdicts: readonly Verdict[]): Upgrade["errors"] => [
  ...new Map(
    verdicts.flatMap((one) => (one.state === "error" ? [[one.id, { id: one.id, message: one.message }] as const] : [])),
  ).values(),
];

const weighAll = (own: Judged, target: Judged, moves: ReadonlyMap<string, LevelMove>): readonly Weighed[] => {
  const rules = new Map(own.ruleset.rules.map((rule) => [rule.id, rule]));
  const verdicts = new Map(own.verdicts.map((verdict) => [verdict.id, verdict]));
  const later = new Map(target.verdicts.map((verdict) => [verdict.id, verdict]));
  return target.ruleset.rules
    .flatMap((rule): readonly Weighed[] => {
      const verdict = later.get(rule.id);
      if (!verdict) return [];
      const before = rules.get(rule.id);
      const move = moves.get(rule.id);
      return [{ rule, before, change: changeOf(before, rule, move), move, verdict, today: verdicts.get(rule.id) }];
    })
    .sort((left, right) => byHardness(left.rule, right.rule));
};

/** A rule that the target no longer has. */
interface Ending {
  readonly rule: Rule;
  readonly today: Verdict | undefined;
}

const endingRules = (own: Judged, target: Judged): readonly Ending[] => {
  const kept = new Set(target.ruleset.rules.map(({ id }) => id));
  const verdicts = new Map(own.verdicts.map((verdict) => [verdict.id, verdict]));
  return own.ruleset.rules.filter(({ id }) => !kept.has(id)).map((rule) => ({ rule, today: verdicts.get(rule.id) }));
};

/** What becomes of a rule of the target. `none`: nothing changes and nothing can be said. */
type Fate = "break" | "broken-today" | "build" | "met" | "unused" | "unseen" | "none";

const fateOf = (weighed: Weighed, newEra: boolean, isOldWay: (place: VerdictEvidence) => boolean): Fate => {
  const { verdict, change, today } = weighed;
  switch (verdict.state) {
    case "fail":
      return isNewTrouble(weighed) ? "break" : "broken-today";
    case "pass":
      if (change !== "changed" && change !== "added") return "met";
      return verdict.evidence.length > 0 && verdict.evidence.every(isOldWay) ? "build" : "met";
    case "not-applicable":
      if (change === "same") return "none";
      // It concerns this server today, and the new era looks for it in another place.
      return newEra && change === "changed" && (today?.state === "pass" || today?.state === "fail")
        ? "build"
        : "unused";
    case "inconclusive":
      if (change === "same") return "none";
      // The older conversation had no occasion for it: that is what is to be built.
      if (today?.state === "not-applicable" && change !== "added") return "unused";
      return NOT_ASKED.includes(verdict.reason) ? "build" : "unseen";
    case "error":
      return "unseen";
  }
};

const NOT_ASKED: readonly InconclusiveReason[] = ["not-probed", "prerequisite-missing"];

/** What fails in both revisions for the same reason is no matter of the upgrade. */
const isNewTrouble = ({ change, move, today }: Weighed): boolean =>
  change === "added" || change === "changed" || today?.state !== "fail" || (move !== undefined && isStricter(move));

const toBreak = ({ rule, before, change, move, verdict, today }: Weighed): UpgradeBreak => {
  if (verdict.state !== "fail") throw new Error(`${rule.id} does not fail`);
  return {
    id: rule.id,
    title: rule.title,
    section: rule.section,
    level: rule.level,
    advisory: rule.advisory,
    change,
    ...(move ? { level_move: move } : {}),
    today: today?.state ?? null,
    ...(before ? { was: wordsOf(before) } : {}),
    now: verdict.expected,
    found: verdict.actual,
    evidence: verdict.evidence,
    failures: verdict.failures,
    fix: rule.fix,
    spec: rule.spec,
    ...(rule.implied_by === undefined ? {} : { implied_by: rule.implied_by }),
  };
};

/** A cause that holds is no cause. */
const withCause = ({ implied_by, ...one }: UpgradeBreak, broken: ReadonlySet<string>): UpgradeBreak =>
  implied_by !== undefined && broken.has(implied_by) ? { ...one, implied_by } : one;

const wordsOf = ({ expect }: Rule): string => expect.map(describeExpectation).join("; ");

const toUnseen = ({ rule, change, verdict }: Weighed): UpgradeUnseen => ({
  id: rule.id,
  title: rule.title,
  level: rule.level,
  change,
  now: wordsOf(rule),
  why: verdict.state === "inconclusive" ? verdict.detail : verdict.state === "error" ? verdict.message : "",
  spec: rule.spec,
});

const toRule = ({ rule, change }: Weighed): UpgradeRule => ({ id: rule.id, title: rule.title, change });
