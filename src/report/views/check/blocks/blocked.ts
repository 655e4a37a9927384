import type { Blocked } from "../../../../judge/blocked.ts";
import type { Block, BlockTable } from "../../../report.ts";

/** Why nothing could be asked of a server, what helps, and what its program wrote last. */
export const blockedBlock = ({ reason, help, stderr = [], stdout = [] }: Blocked): Block => {
  const table = (caption: string, lines: readonly string[], as: "text" | "code"): BlockTable => ({
    caption,
    columns: [caption],
    rows: lines.map((line) => [{ text: line, as }]),
  });
  return {
    id: "blocked",
    title: "Why there is no grade",
    tables: [
      { caption: "the reason", columns: ["the reason"], rows: [[{ text: reason }]] },
      table("what helps", help, "text"),
      table("the last lines on stderr", stderr, "code"),
      table("the last lines on stdout", stdout, "code"),
    ],
  };
};
