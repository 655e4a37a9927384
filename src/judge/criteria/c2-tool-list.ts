import { outcomeOf } from "../../facts/common/answer.ts";
import { placeOf } from "../../facts/view.ts";
import { hasTools, type ToolListing, toolsPlaces } from "./audit-session.ts";
import { blockedBy } from "./blocked.ts";
import type { Criterion } from "./criterion.ts";

/** C2: the tools can be listed, every page of them. */
export const toolList: Criterion = ({ listing, gap }) => {
  const { asked, pages, tools } = listing;
  const fix =
    "answer tools/list with a result whose tools member is an array, and every cursor it gives with a next page";
  const [first] = asked;
  if (!first) {
    const { reason, detail, places } = gap(["tools/list", "tools/list-absent"], "an asked tools/list");
    return { pass: false, unobserved: reason, detail, asked: [], read: places, fix };
  }
  const measured = { tools: tools.length, pages: pages.length };
  const last = asked.find((seat) => !hasTools(seat)) ?? asked.at(-1) ?? first;
  if (hasTools(last)) return { pass: true, detail: counted(listing), measured, asked, read: toolsPlaces(listing), fix };
  const blocked = blockedBy(last);
  const detail =
    blocked?.detail ??
    (pages.length > 0
      ? `page ${asked.indexOf(last) + 1} of tools/list was not answered with a list (${outcomeOf(last.exchange)})`
      : `tools/list was not answered with an array of tools (${outcomeOf(last.exchange)})`);
  const read = [placeOf(last, "/response"), placeOf(last, "/http/status")];
  return { pass: false, ...(blocked ? { unobserved: blocked.reason } : {}), detail, measured, asked, read, fix };
};

const counted = ({ tools, pages, ending }: ToolListing): string => {
  const note =
    ending === "cursor repeated"
      ? "; the last cursor leads round in a circle"
      : ending === "unfinished"
        ? "; more pages were left"
        : "";
  return `${tools.length} ${tools.length === 1 ? "tool" : "tools"} on ${pages.length} ${pages.length === 1 ? "page" : "pages"}${note}`;
};
