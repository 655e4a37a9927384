import { type Json, listMember, member, stringMember } from "../../../../base/json.ts";
import type { Result } from "../../../../scores/result/result.ts";
import type { Block, BlockTable, Tone } from "../../../report.ts";

/** What a later revision breaks, what is to be built for it, and what goes. */
export const upgradeBlock = (result: Result): Block | undefined => {
  const block = member(result, "upgrade");
  const to = stringMember(block, "to");
  if (to === undefined) return undefined;
  const from = stringMember(block, "from");
  return {
    id: "upgrade",
    title: `Upgrade to ${to}`,
    words: `What moving ${from === undefined ? "" : `from ${from} `}to ${to} would take. It counts in no grade; \`mcptest doctor\` shows the messages behind each line.`,
    tables: [
      {
        caption: `what the server does today and ${to} does not accept`,
        empty: "Nothing that the server does today breaks.",
        columns: ["", "rule", "what it demands"],
        rows: listMember(block, "breaks").map((one) => {
          const [id, level] = [stringMember(one, "id") ?? "", stringMember(one, "level") ?? ""];
          return [
            member(one, "advisory") === true
              ? { text: "warning", as: "chip", tone: "none" }
              : { text: level, as: "chip", tone: LEVEL_TONES[level] ?? "none" },
            { text: id, as: "code", finding: id },
            { text: stringMember(one, "title") ?? "" },
          ];
        }),
      },
      topics(listMember(block, "build"), "things to build"),
      topics(listMember(block, "optional"), "new, if you want to offer it"),
      topics(listMember(block, "goes"), "things that are no longer needed"),
    ],
  };
};

/** A break of an upgrade is work, not a failure of today. */
const LEVEL_TONES: Readonly<Record<string, Tone>> = { MUST: "warn", SHOULD: "none", MAY: "none" };

const topics = (list: readonly Json[], caption: string): BlockTable => ({
  caption,
  folded: true,
  columns: [caption],
  rows: list.map((topic) => [{ text: String(topic), as: "prose" }]),
});
