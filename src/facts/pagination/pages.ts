import { isJsonObject, type Json, member } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { type StepName, unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import {
  entriesOn,
  isListing,
  LIST_SHAPES,
  namesOn,
  nextCursorOf,
  settled,
  type Walk,
  walksIn,
} from "../common/walks.ts";
import { type Fact, type Gap, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

export const LISTS: readonly StepName[] = [...LIST_SHAPES.keys()];

export const answeredPages = (view: View): readonly Seat[] =>
  view.seats.filter((seat) => isListing(seat) && isJsonObject(member(seat.exchange.response, "result")));

export const listPages: Fact = {
  name: "list_pages",
  doc: "The pages of every list: tools, resources, templates, prompts, tasks.",
  kind: "list",
  type: "result of a list request, as sent",
  read(view) {
    const pages = answeredPages(view);
    if (pages.length === 0) return unseen(view, LISTS, "an answered list request");
    return seen(
      distinct(
        pages.map((seat) => ({
          ...placeOf(seat, "/response/result"),
          value: member(seat.exchange.response, "result") ?? null,
          name: seat.method,
        })),
      ),
    );
  },
};

/** Where no list was read, why not; where lists were read and none has a second page, that. */
export const unlessPaged = (view: View): ReturnType<Fact["read"]> => {
  const pages = answeredPages(view);
  return pages.length === 0
    ? unseen(view, LISTS, "an answered list request")
    : seen(
        [],
        pages.slice(0, 3).map((seat) => placeOf(seat, "/response/result")),
      );
};

export const furtherPages: Fact = {
  name: "further_pages",
  doc: "The answers to list requests that send back a cursor the server gave on the page before.",
  kind: "observations",
  type: `${ANSWER_TYPE}, entries (first page: the same as on the first page, other)`,
  derived: ["outcome", "entries"],
  read(view) {
    const items = walksIn(view).flatMap(({ seats: [first, ...further] }) =>
      further.map((seat) => {
        const item = answerItem(seat, view, seat.method);
        const value = isJsonObject(item.value) ? item.value : {};
        return {
          ...item,
          value: { ...value, entries: first && repeatsPage(seat, first) ? "first page" : "other" },
          parts: { ...item.parts, entries: "/response/result" },
        };
      }),
    );
    return items.length > 0 ? seen(items) : unlessPaged(view);
  },
};

const repeatsPage = (seat: Seat, first: Seat): boolean => {
  const names = namesOn(seat);
  return names.length > 0 && JSON.stringify(names) === JSON.stringify(namesOn(first));
};

/** Only lists with more than one page, or with a cursor that promises one. */
const isPaged = ({ seats }: Walk): boolean => seats.some((seat) => typeof nextCursorOf(seat) === "string");

export const pageWalks: Fact = {
  name: "page_walks",
  doc: "How following the cursors of a list ended, for lists that gave a cursor.",
  kind: "observations",
  type: "pages, ending (last page, cursor repeated)",
  derived: true,
  read(view) {
    // What was asked for one page only, on purpose, says nothing about the end.
    const walks = walksIn(view).filter(
      (walk) => isPaged(walk) && (walk.seats.length > 1 || walk.ending !== "unfinished"),
    );
    if (walks.length === 0) return unlessPaged(view);
    return seen(distinct(walks.map((walk) => walkItem(walk, view))));
  },
};

const walkItem = (walk: Walk, view: View): Item => {
  const last = walk.seats.at(-1);
  const place = last ? placeOf(last, "/response") : { exchange: null, pointer: "" };
  const gap = gapOf(walk, view.capture.limits?.pages);
  return {
    ...place,
    name: walk.method,
    value: { pages: walk.seats.length, ending: walk.ending },
    parts: { pages: place.pointer, ending: place.pointer },
    ...(gap ? { open: { ...gap, except: [] } } : {}),
  };
};

const gapOf = ({ ending, seats }: Walk, limit = 50): Gap | undefined => {
  if (ending === "refused")
    return { reason: "prerequisite-missing", detail: "a page of the list was not answered with a result" };
  if (ending !== "unfinished") return undefined;
  return seats.length >= limit
    ? { reason: "limit-exceeded", detail: `the list was read for ${seats.length} pages and no further` }
    : { reason: "capture-truncated", detail: "the list was not read to its end" };
};

export const repeatedEntries: Fact = {
  name: "repeated_entries",
  doc: "Entries of a list that stand on an earlier page of the same list too.",
  kind: "list",
  type: "entry, as listed",
  read(view) {
    const walks = walksIn(view).filter(({ seats }) => seats.length > 1);
    if (walks.length === 0) return unlessPaged(view);
    return seen(
      distinct(walks.flatMap(overlaps)),
      walks.slice(0, 3).flatMap(({ seats }) => seats.slice(1, 2).map((seat) => placeOf(seat, "/response/result"))),
    );
  },
};

const overlaps = ({ seats }: Walk): readonly Item[] => {
  const known = new Map<string, number>();
  return seats.flatMap((seat, page) =>
    entriesOn(seat).filter((item) => {
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
  read(view) {
    const whole = walksIn(view).filter((walk) => walk.ending === "last page" && walk.seats.length > 1);
    if (whole.length === 0) return unlessPaged(view);
    const items = whole.flatMap((walk, index) => {
      const first = whole
        .slice(0, index)
        .find(({ method, conversation }) => method === walk.method && conversation === walk.conversation);
      return first ? [passItem(walk, first, view)] : [];
    });
    return seen(
      items,
      whole.slice(0, 3).flatMap(({ seats }) => seats.slice(0, 1).map((seat) => placeOf(seat, "/response/result"))),
    );
  },
};

const passItem = (walk: Walk, first: Walk, view: View): Item => {
  const [before, now] = [first, walk].map(({ seats }) => new Set(seats.flatMap(namesOn)));
  const added = [...(now ?? [])].filter((name) => !before?.has(name));
  const missing = [...(before ?? [])].filter((name) => !now?.has(name));
  const same = added.length + missing.length === 0;
  const [seat] = walk.seats;
  const place = seat ? placeOf(seat, "/response/result") : { exchange: null, pointer: "" };
  return {
    ...place,
    name: walk.method,
    value: { set: same ? "same" : "other", added, missing },
    parts: Object.fromEntries(["set", "added", "missing"].map((key) => [key, place.pointer])),
    ...settled(view, walk.method, !same),
  };
};

const paramsOf = ({ request }: Seat): Json | undefined => member(request, "params");

export const listsWithoutParams: Fact = {
  name: "lists_without_params",
  doc: "List requests without the params member, beside the same request with an empty one.",
  kind: "observations",
  type: "without, with_empty (result, error, silence …); with_empty is absent when it was not asked",
  derived: true,
  read(view) {
    // The plan also cancels such requests; those it waits for carry the method as their name.
    const asked = seatsOf(view, LISTS, isListing).filter((seat) => paramsOf(seat) === undefined);
    if (asked.length === 0) return unseen(view, LISTS, "a list request without params");
    return seen(
      distinct(
        asked.map((seat) => {
          const other = view.seats.find((one) => one.method === seat.method && isListing(one) && isEmptyParams(one));
          const value = {
            without: outcomeOf(seat.exchange),
            ...(other ? { with_empty: outcomeOf(other.exchange) } : {}),
          };
          const pointer = seat.exchange.response === undefined ? "" : "/response";
          return {
            ...placeOf(seat, pointer),
            value,
            parts: { without: pointer, with_empty: pointer },
            name: seat.method,
          };
        }),
      ),
    );
  },
};

const isEmptyParams = (seat: Seat): boolean => {
  const params = paramsOf(seat);
  return isJsonObject(params) && Object.keys(params).length === 0;
};
