import { defined } from "../../base/defined.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ByRevision, RegistryRow } from "../core/rule.ts";
import { atRevision, revisionsOf } from "./by-revision.ts";
import type { ExtensionHead } from "./extension.ts";
import { extensionLink } from "./extension-ruleset.ts";
import type { RuleClass, RuleText, TextSince } from "./rule-text.ts";
import { isAdvisory } from "./ruleset.ts";
import { specLink } from "./spec-link.ts";

export const toRuleText = (row: RegistryRow, kind: RuleClass, reason: string, extension?: ExtensionHead): RuleText => {
  const revisions = revisionsOf(row);
  return {
    id: row.rule_id,
    title: row.title,
    section: row.section,
    class: kind,
    class_reason: reason,
    ...defined({
      transport: row.transport,
      lanes: row.lanes,
      implied_by: row.implied_by,
      extension: extension?.identifier,
    }),
    revisions: revisions.map((revision) => ({
      revision,
      level: atRevision(row.level, revision) ?? "MAY",
      advisory: isAdvisory(row, revision),
      spec: extension
        ? extensionLink(extension, atRevision(row.spec, revision) ?? "")
        : specLink(revision, atRevision(row.spec, revision) ?? ""),
    })),
    means: textsSince(row.means, revisions),
    probe: row.probe === undefined ? [] : textsSince(row.probe, revisions),
    why: row.why,
    example: row.example,
    fix: row.fix,
  };
};

const textsSince = (value: string | ByRevision<string>, revisions: readonly Revision[]): readonly TextSince[] => {
  const texts: TextSince[] = [];
  for (const since of revisions) {
    const text = atRevision(value, since) ?? "";
    if (text !== texts.at(-1)?.text) texts.push({ since, text });
  }
  return texts;
};
