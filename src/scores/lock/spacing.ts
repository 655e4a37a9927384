import type { Json } from "../../base/json.ts";

/** The same words with other white space between them. */
export const isOnlySpacing = (before: Json | undefined, after: Json | undefined): boolean =>
  typeof before === "string" &&
  typeof after === "string" &&
  before !== after &&
  // A long gap hides what follows it from whoever reads the text on a screen.
  !/\s{40}|\n{6}/.test(after) &&
  folded(before) === folded(after);

const folded = (text: string): string => text.replace(/\s+/g, " ").trim();
