import { counted } from "../../base/counted.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import { hasTools, type ToolListing, toolsPlaces } from "./audit-session.ts";
import { notMet } from "./blocked.ts";
import { type Criterion, responsePlaces, unobserved } from "./criterion.ts";

/** C2: the tools can be listed, every page of them. */
export const c2ToolList: Criterion = ({ listing, gap }) => {
  const { asked, pages, tools } = listing;
  const fix =
    "answer tools/list with a result whose tools member is an array, and every cursor it gives with a next page";
  const [first] = asked;
  if (!first) return unobserved(gap(["tools/list", "tools/list-absent"], "an asked tools/list"), fix);
  const measured = { tools: tools.length, pages: pages.length };
  const last = asked.find((record) => !hasTools(record)) ?? asked.at(-1) ?? first;
  if (hasTools(last))
    return { pass: true, detail: describeListing(listing), measured, asked, read: toolsPlaces(listing), fix };
  const detail =
    pages.length > 0
      ? `page ${asked.indexOf(last) + 1} of tools/list was not answered with a list (${outcomeOf(last.exchange)})`
      : `tools/list was not answered with an array of tools (${outcomeOf(last.exchange)})`;
  return { ...notMet(last, detail), measured, asked, read: responsePlaces(last), fix };
};

const NOTES: Partial<Record<ToolListing["ending"], string>> = {
  "cursor repeated": "; the last cursor repeats an earlier one",
  unfinished: "; more pages were left",
};

const describeListing = ({ tools, pages, ending }: ToolListing): string =>
  `${counted(tools.length, "tool")} on ${counted(pages.length, "page")}${NOTES[ending] ?? ""}`;
