import type { ChangeClass, SurfaceChange } from "../../scores/lock/lock.ts";
import { cueWords, PART_WORDS, valueDiff } from "../findings/lock-words.ts";
import { show, type Terminal } from "./terminal.ts";

const LONGEST = 600;

const MARKS = {
  breaking: "✗",
  meaning: "!",
  compatible: "+",
  cosmetic: "·",
  environment: "·",
} as const satisfies Record<ChangeClass, string>;

/** One change of a surface, for a person at a terminal. */
export const changeLines = (
  change: SurfaceChange,
  { row, bold, red, yellow, green, dim }: Terminal,
): readonly string[] => {
  const tone =
    change.class === "breaking"
      ? red
      : change.class === "meaning"
        ? yellow
        : change.class === "compatible"
          ? green
          : dim;
  const owner = [PART_WORDS[change.part], ...(change.name === "" ? [] : [bold(show(change.name, 120))])].join(" ");
  const where = change.member === undefined ? "" : ` ${bold(show(change.member, 120))}`;
  const diff = valueDiff(change);
  return [
    `${tone(MARKS[change.class])} ${owner}${where}  ${change.what}`,
    ...(diff === undefined ? [] : row("diff", show(diff, LONGEST), { hard: true })),
    ...(change.cues ? row("beware", cueWords(change.cues)) : []),
    ...(change.undecided
      ? row("note", "it cannot be decided whether this breaks a caller, so it counts as if it did")
      : []),
  ];
};
