import type { RuleText, TextSince } from "../../model/rule-text.ts";
import { createStyle } from "../style.ts";
import { wrapText } from "../wrap-text.ts";

/** One rule for a person at a terminal. Every text here is ours. */
export const renderRule = (
  rule: RuleText,
  { color, width }: { readonly color: boolean; readonly width: number },
): string => {
  const style = createStyle(color);
  const block = (title: string, lines: readonly string[]): string[] => [
    "",
    style.bold(title),
    ...lines.flatMap((line) => wrapText(line, width - 2)).map((line) => `  ${line}`),
  ];
  return `${[
    `${style.bold(rule.id)}  ${rule.title}`,
    style.dim([rule.section, ...(rule.transport ? [rule.transport] : []), describeClass(rule)].join(" · ")),
    ...block("What it means", texts(rule.means)),
    ...block("Why it matters", [rule.why]),
    ...block("How it is probed", texts(rule.probe)),
    ...block("A failing server sends", [rule.example]),
    ...block("How to fix it", [rule.fix]),
    ...(rule.implied_by === undefined ? [] : block("Follows from", [rule.implied_by])),
    ...block(
      "Level and page",
      rule.revisions.map(
        ({ revision, level, advisory, spec }) =>
          `${revision.padEnd(10)}  ${level.padEnd(6)}${advisory ? " (warning only)" : ""}  ${spec}`,
      ),
    ),
  ].join("\n")}\n`;
};

export const describeClass = ({ class: kind, class_reason: reason }: RuleText): string => {
  switch (kind) {
    case "implemented":
      return "checked";
    case "informational":
      return `not checked: ${reason}`;
    case "planned":
      return `not checked yet: ${reason}`;
    case "excluded":
      return `not checked: ${reason}`;
  }
};

/** A text that holds everywhere needs no date. */
const texts = (list: readonly TextSince[]): string[] =>
  list.length === 1 ? list.map(({ text }) => text) : list.map(({ since, text }) => `${since}: ${text}`);
