import { isJsonObject } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem, resultItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import {
  type ExchangeRecord,
  type Fact,
  type Gap,
  type Item,
  placeOf,
  placesOf,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import {
  CHANGED_WITH_TIME,
  type DatedList,
  entriesOn,
  firstPages,
  isBackAgain,
  isListRequest,
  type Listing,
  listingsIn,
  methodsThatTakeCursors,
  namesOn,
  nextCursorOf,
  setOf,
  settled,
} from "../../../judge/core/listings.ts";
import { answeredPages, differentPages } from "../../../judge/core/lists.ts";
import { indexRecords } from "../../../judge/core/record-index.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { ListMethod } from "../../../protocol/methods.ts";

export const LISTS: readonly ListMethod[] = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
];

export const listPages = defineFact({
  name: "list_pages",
  doc: "The pages of every list: tools, resources, templates, prompts, tasks.",
  type: "result of a list request, as sent",
  questions: LISTS,
  among: differentPages,
  missing: "an answered list request",
  each: (record) => resultItem(record),
});

/** Where no list was read, why not; where lists were read and none has a second page, that. */
export const unlessPaged = (view: View): ReturnType<Fact["read"]> => {
  const pages = answeredPages(view);
  return pages.length === 0
    ? unseen(view, LISTS, "an answered list request")
    : seen([], placesOf(pages.slice(0, 3), "/response/result"));
};

export const furtherPages: Fact = {
  name: "further_pages",
  doc: "The answers to list requests that send back a cursor the server gave on the page before.",
  kind: "observations",
  type: `${ANSWER_TYPE}, entries (first page: the same as on the first page, other), cursors (taken: some cursor of this list got a page, refused: none did)`,
  derived: ["outcome", "entries", "cursors"],
  questions: LISTS,
  read(view) {
    const taking = view.once(methodsThatTakeCursors);
    const items = listingsIn(view).flatMap(({ records: [first, ...further] }) =>
      further.map((record) => {
        const entries = first && repeatsPage(record, first) ? "first page" : "other";
        return extendItem(answerItem(record, record.method), {
          entries: { value: entries, at: "/response/result" },
          cursors: { value: taking.has(record.method) ? "taken" : "refused", at: "/response" },
        });
      }),
    );
    return items.length > 0 ? seen(items) : unlessPaged(view);
  },
};

/** Whether a page holds the same entries as another; two empty ones tell nothing. */
export const repeatsPage = (record: ExchangeRecord, first: ExchangeRecord): boolean => {
  const names = namesOn(record);
  return names.length > 0 && JSON.stringify(names) === JSON.stringify(namesOn(first));
};

/** Only lists with more than one page, or with a cursor that promises one. */
const isPaged = ({ records }: Listing): boolean => records.some((record) => typeof nextCursorOf(record) === "string");

export const pageWalks: Fact = {
  name: "page_walks",
  doc: "How following the cursors of a list ended, for lists that gave a cursor.",
  kind: "observations",
  type: "pages, ending (last page, cursor repeated)",
  derived: true,
  questions: LISTS,
  read(view) {
    // What was asked for one page only, on purpose, says nothing about the end.
    const listings = listingsIn(view).filter(
      (listing) => isPaged(listing) && (listing.records.length > 1 || listing.ending !== "unfinished"),
    );
    if (listings.length === 0) return unlessPaged(view);
    return seen(distinct(listings.map((listing) => listingItem(listing, view))));
  },
};

const listingItem = (listing: Listing, view: View): Item => {
  const last = listing.records.at(-1);
  const place = last ? placeOf(last, "/response") : { exchange: null, pointer: "" };
  const gap = gapOf(listing, view.capture.limits?.pages);
  const value = { pages: listing.records.length, ending: listing.ending };
  return { ...derivedItem(place, value, listing.method), ...(gap ? { open: { ...gap, except: [] } } : {}) };
};

const gapOf = ({ ending, records }: Listing, limit = 50): Gap | undefined => {
  if (ending === "refused")
    return { reason: "prerequisite-missing", detail: "a page of the list was not answered with a result" };
  if (ending !== "unfinished") return undefined;
  return records.length >= limit
    ? { reason: "limit-exceeded", detail: `the list was read for ${records.length} pages and no further` }
    : { reason: "capture-truncated", detail: "the list was not read to its end" };
};

