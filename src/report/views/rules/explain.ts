import { isClientRule } from "../../../judge/corpus/rule-id.ts";
import type { RuleText, TextSince } from "../../../judge/corpus/rule-text.ts";
import type { ReportView } from "../../report.ts";

/** One rule for a person at a terminal. Every text here is ours. */
export const explainView = {
  pretty: (rule, { bold, dim, paragraph }) => {
    const block = (title: string, lines: readonly string[]): string[] =>
      lines.length === 0 ? [] : ["", bold(title), ...lines.flatMap((line) => paragraph(line, 2))];
    return [
      `${bold(rule.id)}  ${rule.title}`,
      dim(
        [
          rule.section,
          ...(rule.extension === undefined ? [] : [`of ${rule.extension}, judged where it is declared or used`]),
          ...(rule.transport ? [rule.transport] : []),
          describeClass(rule),
        ].join(" · "),
      ),
      ...block("What it means", texts(rule.means)),
      ...block("Why it matters", [rule.why]),
      ...block("What is asked", rule.asks ?? []),
      ...block("How it is probed", texts(rule.probe)),
      ...block(`A failing ${isClientRule(rule.id) ? "client" : "server"} sends`, [rule.example]),
      ...block("How to fix it", [rule.fix]),
      ...(rule.implied_by === undefined ? [] : block("Follows from", [rule.implied_by])),
      ...block(
        "Level and page",
        rule.revisions.map(
          ({ revision, level, advisory, spec }) =>
            `${revision.padEnd(10)}  ${level.padEnd(6)}${advisory ? " (warning only)" : ""}  ${spec}`,
        ),
      ),
    ];
  },
} as const satisfies ReportView<RuleText>;

const describeClass = ({ class: kind, class_reason: reason }: RuleText): string => {
  switch (kind) {
    case "implemented":
      return "checked";
    case "planned":
      return `not checked yet: ${reason}`;
    case "withdrawn":
      return `withdrawn, no longer checked: ${reason}`;
    case "informational":
    case "excluded":
      return `not checked: ${reason}`;
  }
};

/** A text that holds everywhere needs no date. */
const texts = (list: readonly TextSince[]): string[] =>
  list.length === 1 ? list.map(({ text }) => text) : list.map(({ since, text }) => `${since}: ${text}`);
