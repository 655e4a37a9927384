import { compareRevisions, type Revision } from "../../protocol/revision.ts";
import type { Rule } from "../core/rule.ts";
import { carries } from "./by-revision.ts";
import { type Compliance, CorpusError, type Extension } from "./corpus.ts";
import type { ExtensionHead, ExtensionRuleset, Extensions } from "./extension.ts";
import { joinRule } from "./ruleset.ts";

/** What holds beside a revision: the rules of every extension whose text is written for it, and the names that are known. */
export const extensionsOf = ({ extensions, known }: Compliance, revision: Revision): Extensions => ({
  judged: judgedVersions(extensions).map((extension) => rulesetOfExtension(extension, revision)),
  known,
});

/** Of each extension the newest version of its text that is no draft; a draft where there is nothing else. */
export const judgedVersions = (extensions: readonly Extension[]): readonly Extension[] => {
  const newest = new Map<string, Extension>();
  for (const extension of extensions) {
    const { id, version } = extension.head;
    if (version !== "draft" || !newest.has(id)) newest.set(id, extension);
  }
  return [...newest.values()];
};

/** Beside a revision before its text an extension has no rules; it is still known. */
const rulesetOfExtension = ({ head, registry, rows }: Extension, revision: Revision): ExtensionRuleset => {
  const isWrittenFor = compareRevisions(head.since, revision) <= 0;
  const rules = [...rows.values()].flatMap((row): Rule[] => {
    const entry = registry.get(row.rule_id);
    if (!entry)
      throw new CorpusError(`extension ${head.id} has a row for ${row.rule_id}, which its registry does not know`);
    if (!isWrittenFor || !carries(entry, revision)) return [];
    return [{ ...joinRule(entry, row, revision, (page) => extensionLink(head, page)), extension: head.identifier }];
  });
  return { ...head, rules: rules.sort((left, right) => (left.id < right.id ? -1 : 1)) };
};

/** A rule names the anchor; the head has the page. */
export const extensionLink = ({ text }: Pick<ExtensionHead, "text">, anchor: string): string =>
  anchor.startsWith("#") ? `${text}${anchor}` : text;
