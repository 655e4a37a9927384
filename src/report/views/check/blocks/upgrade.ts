import type { Level } from "../../../../judge/core/rule.ts";
import type { ServerResult } from "../../../../scores/result/result.ts";
import type { Block, BlockTable, Tone } from "../../../report.ts";

/** What a later revision breaks, what is to be built for it, and what goes. */
export const upgradeBlock = ({ upgrade }: ServerResult): Block | undefined => {
  if (!upgrade) return undefined;
  const { from, to, breaks, build, optional, goes } = upgrade;
  return {
    id: "upgrade",
    title: `Upgrade to ${to}`,
    words: `What moving ${from === null ? "" : `from ${from} `}to ${to} would take. It counts in no grade; \`mcptest doctor\` shows the messages behind each line.`,
    tables: [
      {
        caption: `what the server does today and ${to} does not accept`,
        empty: "Nothing that the server does today breaks.",
        columns: ["", "rule", "what it demands"],
        rows: breaks.map(({ id, level, title, advisory }) => [
          advisory
            ? { text: "warning", as: "chip", tone: "none" }
            : { text: level, as: "chip", tone: LEVEL_TONES[level] },
          { text: id, as: "code", finding: id },
          { text: title },
        ]),
      },
      topics(build, "things to build"),
      topics(optional, "new, if you want to offer it"),
      topics(goes, "things that are no longer needed"),
    ],
  };
};

/** A break of an upgrade is work, not a failure of today. */
const LEVEL_TONES: Readonly<Record<Level, Tone>> = { MUST: "warn", SHOULD: "none", MAY: "none" };

const topics = (list: readonly string[], caption: string): BlockTable => ({
  caption,
  folded: true,
  columns: [caption],
  rows: list.map((topic) => [{ text: topic, as: "prose" }]),
});
