import { member } from "../../model/json.ts";
import { unseen } from "./gaps.ts";
import { type Heard, heardIn } from "./messages.ts";
import { entriesOn, type Walk, walksIn } from "./walks.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

type ListName = "tools" | "prompts";

/** Lists that differ from the one read before, where the server had a channel to tell of it. */
export const listChangedFact = (name: string, list: ListName): Fact => ({
  name,
  doc: `Changes of the list of ${list} between two times it was read, while a stream was open on which to announce them.`,
  kind: "observations",
  type: `announced (how many notifications/${list}/list_changed came)`,
  derived: true,
  read(view) {
    const walks = walksIn(view).filter(({ method, ending }) => method === `${list}/list` && ending === "last page");
    if (walks.length === 0) return unseen(view, [`${list}/list`], `a complete list of ${list}`);
    const texts = new Map<Walk, string>();
    const text = (walk: Walk): string => {
      const known = texts.get(walk) ?? textOf(walk);
      texts.set(walk, known);
      return known;
    };
    const items = walks.flatMap((walk, index) => {
      const before = walks.slice(0, index).findLast(({ conversation }) => conversation === walk.conversation);
      return before && text(before) !== text(walk) ? changeItem(list, walk, before, view) : [];
    });
    return seen(
      items,
      walks.slice(0, 3).flatMap(({ seats }) => seats.slice(0, 1).map((seat) => placeOf(seat, "/response/result"))),
    );
  },
});

const textOf = ({ seats }: Walk): string =>
  JSON.stringify(seats.flatMap((seat) => entriesOn(seat).map(({ value }) => JSON.stringify(value))).sort());

const changeItem = (list: ListName, walk: Walk, before: Walk, view: View): readonly Item[] => {
  const method = `notifications/${list}/list_changed`;
  const announced = heardIn(view).filter(
    (heard) => member(heard.value, "method") === method && isFor(heard, walk, view),
  );
  const [first] = walk.seats;
  if (!first || (announced.length === 0 && !couldTell(list, walk, before, view))) return [];
  const place = placeOf(first, "/response/result");
  return [{ ...place, value: { announced: announced.length }, parts: { announced: place.pointer } }];
};

/** A session hears of its own changes; without sessions any stream that listens does. */
const isFor = (heard: Heard, { conversation }: Walk, { era }: View): boolean =>
  era === "stateless" || heard.conversation === conversation;

/** On a pipe it always could. Over HTTP a stream has to be open from before the change until after it. */
const couldTell = (list: ListName, walk: Walk, before: Walk, view: View): boolean => {
  if (view.era === "stateful" && view.transport !== "streamable-http") return true;
  const from = before.seats.at(-1)?.exchange.timing?.end_ms;
  const until = walk.seats[0]?.exchange.timing?.start_ms;
  if (from === undefined || until === undefined) return false;
  return view.seats.some((seat) => isStream(list, seat, walk, view) && covers(seat, from, until));
};

const covers = ({ exchange }: Seat, from: number, until: number): boolean =>
  exchange.timing !== undefined && exchange.timing.start_ms <= from && exchange.timing.end_ms >= until;

const isStream = (list: ListName, seat: Seat, walk: Walk, { era }: View): boolean => {
  const { http, conversation } = seat.exchange;
  if (era === "stateful")
    return http?.method === "GET" && http.stream !== undefined && conversation === walk.conversation;
  return member(member(member(seat.request, "params"), "notifications"), `${list}ListChanged`) === true;
};
