import { compareRevisions, type Revision } from "../../model/revision.ts";
import type { RuleText } from "../../model/rule-text.ts";
import type { RuleChange, UpgradeUnseen } from "../../model/upgrade.ts";

export interface HiddenChanges {
  /** New or different requirements that no probe sees: the reader has to look. */
  readonly open: readonly UpgradeUnseen[];
  readonly ended: readonly string[];
}

/** What changes among the requirements that are not checked, told from their texts. */
export const hiddenChanges = (texts: readonly RuleText[], from: Revision, to: Revision): HiddenChanges => {
  const hidden = texts.filter(({ class: kind }) => kind !== "implemented");
  return {
    open: hidden.flatMap((text) => {
      const after = text.revisions.find(({ revision }) => revision === to);
      const change = after && changeOf(text, from, to);
      if (!after || !change) return [];
      const now = textAt(text, to);
      return [
        { id: text.id, title: text.title, level: after.level, change, now, why: text.class_reason, spec: after.spec },
      ];
    }),
    ended: hidden.flatMap(({ id, revisions }) =>
      revisions.some(({ revision }) => revision === from) && !revisions.some(({ revision }) => revision === to)
        ? [id]
        : [],
    ),
  };
};

const changeOf = (text: RuleText, from: Revision, to: Revision): Exclude<RuleChange, "same"> | undefined => {
  const before = text.revisions.find(({ revision }) => revision === from);
  const after = text.revisions.find(({ revision }) => revision === to);
  if (!before) return "added";
  if (textAt(text, from) !== textAt(text, to)) return "changed";
  return before.level === after?.level ? undefined : "level";
};

const textAt = ({ means }: RuleText, revision: Revision): string =>
  means.filter(({ since }) => compareRevisions(since, revision) <= 0).at(-1)?.text ?? "";
