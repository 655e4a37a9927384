import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Place } from "../../capture/capture.ts";
import { type ExchangeRecord, type Fact, type Item, seen, type View } from "./fact.ts";
import { inapplicable } from "./left-out.ts";
import { collect } from "./messages.ts";

export interface AddedMembers {
  /** The members added, for the documentation. */
  readonly members?: string;
  readonly derived?: readonly string[];
  readonly words?: NonNullable<Fact["words"]>;
  /** What is added to an answer; undefined leaves the answer out. */
  readonly add: (record: ExchangeRecord, view: View, value: JsonObject) => Readonly<Record<string, Added>> | undefined;
  /** What to say when every answer was left out. */
  readonly none: string;
}

/** A member that is made here, with the place in the exchange that shows it. */
export interface Added {
  readonly value: Json;
  readonly at: string;
}

/** The same answers with more members, or fewer answers. */
export const extendAnswers = (fact: Fact, { members, derived = [], words, add, none }: AddedMembers): Fact => ({
  ...fact,
  type: members === undefined ? fact.type : `${fact.type}, ${members}`,
  derived: ["outcome", ...derived],
  ...(words ? { words } : {}),
  read(view) {
    const reading = fact.read(view);
    if (!reading.seen) return reading;
    const records = view.once(recordsById);
    const items = collect(reading.items, (item) => {
      const record = records.get(item.exchange);
      const added = record && isJsonObject(item.value) ? add(record, view, item.value) : undefined;
      return added && extendItem(item, added);
    });
    return items.length > 0 ? seen(items) : inapplicable(none, reading.items);
  },
});

const recordsById = (view: View): ReadonlyMap<Place["exchange"], ExchangeRecord> =>
  new Map(view.records.map((record) => [record.id, record]));

/** The same observation with more members. */
export const extendItem = (item: Item, added: Readonly<Record<string, Added>>): Item => {
  const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}) };
  const parts: Record<string, string> = { ...item.parts };
  for (const key of Object.keys(added)) {
    const one = added[key];
    if (!one) continue;
    value[key] = one.value;
    parts[key] = one.at;
  }
  return { ...item, value, parts };
};
