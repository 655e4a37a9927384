import type { ServerResult } from "../../../../scores/result/result.ts";
import type { Block, Cell } from "../../../report.ts";

/** A bar of text: it prints, and needs no script. */
const WIDTH = 24;

/** What each tool costs in every request that offers it. */
export const tokensBlock = ({ tokens }: ServerResult): Block | undefined => {
  if (!tokens || tokens.tools.length === 0) return undefined;
  const largest = Math.max(1, ...tokens.tools.map(({ total }) => total));
  const figure = (value: number): Cell => ({ text: String(value), as: "figure" });
  const rows = tokens.tools.map((tool): readonly Cell[] => [
    { text: tool.name, as: "code" },
    { text: "█".repeat(Math.max(1, Math.round((tool.total / largest) * WIDTH))) },
    figure(tool.total),
    figure(tool.description),
    figure(tool.schema),
    figure(tool.annotations),
  ]);
  const how =
    tokens.tokenizer === "estimate"
      ? "Estimated without a tokenizer, which is within 8 % of o200k_base on published servers; --max-tokens counts."
      : "Counted by o200k_base. Tokenizers of other makers give up to about 20 % more or less.";
  return {
    id: "tokens",
    title: "What it costs",
    words: `Instructions and tools stand in every request that offers them: ${tokens.total} tokens, ${tokens.window_percent} % of a window of 200,000. ${how}`,
    tables: [
      {
        caption: "Where it could cost less",
        columns: ["tool", "parameter", "saves up to", "how"],
        rows: tokens.savings.map((saving) => [
          { text: saving.tool, as: "code" },
          { text: saving.member ?? "", as: "code" },
          figure(saving.tokens),
          { text: saving.advice, as: "prose" },
        ]),
      },
      {
        caption: "Tokens of each tool",
        columns: ["tool", "", "tokens", "name and description", "schema", "annotations"],
        rows,
      },
      {
        caption: "The largest recorded answer of each tool",
        columns: ["tool", "tokens"],
        rows: tokens.answers.map(({ tool, tokens: count }) => [{ text: tool, as: "code" }, figure(count)]),
        folded: true,
      },
    ],
  };
};
