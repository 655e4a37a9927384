import type { ServerResult } from "../../../../scores/result/result.ts";
import { WORK_RULES } from "../../../../scores/tools/work-rules.ts";
import type { Block, BlockTable, Cell } from "../../../report.ts";
import { OUTCOME_LOOKS, sizeWords, timeWords, worstFirst } from "../tools.ts";

const WORDS =
  "What a caller gets. Tools are called only where they declare that they only read, and do not say the opposite; an error about a made-up value, about permission or about set-up is no finding. Nothing here counts in grade or tier.";

/** Every tool, resource and prompt, and what is broken about the tools. */
export const toolsBlock = (result: ServerResult): Block | undefined => {
  const { tools = [], resources = [], prompts = [], tool_findings = [] } = result;
  if (tools.length + resources.length + prompts.length === 0) return undefined;
  return {
    id: "tools",
    title: "Tools at work",
    words: WORDS,
    tables: [
      {
        caption: "what is found about the tools",
        empty: "Nothing is found broken.",
        columns: ["", "id", "tool", "what was found", "fix"],
        rows: tool_findings.map(({ id, tool, severity, evidence, why, fix }): readonly Cell[] => [
          { text: severity, as: "chip", tone: severity === "error" ? "fail" : "warn" },
          { text: id, as: "code" },
          { text: tool, as: "code" },
          { text: [WORK_RULES[id].title, ...evidence.flatMap(({ actual }) => actual ?? []), why].join(" · ") },
          { text: fix, as: "prose" },
        ]),
      },
      offered("tools", "tool", worstFirst(tools), ({ name }) => name),
      offered("resources", "resource", resources, ({ uri }) => uri),
      offered("prompts", "prompt", prompts, ({ name }) => name),
    ].filter(({ rows, empty }) => rows.length > 0 || empty !== undefined),
  };
};

type Row = Pick<NonNullable<ServerResult["tools"]>[number], "reason" | "ms" | "bytes"> & {
  readonly outcome: keyof typeof OUTCOME_LOOKS;
};

const offered = <T extends Row>(
  caption: string,
  what: string,
  rows: readonly T[],
  nameOf: (row: T) => string,
): BlockTable => ({
  caption: `${caption}, and what came of each`,
  columns: ["", what, "why", "time", "size"],
  rows: rows.map((row): readonly Cell[] => {
    const { words, tone } = OUTCOME_LOOKS[row.outcome];
    return [
      { text: words, as: "chip", tone },
      { text: nameOf(row), as: "code" },
      { text: row.reason ?? "" },
      { text: row.ms === null ? "" : timeWords(row.ms), as: "figure" },
      { text: row.bytes === null ? "" : sizeWords(row.bytes), as: "figure" },
    ];
  }),
});
