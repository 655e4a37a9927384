import { listMember, member, stringMember } from "../../../../base/json.ts";
import type { Result } from "../../../../scores/result/result.ts";
import type { Block, BlockTable } from "../../../report.ts";

/** Why nothing could be asked of a server, what helps, and what its program wrote last. */
export const blockedBlock = (result: Result): Block | undefined => {
  const blocked = member(result.server, "blocked");
  const reason = stringMember(blocked, "reason");
  if (reason === undefined) return undefined;
  const lines = (name: string, caption: string, as: "text" | "code"): BlockTable => ({
    caption,
    columns: [caption],
    rows: listMember(blocked, name).map((line) => [{ text: String(line), as }]),
  });
  return {
    id: "blocked",
    title: "Why there is no grade",
    tables: [
      { caption: "the reason", columns: ["the reason"], rows: [[{ text: reason }]] },
      lines("help", "what helps", "text"),
      lines("stderr", "the last lines on stderr", "code"),
      lines("stdout", "the last lines on stdout", "code"),
    ],
  };
};
