import { listMember, member, stringMember } from "../../../base/json.ts";
import type { Result } from "../../../scores/result/result.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

/** Which criteria of discoverability do not hold, with what to change; `audit` tells the rest. */
export const criteriaLines = (result: Result, terminal: Terminal): string[] => {
  const failed = listMember(member(result, "discoverability"), "criteria").filter(
    (criterion) => member(criterion, "pass") !== true,
  );
  if (failed.length === 0 || !result.lanes.discoverability) return [];
  return [
    "",
    terminal.bold("Discoverability"),
    ...terminal
      .paragraph("These criteria do not hold; they count in no grade above. mcptest audit has the details.")
      .map(terminal.dim),
    ...failed.flatMap((criterion) => {
      const text = (key: string, length: number): string => show(stringMember(criterion, key) ?? "", length);
      return [
        ...terminal
          .paragraph(`! ${text("id", 4)} ${text("title", 120)}: ${text("detail", 300)}`, 2, 0)
          .map(terminal.yellow),
        ...(stringMember(criterion, "fix") === undefined ? [] : terminal.row("fix", text("fix", 400))),
      ];
    }),
  ];
};
