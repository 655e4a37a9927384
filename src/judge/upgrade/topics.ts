import type { Level, Rule } from "../../model/rule.ts";
import type { UpgradeTopic } from "../../model/upgrade.ts";
import type { Verdict, VerdictEvidence } from "../../model/verdict.ts";
import { areaKeyOf, areaOf, goneWith, type Signs } from "./areas.ts";
import type { OldWay } from "./old-ways.ts";
import { byHardness } from "./order.ts";

interface Standing {
  readonly rule: Rule;
  readonly today: Verdict | undefined;
}

/** What is to be built, a topic at a time: a hundred rules about a dozen things are a dozen things to do. */
export const topicsToBuild = (
  rules: readonly (Standing & { readonly verdict: Verdict })[],
  signs: Signs,
  oldWay: (place: VerdictEvidence) => OldWay | undefined,
): readonly UpgradeTopic[] =>
  groupBy(rules, (one) => topicOf(one, oldWay))
    .map(([key, members]): UpgradeTopic & Lead => {
      const area = areaOf(key);
      const ofArea = members.filter(({ rule }) => areaKeyOf(rule.id) === key);
      const lead = leadOf(ofArea.length > 0 ? ofArea : members);
      return {
        lead,
        area: key,
        title: area.build,
        level: lead.level,
        needed: area.inUse?.(signs) ?? true,
        rules: headsOf(members),
        fix: area.how ?? lead.fix,
        spec: lead.spec,
        evidence: oldPlaces(members, oldWay),
      };
    })
    .sort((left, right) => Number(right.needed) - Number(left.needed) || byHardness(left.lead, right.lead))
    .map(withoutLead);

/** What the server does today and need not do any more. */
export const topicsThatGo = (rules: readonly Standing[]): readonly UpgradeTopic[] =>
  groupBy(rules, ({ rule }) => goneWith(rule.id).key)
    .map(([, members]): UpgradeTopic & Lead => {
      const lead = leadOf(members);
      const { key, goes } = goneWith(lead.id);
      return {
        lead,
        area: key,
        title: goes.title,
        level: lead.level,
        needed: true,
        rules: headsOf(members),
        fix: goes.fix,
        spec: lead.spec,
        evidence: members.flatMap(({ today }) => today?.evidence.slice(0, 1) ?? []).slice(0, MOST_PLACES),
      };
    })
    .sort((left, right) => byHardness(left.lead, right.lead))
    .map(withoutLead);

interface Lead {
  readonly lead: Rule;
  readonly level: Level;
}

const withoutLead = ({ lead: _lead, ...topic }: UpgradeTopic & Lead): UpgradeTopic => topic;

/** What was told at the handshake is told by discovery, and what was a request becomes an input request. */
const MOVED_TO = { handshake: "DISC", question: "MRTR" } as const;

const topicOf = (
  { rule, verdict, today }: Standing & { readonly verdict: Verdict },
  oldWay: (place: VerdictEvidence) => OldWay | undefined,
): string => {
  const [first] = shownBy(verdict, today);
  const way = first && oldWay(first);
  return way === "handshake" || way === "question" ? MOVED_TO[way] : areaKeyOf(rule.id);
};

/** Where the server is seen to do it well today. */
const shownBy = (verdict: Verdict, today: Verdict | undefined): readonly VerdictEvidence[] =>
  verdict.state === "pass" ? verdict.evidence : today?.state === "pass" ? today.evidence : [];

const MOST_PLACES = 3;

const oldPlaces = (
  members: readonly (Standing & { readonly verdict: Verdict })[],
  oldWay: (place: VerdictEvidence) => OldWay | undefined,
): readonly VerdictEvidence[] => {
  const places = members.flatMap(({ verdict, today }) =>
    shownBy(verdict, today)
      .filter((place) => oldWay(place) !== undefined)
      .slice(0, 1),
  );
  const keys = new Set<string>();
  return places
    .filter(({ exchange, pointer }) => {
      const key = `${exchange} ${pointer}`;
      if (keys.has(key)) return false;
      keys.add(key);
      return true;
    })
    .slice(0, MOST_PLACES);
};

const headsOf = (members: readonly Standing[]): UpgradeTopic["rules"] =>
  members
    .map(({ rule: { id, title, level, fix, spec } }) => ({ id, title, level, fix, spec }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));

/** Groups are made of what is in them, so there is a first. */
const leadOf = (members: readonly Standing[]): Rule => {
  const [lead] = members.map(({ rule }) => rule).sort(byHardness);
  if (!lead) throw new Error("an empty topic");
  return lead;
};

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [string, readonly T[]])[] => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return [...groups];
};
