import { type Json, member, stringMember } from "../../base/json.ts";
import { isWrittenAlike } from "../../base/shortened-text.ts";
import type { Place } from "../../capture/capture.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { outcomeOf } from "./answer.ts";
import { type ExchangeRecord, type Gap, type Item, placesOf, type View } from "./fact.ts";
import { groupBy } from "./group-by.ts";
import { heardIn } from "./messages.ts";
import { resultOf } from "./record-members.ts";
import { metaOf } from "./stateless-requests.ts";

interface ListShape {
  /** The result's member that holds the entries. */
  readonly key: string;
  /** The entry's member that tells it from the others. */
  readonly label: string;
}

/** Everything that is listed page by page. */
export const LIST_SHAPES: ReadonlyMap<string, ListShape> = new Map([
  ["tools/list", { key: "tools", label: "name" }],
  ["resources/list", { key: "resources", label: "uri" }],
  ["resources/templates/list", { key: "resourceTemplates", label: "uriTemplate" }],
  ["prompts/list", { key: "prompts", label: "name" }],
  ["tasks/list", { key: "tasks", label: "taskId" }],
]);

/**
 * How following the cursors of a list ended. last page: no cursor was left. cursor repeated: the server gave one that
 * was followed before. refused: a page was not answered with a result. unfinished: nobody asked for the next page.
 */
export type ListingEnding = "last page" | "cursor repeated" | "refused" | "unfinished";

/** One way through a list: a request without a cursor, and each that sent back the cursor of the page before. */
export interface Listing {
  readonly method: string;
  readonly conversation: string | undefined;
  readonly records: readonly ExchangeRecord[];
  readonly ending: ListingEnding;
}

interface Opened {
  readonly root: string;
  readonly records: ExchangeRecord[];
  readonly place: number;
}

export const listingsIn = (view: View): readonly Listing[] => view.once(gatherListings);

const gatherListings = (view: View): readonly Listing[] => {
  const listings: Opened[] = [];
  // The listings whose last page gave a cursor, in the order in which they were begun.
  const waiting = new Map<string, Opened[]>();
  const wait = (listing: Opened, record: ExchangeRecord): void => {
    const key = pageKey(record, nextCursorOf(record));
    if (key === NO_PAGE) return;
    const others = waiting.get(key) ?? [];
    waiting.set(key, others);
    const later = others.findLastIndex(({ place }) => place < listing.place) + 1;
    view.spend(others.length - later);
    others.splice(later, 0, listing);
  };
  for (const record of view.records) {
    if (!isListRequest(record)) continue;
    const cursor = cursorOf(record);
    const root = rootOf(record);
    if (cursor === undefined) {
      const listing = { root, records: [record], place: listings.length };
      listings.push(listing);
      wait(listing, record);
      continue;
    }
    const open = waiting.get(pageKey(record, cursor)) ?? [];
    const named = open.findLastIndex((one) => one.root === root);
    const at = named === -1 ? open.length - 1 : named;
    view.spend(open.length - at);
    for (const listing of open.splice(at, 1)) {
      listing.records.push(record);
      wait(listing, record);
    }
  }
  return listings.map(({ records }) => ({
    method: records[0]?.method ?? "",
    conversation: records[0]?.exchange.conversation,
    records,
    ending: endingOf(records),
  }));
};

/**
 * The times a list was read that can be compared. A list that was different is read once more at once: where that gives
 * something else again, it was in motion, and shows nothing. What is listed may depend on what a request says of its client.
 */
export const steadyListings = (view: View): readonly Listing[] => view.once(gatherSteady);

const gatherSteady = (view: View): readonly Listing[] => {
  const listings = listingsIn(view);
  const confirming = groupBy(listings.filter(isThird), rootsOf);
  const isInMotion = (listing: Listing): boolean => {
    const thirds = confirming.get(`${rootsOf(listing)}${THIRD}`) ?? [];
    view.spend(thirds.length);
    return thirds.some((third) => setOf(third) !== setOf(listing));
  };
  const [usual] = listings;
  if (usual === undefined) return [];
  return listings.filter((listing) => isSameClient(listing, usual) && !isThird(listing) && !isInMotion(listing));
};

/** The client as the request describes it; before 2026-07-28 a request does not. */
const isSameClient = ({ records: [one] }: Listing, { records: [other] }: Listing): boolean => {
  const [meta, known] = [metaOf(one?.request), metaOf(other?.request)];
  return CLIENT.every((key) => isWrittenAlike(meta?.[key] ?? null, known?.[key] ?? null));
};

const CLIENT = [META_KEY.clientCapabilities, META_KEY.clientInfo];

const THIRD = "-third";

const isThird = ({ records: [first] }: Listing): boolean => first !== undefined && rootOf(first).endsWith(THIRD);

const rootsOf = ({ conversation, records: [first] }: Listing): string =>
  `${conversation} ${first ? rootOf(first) : ""}`;

/** What a listing holds, whatever the order and the pages. */
export const setOf = ({ records }: Pick<Listing, "records">): string =>
  JSON.stringify([...new Set(records.flatMap(namesOn))].sort());

