import type { WorkId } from "../../../scores/tools/tool-outcomes.ts";
import type { WorkRule } from "../../../scores/tools/work-rules.ts";
import type { ReportView } from "../../report.ts";

/** One finding about tools at work for a person at a terminal. Every text here is ours. */
export const explainWorkView = {
  pretty: ({ id, title, severity, when, why, example, fix }, { bold, dim, paragraph }) => {
    const block = (head: string, text: string): string[] => ["", bold(head), ...paragraph(text, 2)];
    return [
      `${bold(id)}  ${title}`,
      dim(`tools · ${severity} · no rule of the specification: it counts in the lane tools, in no grade and no tier`),
      ...block("When it is found", when),
      ...block("Why it matters", why),
      ...block("An example", example),
      ...block("How to fix it", fix),
    ];
  },
} as const satisfies ReportView<WorkRule & { readonly id: WorkId }>;
