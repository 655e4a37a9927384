import type { Fact } from "../fact.ts";
import { badCursor, cursorAgain, cursorElsewhere, oddCursors } from "./cursors.ts";
import { furtherPages, listPages, listsWithoutParams, pageWalks, passes, repeatedEntries } from "./pages.ts";

export const PAGINATION_FACTS: readonly Fact[] = [
  listPages,
  furtherPages,
  pageWalks,
  repeatedEntries,
  passes,
  cursorAgain,
  cursorElsewhere,
  badCursor,
  oddCursors,
  listsWithoutParams,
];