/** A page that came once shows that the list takes cursors, whatever became of others. */
export const methodsThatTakeCursors = (view: View): ReadonlySet<string | undefined> =>
  new Set(
    listingsIn(view)
      .filter(({ records: [, ...further] }) => further.some(({ exchange }) => outcomeOf(exchange) === "result"))
      .map(({ method }) => method),
  );

/** A list was asked for, as a client may ask for it. */
export const isListRequest = ({ method, exchange }: ExchangeRecord): boolean =>
  method !== undefined && LIST_SHAPES.has(method) && exchange.deliberate !== true;

export const cursorOf = ({ request }: ExchangeRecord): Json | undefined => member(member(request, "params"), "cursor");

export const nextCursorOf = ({ exchange }: ExchangeRecord): Json | undefined =>
  member(member(exchange.response, "result"), "nextCursor");

/** Two listings of one conversation may be under way at once; the plan's names tell them apart. */
const rootOf = ({ step = "" }: ExchangeRecord): string =>
  step.includes("-page-") ? step.replace(/-page-[0-9]+$/, "") : step;

const NO_PAGE = "";

/** The page that a cursor leads to. What is no text, number or word of JSON leads nowhere. */
const pageKey = ({ method, exchange }: ExchangeRecord, cursor: Json | undefined): string =>
  cursor === undefined || (typeof cursor === "object" && cursor !== null)
    ? NO_PAGE
    : JSON.stringify([method, exchange.conversation ?? null, cursor]);

const endingOf = (records: readonly ExchangeRecord[]): ListingEnding => {
  const last = records.at(-1);
  if (last === undefined || outcomeOf(last.exchange) !== "result") return "refused";
  const next = nextCursorOf(last);
  if (typeof next !== "string") return "last page";
  return records.some((record) => cursorOf(record) === next) ? "cursor repeated" : "unfinished";
};

/** The entries of a page, each at its place and under its name. */
export const entriesOn = (record: ExchangeRecord): readonly Item[] => {
  const known = ENTRIES.get(record);
  if (known) return known;
  const found = readEntries(record);
  ENTRIES.set(record, found);
  return found;
};

/** A dozen facts go through the entries of every page. */
const ENTRIES = new WeakMap<ExchangeRecord, readonly Item[]>();

const readEntries = (record: ExchangeRecord): readonly Item[] => {
  const shape = LIST_SHAPES.get(record.method ?? "");
  const list = shape && member(resultOf(record), shape.key);
  if (!shape || !Array.isArray(list)) return [];
  return list.map((value, index) => ({
    value,
    exchange: record.id,
    pointer: `/response/result/${shape.key}/${index}`,
    name: stringMember(value, shape.label),
  }));
};

/** Where the first lists begin: shows that lists were read. */
export const firstPages = (listings: readonly Listing[], pointer = "/response/result"): readonly Place[] =>
  listings.slice(0, 3).flatMap(({ records }) => placesOf(records.slice(0, 1), pointer));

export const namesOn = (record: ExchangeRecord): readonly string[] => collectNames(entriesOn(record));

const collectNames = (entries: readonly Item[]): readonly string[] => {
  const names: string[] = [];
  for (const { name } of entries) if (name !== undefined) names.push(name);
  return names;
};

/** A list that differs after the server said it changed need not be its fault. */
export const settled = (view: View, method: string | undefined, differs: boolean): Pick<Item, "open"> => {
  const feature = method?.split("/", 1)[0];
  return differs && view.once(announcedLists).has(`notifications/${feature}/list_changed`) ? { open: ANNOUNCED } : {};
};

/** One time a list was read in full. */
export interface DatedList {
  readonly records: readonly ExchangeRecord[];
  /** What it held, for comparison. */
  readonly set: string;
}

/**
 * A list may change with time. One that was the same before and after it was different shows something else: it depends
 * on who asks, or on what was asked before. What overlaps in time has no order.
 */
export const isBackAgain = (one: DatedList, other: DatedList, all: readonly DatedList[]): boolean => {
  const [first, second] = isBefore(one, other) ? [one, other] : [other, one];
  if (first.set === second.set || !isBefore(first, second)) return false;
  return all.some(
    (third) =>
      (third.set === first.set && isBefore(second, third)) || (third.set === second.set && isBefore(third, first)),
  );
};

/** One was read to its end before the other was asked for. */
export const isBefore = (one: DatedList, other: DatedList): boolean => {
  const last = one.records.at(-1);
  const first = other.records[0];
  if (!last || !first) return false;
  const end = last.exchange.timing?.end_ms;
  const start = first.exchange.timing?.start_ms;
  return end === undefined || start === undefined ? last.index < first.index : end <= start;
};

/** Two lists that differ, and nothing shows that time alone did not change them. */
export const CHANGED_WITH_TIME: Gap = {
  reason: "prerequisite-missing",
  detail: "the list differed, and it may have changed with time: it was not seen to be as before afterwards",
};

const announcedLists = (view: View): ReadonlySet<string> =>
  new Set(heardIn(view).flatMap(({ value }) => stringMember(value, "method") ?? []));

const ANNOUNCED: Item["open"] & object = {
  reason: "prerequisite-missing",
  detail: "the list was announced to have changed meanwhile",
  except: [],
};
