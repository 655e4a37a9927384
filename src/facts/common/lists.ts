import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, member, stringMember } from "../../model/json.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { type StepName, unseen } from "./gaps.ts";
import { distinct } from "./messages.ts";

interface Listing {
  readonly name: string;
  readonly doc: string;
  readonly type: string;
  readonly method: string;
  /** The result's member that holds the list. */
  readonly key: string;
  /** The entry's member that names it. */
  readonly label: string;
}

/** The pages a list was answered with. Requests that were wrong on purpose do not count, whatever they got. */
export const pagesOf = (view: View, method: string): readonly Seat[] =>
  view.seats.filter(
    (seat) =>
      seat.method === method &&
      seat.exchange.deliberate !== true &&
      isJsonObject(member(seat.exchange.response, "result")),
  );

/** Everything a server lists under one method, over all pages and all times it was asked; the same entry once. */
export const listFact = ({ name, doc, type, method, key, label }: Listing): Fact => ({
  name,
  doc,
  kind: "list",
  type,
  read(view) {
    const pages = pagesOf(view, method);
    if (pages.length === 0) return unseen(view, stepsOf(method), `an answered ${method}`);
    return seen(
      distinct(pages.flatMap((seat) => entriesOf(seat, key, label))),
      pages.map((seat) => placeOf(seat, `/response/result`)),
    );
  },
});

const stepsOf = (method: string): readonly StepName[] => [method];

export const entriesOf = (seat: Seat, key: string, label: string): readonly Item[] => {
  const list = member(member(seat.exchange.response, "result"), key);
  if (!Array.isArray(list)) return [];
  return list.map((value, index) => ({
    value,
    exchange: seat.id,
    pointer: toPointer(["response", "result", key, index]),
    name: stringMember(value, label),
  }));
};
