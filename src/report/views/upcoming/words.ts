import { counted } from "../../../base/counted.ts";
import type { FeatureUse, UpcomingRemoval, UpcomingReport, UpcomingRule } from "../../../judge/corpus/upcoming.ts";
import { unseenPhrase } from "../../../judge/unseen-words.ts";

export const USE_WORDS = {
  used: "this server uses it",
  "not-seen": "no use of it was seen in this session",
  unknown: "the session does not show whether this server uses it",
} as const satisfies Record<FeatureUse, string>;

export const CHANGE_WORDS = {
  added: "new",
  changed: "different",
  removed: "gone",
} as const satisfies Record<UpcomingRule["change"], string>;

/** What concerns the server comes first. */
const RANKS = { used: 0, unknown: 1, "not-seen": 2 } as const satisfies Record<FeatureUse, number>;

export const byUse = (removals: readonly UpcomingRemoval[]): readonly UpcomingRemoval[] =>
  removals
    .map((removal, index) => ({ removal, index }))
    .sort((left, right) => rank(left.removal) - rank(right.removal) || left.index - right.index)
    .map(({ removal }) => removal);

const rank = ({ use }: UpcomingRemoval): number => (use === undefined ? 0 : RANKS[use]);

/** `deprecated since 2026-07-28; a revision from 2027-07-28 on may drop it`. */
export const removalWords = ({ since, removable_from }: UpcomingRemoval): string =>
  `deprecated since ${since}; ${
    removable_from === undefined ? "no day is named for its end" : `a revision from ${removable_from} on may drop it`
  }`;

export const upcomingHeadline = ({ target, server, removals, draft, proposals }: UpcomingReport): string => {
  const used = removals.filter(({ use }) => use === "used").length;
  const why = server && unseenPhrase(server.outcome);
  const features =
    target === null
      ? `${counted(removals.length, "feature is", "features are")} deprecated`
      : why !== undefined && used === 0
        ? `too little was seen to say what is used: ${why}`
        : used === 0
          ? "no use of a deprecated feature was seen"
          : `uses ${counted(used, "deprecated feature")}`;
  return [
    features,
    `the draft changes ${draft.rules.length === 0 ? "nothing yet" : counted(draft.rules.length, "rule")}`,
    proposals.length === 0
      ? "no accepted proposal waits for a revision"
      : counted(proposals.length, "accepted proposal waits", "accepted proposals wait"),
  ].join(", ");
};

/** `the specification's repository at b0f60ba54 (main), read on 2026-11-18`. */
export const sourceWords = ({ source: { url, ref, commit, read_on } }: UpcomingReport): string => {
  const at = commit === undefined ? (ref ?? "") : `${commit.slice(0, 9)}${ref === undefined ? "" : ` (${ref})`}`;
  return `${url}${at === "" ? "" : ` at ${at}`}, read on ${read_on}; mcptest compliance refresh reads it again`;
};

export const draftSentence = ({ draft }: UpcomingReport): string =>
  `The draft asks of servers what ${draft.from} asks, and nothing else yet.`;
