import { groupBy } from "../../base/group-by.ts";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import { derivedFact, type NamedPlace, within } from "../../judge/core/client/fact.ts";
import { afterMethodFact, isPlannedIn } from "../../judge/core/client/plans.ts";
import { bySession, type Message, messagesIn, type Session, type View } from "../../judge/core/client/view.ts";

const LISTS: ReadonlySet<string> = new Set([
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
]);

const isList = ({ method }: Message): boolean => LISTS.has(method ?? "");

const cursorOf = ({ params }: Message): Json | undefined => member(params, "cursor");

const nextOf = ({ result }: Message): Json | undefined => member(result, "nextCursor");

const hasResult = ({ result }: Message): boolean => result !== undefined;

/** The requests for one list in one session, in the order of sending. */
interface Listing extends NamedPlace {
  readonly pages: readonly Message[];
}

const listingsIn = (view: View): readonly Listing[] => view.once(gather);

const gather = (view: View): readonly Listing[] => {
  const requests = messagesIn(view).filter((sent) => sent.kind === "request" && isList(sent));
  const keyOf = ({ session, method }: Message): string => `${session.conversation}\n${session.revision}\n${method}`;
  return [...groupBy(requests, keyOf).values()].flatMap((pages) =>
    pages.slice(0, 1).map((first): Listing => ({ ...within(first, ""), pages })),
  );
};

/** A list is over with a page that names no other: its cursor leads nowhere, however often it was given. */
export const listEnds = derivedFact("list_ends", {
  doc: "Of every list whose last page was seen: whether the client asked for more with the cursor of that page.",
  type: "ended or went-on",
  scenarios: ["pages"],
  words: { "went-on": "the cursor of the last page once more" },
  missing: "the client reads a list to its last page",
  among: listingsIn,
  only: ({ pages }) =>
    pages.some((page) => hasResult(page) && nextOf(page) === undefined && cursorOf(page) !== undefined),
  at: (listing) => pageTooMany(listing) ?? listing,
  say: (listing) => (pageTooMany(listing) ? "went-on" : "ended"),
});

const pageTooMany = ({ pages }: Listing): Message | undefined =>
  pages.find((page) => {
    const cursor = cursorOf(page);
    if (cursor === undefined || !hasResult(page) || nextOf(page) !== undefined) return false;
    const given = pages.filter((one) => nextOf(one) === cursor).length;
    return given > 0 && pages.filter((one) => cursorOf(one) === cursor).length > given;
  });

export const emptyCursors = derivedFact("empty_cursors", {
  doc: "Of every page whose nextCursor is an empty text: whether the client asked for the next one with it.",
  type: "followed or ended",
  scenarios: ["empty-cursor"],
  words: { ended: "the end of the list" },
  missing: "the client reads a list whose next cursor is an empty text, and follows the plan",
  among: listingsIn,
  only: ({ pages }, view) =>
    pages.some((page) => nextOf(page) === "") &&
    (pages.some((page) => cursorOf(page) === "") || pages.some((page) => isPlannedIn(view, page.session))),
  say: ({ pages }) => (pages.some((page) => cursorOf(page) === "") ? "followed" : "ended"),
});

/** Where the client stopped in a list that has more pages. */
const stoppedAt = (pages: readonly Message[]): string => {
  const answered = pages.filter(hasResult);
  const [first] = answered;
  const last = answered.at(-1);
  if (!first || !last || nextOf(last) === undefined) return "end";
  if (last === first) return "first-page";
  const lists = isJsonObject(last.result) ? Object.values(last.result).filter(Array.isArray) : [];
  return (lists[0]?.length ?? 0) === 0 ? "empty-page" : "short-page";
};

/** Only of clients that follow the plan: another may have had enough of it. */
export const listCoverage = derivedFact("list_coverage", {
  doc: "How far a client that was to read whole lists read each of them.",
  type: "object: stopped (end, first-page, empty-page, short-page), method",
  scenarios: ["uneven-pages"],
  words: {
    "first-page": "the first page alone",
    "empty-page": "an end at a page without entries",
    "short-page": "an end at a page with few entries",
  },
  missing: "a client that follows the plan reads lists of several pages",
  among: listingsIn,
  only: ({ pages }, view) =>
    pages.some(({ session }) => session.scenario === "uneven-pages" && isPlannedIn(view, session)) &&
    pages.some(hasResult),
  say: ({ pages, name = "" }) => ({ stopped: stoppedAt(pages), method: name }),
});

