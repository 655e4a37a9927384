import { compareRevisions, type Revision } from "../../protocol/revision.ts";
import type { RuleText } from "../corpus/rule-text.ts";
import type { UpgradeUnseen } from "../corpus/upgrade.ts";

export interface HiddenChanges {
  /** New or different requirements that no probe can observe: the reader has to check. */
  readonly open: readonly UpgradeUnseen[];
  readonly ended: readonly string[];
}

/** What changes among the requirements that mcptest does not check, judged by their texts. */
export const hiddenChanges = (texts: readonly RuleText[], from: Revision, to: Revision): HiddenChanges => {
  const hidden = texts.filter(({ class: kind }) => kind !== "implemented");
  return {
    open: hidden.flatMap((text) => {
      const [before, after] = [rowAt(text, from), rowAt(text, to)];
      const isReworded = textAt(text, from) !== textAt(text, to);
      const change = !before ? "added" : isReworded ? "changed" : before.level === after?.level ? undefined : "level";
      if (!after || !change) return [];
      const now = textAt(text, to);
      return [
        { id: text.id, title: text.title, level: after.level, change, now, why: text.class_reason, spec: after.spec },
      ];
    }),
    ended: hidden.filter((text) => rowAt(text, from) && !rowAt(text, to)).map(({ id }) => id),
  };
};

const rowAt = ({ revisions }: RuleText, wanted: Revision): RuleText["revisions"][number] | undefined =>
  revisions.find(({ revision }) => revision === wanted);

const textAt = ({ means }: RuleText, revision: Revision): string =>
  means.filter(({ since }) => compareRevisions(since, revision) <= 0).at(-1)?.text ?? "";
