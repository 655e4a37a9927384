import type { Topic } from "../../../judge/corpus/topic.ts";
import type { ReportView } from "../../report.ts";
import { show } from "../../terminal/terminal.ts";

/** An invariant, a criterion or a check, for a person at a terminal. */
export const topicView = {
  pretty: ({ id, title, kind, blocks }, { bold, dim, paragraph }) => [
    `${bold(show(id, 120))}  ${show(title, 300)}`,
    dim(show(kind)),
    ...blocks.flatMap(([name, lines]) => ["", bold(name), ...lines.flatMap((line) => paragraph(show(line, 600), 2))]),
  ],
} as const satisfies ReportView<Topic>;
