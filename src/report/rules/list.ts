import type { Revision } from "../../model/revision.ts";
import type { RuleText } from "../../model/rule-text.ts";
import { createStyle } from "../style.ts";

/** The rules of one revision, or of all, a line each. */
export const renderRuleList = (
  rules: readonly RuleText[],
  revision: Revision | undefined,
  { color }: { readonly color: boolean },
): string => {
  const style = createStyle(color);
  const lines = rules.map((rule) => {
    const found = rule.revisions.find((entry) => entry.revision === revision) ?? rule.revisions.at(-1);
    const level = `${found?.level ?? ""}${found?.advisory ? "*" : ""}`;
    return `${style.bold(rule.id.padEnd(11))} ${level.padEnd(8)}${rule.section.padEnd(16)} ${rule.title}`;
  });
  return `${[...lines, "", `${rules.length} rules; * is a warning that counts in no grade`].join("\n")}\n`;
};