export const repeatedEntries = defineFact({
  name: "repeated_entries",
  doc: "Entries of a list that stand on an earlier page of the same list too.",
  type: "entry, as listed",
  questions: LISTS,
  read(view) {
    const listings = listingsIn(view).filter(({ records }) => records.length > 1);
    if (listings.length === 0) return unlessPaged(view);
    return seen(
      distinct(listings.flatMap(overlaps)),
      listings.slice(0, 3).flatMap(({ records }) => placesOf(records.slice(1, 2), "/response/result")),
    );
  },
});

const overlaps = ({ records }: Listing): readonly Item[] => {
  const known = new Map<string, number>();
  return records.flatMap((record, page) =>
    entriesOn(record).filter((item) => {
      const key = JSON.stringify(item.value);
      const before = known.get(key);
      if (before === undefined) known.set(key, page);
      return before !== undefined && before !== page;
    }),
  );
};

export const passes: Fact = {
  name: "list_passes",
  doc: "A list read to its end once more on the same connection, beside the first time; only where it has several pages.",
  kind: "observations",
  type: "set (same, other), added, missing",
  derived: true,
  questions: LISTS,
  read(view) {
    const whole = listingsIn(view).filter((listing) => listing.ending === "last page" && listing.records.length > 1);
    if (whole.length === 0) return unlessPaged(view);
    const items = whole.flatMap((listing, index) => {
      const first = whole
        .slice(0, index)
        .find(({ method, conversation }) => method === listing.method && conversation === listing.conversation);
      return first ? [passItem(listing, first, whole, view)] : [];
    });
    return seen(items, firstPages(whole));
  },
};

const passItem = (listing: Listing, first: Listing, whole: readonly Listing[], view: View): Item => {
  const [before, now] = [first, listing].map(({ records }) => new Set(records.flatMap(namesOn)));
  const added = [...(now ?? [])].filter((name) => !before?.has(name));
  const missing = [...(before ?? [])].filter((name) => !now?.has(name));
  const same = added.length + missing.length === 0;
  const [record] = listing.records;
  const place = record ? placeOf(record, "/response/result") : { exchange: null, pointer: "" };
  const value = { set: same ? "same" : "other", added, missing };
  const item = derivedItem(place, value, listing.method);
  const here = whole.filter((one) => one.method === listing.method && one.conversation === listing.conversation);
  if (!same && !isBackAgain(dated(listing), dated(first), here.map(dated)))
    return { ...item, open: { ...CHANGED_WITH_TIME, except: [] } };
  return { ...item, ...settled(view, listing.method, !same) };
};

const dated = (listing: Listing): DatedList => ({ records: listing.records, set: setOf(listing) });

export const listsWithoutParams = defineFact({
  name: "lists_without_params",
  doc: "List requests without the params member, beside the same request with an empty one.",
  kind: "observations",
  type: "without, with_empty (result, error, silence …); with_empty is absent when it was not asked",
  derived: true,
  questions: LISTS,
  // The plan also cancels such requests; those it waits for carry the method as their name.
  among: (view) => recordsOf(view, LISTS, isListRequest).filter((record) => paramsOf(record) === undefined),
  missing: "a list request without params",
  each: (record, view) => {
    const [other] = withEmptyParams(view, record.method);
    const withEmpty = other ? { with_empty: outcomeOf(other.exchange) } : {};
    const value = { without: outcomeOf(record.exchange), ...withEmpty };
    const pointer = record.exchange.response === undefined ? "" : "/response";
    const parts = { without: pointer, with_empty: pointer };
    const item = { ...placeOf(record, pointer), value, parts, name: record.method };
    return value.without !== "result" && worksAtTimes(record, view) ? { ...item, open: AT_TIMES } : item;
  },
  distinct: true,
});

/** What failed once and worked at another time does not want its params. */
const worksAtTimes = ({ method }: ExchangeRecord, view: View): boolean =>
  answeredWithoutParams(view, method).length > 0;

const withEmptyParams = indexRecords((record) =>
  isListRequest(record) && isEmptyParams(record) ? record.method : undefined,
);

const answeredWithoutParams = indexRecords((record) =>
  isListRequest(record) && isJsonObject(resultOf(record)) && paramsOf(record) === undefined ? record.method : undefined,
);

const AT_TIMES: Item["open"] & object = {
  reason: "prerequisite-missing",
  detail: "the same request worked at another time",
  except: [],
};

const isEmptyParams = (record: ExchangeRecord): boolean => {
  const params = paramsOf(record);
  return isJsonObject(params) && Object.keys(params).length === 0;
};
