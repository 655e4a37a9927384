import { toPointer } from "../../json/pointer.ts";
import { type Json, member, stringMember } from "../../model/json.ts";
import type { Item } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { outcomeOf } from "./answer.ts";
import { heardIn } from "./messages.ts";

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
export type WalkEnding = "last page" | "cursor repeated" | "refused" | "unfinished";

/** One way through a list: a request without a cursor, and each that sent back the cursor of the page before. */
export interface Walk {
  readonly method: string;
  readonly conversation: string | undefined;
  readonly seats: readonly Seat[];
  readonly ending: WalkEnding;
}

export const walksIn = (view: View): readonly Walk[] => view.once(gatherWalks);

const gatherWalks = (view: View): readonly Walk[] => {
  const walks: { root: string; seats: Seat[] }[] = [];
  for (const seat of view.seats) {
    if (!isListing(seat)) continue;
    const cursor = cursorOf(seat);
    const root = rootOf(seat);
    if (cursor === undefined) {
      walks.push({ root, seats: [seat] });
      continue;
    }
    const open = walks.filter(({ seats }) => follows(seat, cursor, seats));
    (open.findLast((walk) => walk.root === root) ?? open.at(-1))?.seats.push(seat);
  }
  return walks.map(({ seats }) => ({
    method: seats[0]?.method ?? "",
    conversation: seats[0]?.exchange.conversation,
    seats,
    ending: endingOf(seats),
  }));
};

/** A list was asked for, as a client may ask for it. */
export const isListing = ({ method, exchange }: Seat): boolean =>
  method !== undefined && LIST_SHAPES.has(method) && exchange.deliberate !== true;

export const cursorOf = ({ request }: Seat): Json | undefined => member(member(request, "params"), "cursor");

export const nextCursorOf = ({ exchange }: Seat): Json | undefined =>
  member(member(exchange.response, "result"), "nextCursor");

/** Two walks of one conversation may be under way at once; the plan's names tell them apart. */
const rootOf = ({ step = "" }: Seat): string => step.replace(/-page-[0-9]+$/, "");

const follows = (seat: Seat, cursor: Json, seats: readonly Seat[]): boolean => {
  const last = seats.at(-1);
  return (
    last !== undefined &&
    last.method === seat.method &&
    last.exchange.conversation === seat.exchange.conversation &&
    nextCursorOf(last) === cursor
  );
};

const endingOf = (seats: readonly Seat[]): WalkEnding => {
  const last = seats.at(-1);
  if (last === undefined || outcomeOf(last.exchange) !== "result") return "refused";
  const next = nextCursorOf(last);
  if (typeof next !== "string") return "last page";
  return seats.some((seat) => cursorOf(seat) === next) ? "cursor repeated" : "unfinished";
};

/** The entries of a page, each at its place and under its name. */
export const entriesOn = (seat: Seat): readonly Item[] => {
  const shape = LIST_SHAPES.get(seat.method ?? "");
  const list = shape && member(member(seat.exchange.response, "result"), shape.key);
  if (!shape || !Array.isArray(list)) return [];
  return list.map((value, index) => ({
    value,
    exchange: seat.id,
    pointer: toPointer(["response", "result", shape.key, index]),
    name: stringMember(value, shape.label),
  }));
};

export const namesOn = (seat: Seat): readonly string[] => entriesOn(seat).flatMap(({ name }) => name ?? []);

/** A list that differs after the server said it changed need not be its fault. */
export const settled = (view: View, method: string | undefined, differs: boolean): Pick<Item, "open"> => {
  const feature = method?.split("/", 1)[0];
  return differs && view.once(announcedLists).has(`notifications/${feature}/list_changed`) ? { open: ANNOUNCED } : {};
};

const announcedLists = (view: View): ReadonlySet<string> =>
  new Set(heardIn(view).flatMap(({ value }) => stringMember(value, "method") ?? []));

const ANNOUNCED: Item["open"] & object = {
  reason: "prerequisite-missing",
  detail: "the list was announced to have changed meanwhile",
  except: [],
};
