import type { ServerResult } from "../../../scores/result/result.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

/** Which criteria of discoverability do not hold, with what to change; `audit` tells the rest. */
export const criteriaLines = (result: ServerResult, terminal: Terminal): string[] => {
  const failed = (result.discoverability?.criteria ?? []).filter(({ pass }) => !pass);
  if (failed.length === 0 || !result.lanes.discoverability) return [];
  return [
    "",
    terminal.bold("Discoverability"),
    ...terminal
      .paragraph("These criteria do not hold; they count in no grade above. mcptest audit has the details.")
      .map(terminal.dim),
    ...failed.flatMap(({ id, title, detail, fix }) => [
      ...terminal.paragraph(`! ${show(id, 4)} ${show(title, 120)}: ${show(detail, 300)}`, 2, 0).map(terminal.yellow),
      ...(fix === null ? [] : terminal.row("fix", show(fix, 400))),
    ]),
  ];
};
