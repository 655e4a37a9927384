import { groupBy } from "../../../base/group-by.ts";
import type { ReplayedAnswer, ReplayReport } from "../../../probe/replay/replay-report.ts";

/** Answers that changed in the same way: a list that was asked for thirty times changed once. */
export interface AnswerGroup {
  readonly first: ReplayedAnswer;
  readonly exchanges: readonly string[];
}

export const changedGroups = ({ answers }: ReplayReport): readonly AnswerGroup[] => {
  const changed = answers.filter(({ state }) => state !== "same");
  const groups = groupBy(changed, ({ asked, subject, state, differences, reason }) =>
    JSON.stringify([asked, subject ?? null, state, differences, reason ?? null]),
  );
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first ? [{ first, exchanges: members.map(({ exchange }) => exchange) }] : [];
  });
};

export const askedWords = ({ asked, subject }: Pick<ReplayedAnswer, "asked" | "subject">): string =>
  subject === undefined ? asked : `${asked} ${subject}`;

export const countWords = ({ counts }: ReplayReport): string =>
  [
    `${counts.same} the same`,
    ...(counts.differs > 0 ? [`${counts.differs} ${counts.differs === 1 ? "differs" : "differ"}`] : []),
    ...(counts.gone > 0 ? [`${counts.gone} gone`] : []),
    ...(counts.new > 0 ? [`${counts.new} new`] : []),
    ...(counts.left_out > 0 ? [`${counts.left_out} left out`] : []),
  ].join(", ");
