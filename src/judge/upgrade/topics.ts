import { groupBy } from "../../base/group-by.ts";
import type { Rule } from "../core/rule.ts";
import type { Verdict, VerdictEvidence } from "../core/verdict.ts";
import type { UpgradeTopic } from "../corpus/upgrade.ts";
import { areaKeyOf, areaOf, type goneWith, type ServerUsage } from "./areas.ts";
import { bySeverity } from "./by-severity.ts";
import type { LegacyUse } from "./legacy-use.ts";

interface StandingRule {
  readonly rule: Rule;
  readonly today: Verdict | undefined;
}

interface JudgedRule extends StandingRule {
  readonly verdict: Verdict;
}

/** A rule that the target no longer has, and what ends with it. */
export interface EndingRule extends StandingRule {
  readonly ends: ReturnType<typeof goneWith>;
}

type FindLegacyUse = (place: VerdictEvidence) => LegacyUse | undefined;

/** What has to be built, by topic: a hundred rules about a dozen topics are a dozen things to do. */
export const topicsToBuild = (
  rules: readonly JudgedRule[],
  usage: ServerUsage,
  legacyUse: FindLegacyUse,
): readonly UpgradeTopic[] =>
  toTopics(
    rules,
    (one) => topicOf(one, legacyUse),
    (key, members) => {
      const { build, how, inUse } = areaOf(key);
      const ofArea = members.filter(({ rule }) => areaKeyOf(rule.id) === key);
      const lead = leadOf(ofArea.length > 0 ? ofArea : members);
      const evidence = legacyPlaces(members, legacyUse);
      return { lead, title: build, needed: inUse?.(usage) ?? true, fix: how ?? lead.fix, evidence };
    },
  );

/** What the server does today and no longer needs to do. */
export const topicsThatGo = (rules: readonly EndingRule[]): readonly UpgradeTopic[] =>
  toTopics(
    rules,
    ({ ends }) => ends.key,
    (_key, members) => {
      const evidence = members.flatMap(({ today }) => today?.evidence.slice(0, 1) ?? []).slice(0, MOST_PLACES);
      const { title = "", fix = "" } = members[0]?.ends.goes ?? {};
      return { lead: leadOf(members), title, fix, needed: true, evidence };
    },
  );

type TopicWords = Pick<UpgradeTopic, "title" | "needed" | "fix" | "evidence"> & { readonly lead: Rule };

const toTopics = <T extends StandingRule>(
  rules: readonly T[],
  keyOf: (rule: T) => string,
  describe: (key: string, members: readonly T[]) => TopicWords,
): readonly UpgradeTopic[] =>
  [...groupBy(rules, keyOf)]
    .map(([area, members]) => ({ area, members, ...describe(area, members) }))
    .sort((left, right) => Number(right.needed) - Number(left.needed) || bySeverity(left.lead, right.lead))
    .map(({ area, title, lead: { level, spec }, needed, members, fix, evidence }) => ({
      area,
      title,
      level,
      needed,
      rules: headsOf(members),
      fix,
      spec,
      evidence,
    }));

/** Discovery replaces the handshake, and input requests replace requests to the client. */
const MOVED_TO = { handshake: "DISC", question: "MRTR" } as const;

const topicOf = ({ rule, verdict, today }: JudgedRule, legacyUse: FindLegacyUse): string => {
  const [first] = shownBy(verdict, today);
  const use = first && legacyUse(first);
  return use === "handshake" || use === "question" ? MOVED_TO[use] : areaKeyOf(rule.id);
};

/** Where the server does it right today. */
const shownBy = (verdict: Verdict, today: Verdict | undefined): readonly VerdictEvidence[] =>
  verdict.state === "pass" ? verdict.evidence : today?.state === "pass" ? today.evidence : [];

const MOST_PLACES = 3;

const legacyPlaces = (members: readonly JudgedRule[], legacyUse: FindLegacyUse): readonly VerdictEvidence[] => {
  const places = members.flatMap(
    ({ verdict, today }) => shownBy(verdict, today).find((place) => legacyUse(place) !== undefined) ?? [],
  );
  const seen = new Set<string>();
  return places
    .filter(({ exchange, pointer }) => seen.size < seen.add(`${exchange} ${pointer}`).size)
    .slice(0, MOST_PLACES);
};

const headsOf = (members: readonly StandingRule[]): UpgradeTopic["rules"] =>
  members
    .map(({ rule: { id, title, level, fix, spec } }) => ({ id, title, level, fix, spec }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));

const leadOf = (members: readonly StandingRule[]): Rule => {
  const [lead] = members.map(({ rule }) => rule).sort(bySeverity);
  if (!lead) throw new Error("an empty topic");
  return lead;
};
