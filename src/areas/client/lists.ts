import { type Json, member } from "../../base/json.ts";
import type { Fact, Item, View } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { clientFact, derivedAt, type Sent, sentIn } from "./sent.ts";
import { isPlannedIn, seqOf } from "./steadiness.ts";

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] as const;

type ListMethod = (typeof LISTS)[number];

const isList = (method: string | undefined): method is ListMethod => LISTS.some((name) => name === method);

const cursorOf = ({ params }: Sent): Json | undefined => member(params, "cursor");

const nextOf = ({ record }: Sent): Json | undefined => member(member(record.exchange.response, "result"), "nextCursor");

const isAnswered = ({ record }: Sent): boolean => member(record.exchange.response, "result") !== undefined;

/** The requests for one list in one session, in the order of sending. */
interface Listing extends Item {
  readonly pages: readonly Sent[];
}

const listingsIn = (view: View): readonly Listing[] => view.once(gather);

const gather = (view: View): readonly Listing[] =>
  [
    ...groupBy(
      sentIn(view).filter(({ method, kind }) => kind === "request" && isList(method)),
      ({ session, method }) => `${session.conversation}\n${session.revision}\n${method}`,
    ).values(),
  ].flatMap((all): Listing[] => {
    const pages = all.toSorted((left, right) => seqOf(left) - seqOf(right));
    const [first] = pages;
    return first ? [{ ...first, pages }] : [];
  });

/** A list is over with a page that names no other: its cursor leads nowhere, however often it was given. */
export const listEnds = clientFact(
  {
    name: "list_ends",
    doc: "Of every list whose last page was seen: whether the client asked for more with the cursor of that page.",
    type: "ended or went-on",
    derived: true,
    scenarios: ["pages"],
    words: { "went-on": "the cursor of the last page once more" },
  },
  (view) =>
    listingsIn(view).filter(({ pages }) =>
      pages.some((page) => isAnswered(page) && nextOf(page) === undefined && cursorOf(page) !== undefined),
    ),
  ({ pages, ...place }) => {
    const tooOften = pages.find((page) => {
      const cursor = cursorOf(page);
      if (cursor === undefined || !isAnswered(page) || nextOf(page) !== undefined) return false;
      const given = pages.filter((one) => nextOf(one) === cursor).length;
      return given > 0 && pages.filter((one) => cursorOf(one) === cursor).length > given;
    });
    return derivedAt(tooOften ?? place, tooOften ? "went-on" : "ended");
  },
  "the client reads a list to its last page",
);

export const emptyCursors = clientFact(
  {
    name: "empty_cursors",
    doc: "Of every page whose nextCursor is an empty text: whether the client asked for the next one with it.",
    type: "followed or ended",
    derived: true,
    scenarios: ["empty-cursor"],
    words: { ended: "the end of the list" },
  },
  (view) =>
    listingsIn(view).filter(
      ({ pages }) =>
        pages.some((page) => nextOf(page) === "") &&
        (pages.some((page) => cursorOf(page) === "") || pages.some((page) => isPlannedIn(view, page.session))),
    ),
  ({ pages, ...place }) => derivedAt(place, pages.some((page) => cursorOf(page) === "") ? "followed" : "ended"),
  "the client reads a list whose next cursor is an empty text, and follows the plan",
);

/** Where the client stopped in a list that has more pages. */
const stoppedAt = (pages: readonly Sent[]): string => {
  const answered = pages.filter(isAnswered);
  const [first] = answered;
  const last = answered.at(-1);
  if (!first || !last || nextOf(last) === undefined) return "end";
  if (last === first) return "first-page";
  return sizeOf(last) === 0 ? "empty-page" : "short-page";
};

const sizeOf = ({ record }: Sent): number => {
  const result = member(record.exchange.response, "result");
  const lists = typeof result === "object" && result !== null ? Object.values(result).filter(Array.isArray) : [];
  return lists[0]?.length ?? 0;
};

/** Only of clients that follow the plan: another may have had enough of it. */
export const listCoverage = clientFact(
  {
    name: "list_coverage",
    doc: "How far a client that was to read whole lists read each of them.",
    type: "object: stopped (end, first-page, empty-page, short-page), method",
    derived: true,
    scenarios: ["uneven-pages"],
    words: {
      "first-page": "the first page alone",
      "empty-page": "an end at a page without entries",
      "short-page": "an end at a page with few entries",
    },
  },
  (view) =>
    listingsIn(view).filter(
      ({ pages }) =>
        pages.some(({ session }) => session.scenario === "uneven-pages" && isPlannedIn(view, session)) &&
        pages.some(isAnswered),
    ),
  ({ pages, ...place }) => derivedAt(place, { stopped: stoppedAt(pages), method: pages[0]?.method ?? "" }),
  "a client that follows the plan reads lists of several pages",
);

/** A cursor is worth nothing in another session. */
export const foreignCursors: Fact = clientFact(
  {
    name: "foreign_cursors",
    doc: "Of every cursor the client sent after an earlier session had been given one: whether it is from there.",
    type: "own or earlier-session",
    derived: true,
    scenarios: ["two-sessions"],
    words: { "earlier-session": "a cursor of an earlier session" },
  },
  (view) => sentIn(view).filter((sent) => isList(sent.method) && givenElsewhere(sent, view).length > 0),
  (sent, view) => {
    const cursor = cursorOf(sent);
    if (cursor === undefined) return derivedAt(sent, "own");
    const isOwn = sentIn(view).some((one) => one.session === sent.session && nextOf(one) === cursor);
    return derivedAt(sent, !isOwn && givenElsewhere(sent, view).includes(cursor) ? "earlier-session" : "own");
  },
  "the client reads a list in pages in one session after another",
);

const givenElsewhere = (sent: Sent, view: View): readonly Json[] =>
  sentIn(view)
    .filter(
      ({ session, method }) =>
        session !== sent.session && session.scenario === sent.session.scenario && method === sent.method,
    )
    .flatMap((one) => nextOf(one) ?? []);

export const repeatedCursors = clientFact(
  {
    name: "repeated_cursors",
    doc: "How often the client asked for a page with the cursor that this very page names as the next.",
    type: "integer",
    derived: true,
    scenarios: ["endless-pages"],
  },
  (view) =>
    listingsIn(view).filter(({ pages }) =>
      pages.some((page) => cursorOf(page) === undefined && typeof nextOf(page) === "string"),
    ),
  ({ pages, ...place }) => {
    const loops = pages.filter((page) => cursorOf(page) !== undefined && cursorOf(page) === nextOf(page));
    return derivedAt(place, loops.length);
  },
  "the client reads a list of several pages",
);