/** A cursor is worth nothing in another session. */
export const foreignCursors = derivedFact("foreign_cursors", {
  doc: "Of every cursor the client sent after an earlier session had been given one: whether it is from there.",
  type: "own or earlier-session",
  scenarios: ["two-sessions"],
  words: { "earlier-session": "a cursor of an earlier session" },
  missing: "the client reads a list in pages in one session after another",
  only: (sent, view) => isList(sent) && isGivenElsewhere(sent, undefined, view),
  say: (sent, view) => {
    const cursor = cursorOf(sent);
    if (cursor === undefined || view.once(groupGiven).get(sent.session)?.has(cursor)) return "own";
    return isGivenElsewhere(sent, cursor, view) ? "earlier-session" : "own";
  },
});

const groupGiven = (view: View): ReadonlyMap<Session, ReadonlyMap<Json | undefined, readonly Message[]>> =>
  bySession(givingIn(view), nextOf);

/** What was answered with a cursor. */
const givingIn = (view: View): readonly Message[] => messagesIn(view).filter((one) => nextOf(one) !== undefined);

/** Whether another session of the scenario was given a cursor for the same list: this one, or without one any. */
const isGivenElsewhere = ({ session, method }: Message, cursor: Json | undefined, view: View): boolean => {
  const givers = view.once(gatherGivers).get(`${session.scenario}\n${method}`)?.get(cursor);
  return givers !== undefined && givers.size > (givers.has(session) ? 1 : 0);
};

/** The sessions that were given cursors, by scenario and list: each cursor, and under undefined any. */
const gatherGivers = (view: View): ReadonlyMap<string, ReadonlyMap<Json | undefined, ReadonlySet<Session>>> => {
  const lists = groupBy(givingIn(view), ({ session, method }) => `${session.scenario}\n${method}`);
  const sessionsOf = (all: readonly Message[]): ReadonlySet<Session> => new Set(all.map(({ session }) => session));
  return new Map(
    [...lists].map(([list, all]) => {
      const cursors = [...groupBy(all, nextOf)].map(([cursor, some]) => [cursor, sessionsOf(some)] as const);
      return [list, new Map([...cursors, [undefined, sessionsOf(all)]])];
    }),
  );
};

/** Every cursor that was given for a list, in whatever session. */
const cursorsGiven = ({ method }: Message, view: View): ReadonlySet<Json | undefined> =>
  view.once(gatherCursors).get(method) ?? new Set();

const gatherCursors = (view: View): ReadonlyMap<string | undefined, ReadonlySet<Json | undefined>> => {
  const lists = groupBy(givingIn(view), ({ method }) => method);
  return new Map([...lists].map(([method, all]) => [method, new Set(all.map(nextOf))]));
};

export const repeatedCursors = derivedFact("repeated_cursors", {
  doc: "How often the client asked for a page with the cursor that this very page names as the next.",
  type: "integer",
  scenarios: ["endless-pages"],
  missing: "the client reads a list of several pages",
  among: listingsIn,
  only: ({ pages }) => pages.some((page) => cursorOf(page) === undefined && typeof nextOf(page) === "string"),
  say: ({ pages }) => pages.filter((page) => cursorOf(page) !== undefined && cursorOf(page) === nextOf(page)).length,
});

/** A list is asked for from its beginning unless the request names a cursor that an answer gave. */
export const firstPageCursors = derivedFact("first_page_cursors", {
  doc: "Of every request for a list that names no cursor of the server's: what stands in its place.",
  type: "absent, null or empty",
  words: { null: "a first page asked for with cursor null", empty: 'a first page asked for with cursor ""' },
  missing: "the client asks for a list",
  at: (sent) => (cursorOf(sent) === undefined ? sent : within(sent, "/params/cursor")),
  say: (sent, view) => {
    if (sent.kind !== "request" || !isList(sent)) return undefined;
    const cursor = cursorOf(sent);
    if (cursor === undefined) return "absent";
    if (cursor !== null && cursor !== "") return undefined;
    return cursorsGiven(sent, view).has(cursor) ? undefined : cursor === null ? "null" : "empty";
  },
});

/** Where the server gave cursors: those of before the recording are not known. */
export const sentCursors = derivedFact("sent_cursors", {
  doc: "Every cursor the client sent for a list of which the server had given one: whether it is one of those.",
  type: "given or changed",
  scenarios: ["pages"],
  words: { changed: "a cursor that the server never gave" },
  missing: "the client asks for a second page",
  only: (sent) => typeof cursorOf(sent) === "string" && cursorOf(sent) !== "",
  at: (sent) => within(sent, "/params/cursor"),
  say: (sent, view) => {
    // Whether it is from this session is another matter.
    const given = cursorsGiven(sent, view);
    if (given.size === 0) return undefined;
    return given.has(cursorOf(sent)) ? "given" : "changed";
  },
});

/** A list on one page, however long. */
export const afterLongList = afterMethodFact("after_long_list", {
  doc: "What the client did after a list of five hundred tools on one page.",
  ...{ scenario: "long-list", method: "tools/list" },
  missing: "the client lists tools in the scenario long-list and goes on, or follows the plan",
});
