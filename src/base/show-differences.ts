import type { Difference } from "./compare.ts";
import type { Json } from "./json.ts";

/**
 * Differences for a reader, a line each or a few: `~ result.content[0].text`, then `-` before and `+` after. Texts of several
 * lines show only the lines that differ. What a server said is in it: escape it for the output.
 */
export const differenceLines = (differences: readonly Difference[], most = 40): readonly string[] => {
  const lines = differences.flatMap(linesOf);
  return lines.length <= most ? lines : [...lines.slice(0, most), `… ${lines.length - most} more lines`];
};

const linesOf = (difference: Difference): readonly string[] => {
  const path = difference.path === "" ? "the whole answer" : difference.path;
  switch (difference.kind) {
    case "added":
      return [`+ ${path}: ${shown(difference.after)}`];
    case "removed":
      return [`- ${path}: ${shown(difference.before)}`];
    case "moved":
      return [`~ ${path}: the same entries in another order`];
    case "changed":
      return [`~ ${path}`, ...changeLines(difference.before, difference.after).map((line) => `    ${line}`)];
  }
};

const changeLines = (before: Json, after: Json): readonly string[] =>
  typeof before === "string" && typeof after === "string" && (before.includes("\n") || after.includes("\n"))
    ? textLines(before.split("\n"), after.split("\n"))
    : [`- ${shown(before)}`, `+ ${shown(after)}`];

/** What lies between the lines that both begin and end with. */
const textLines = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [
    `(from line ${start + 1})`,
    ...before.slice(start, before.length - end).map((line) => `- ${cut(line)}`),
    ...after.slice(start, after.length - end).map((line) => `+ ${cut(line)}`),
  ];
};

const LONGEST = 200;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const shown = (value: Json): string => cut(JSON.stringify(value));
