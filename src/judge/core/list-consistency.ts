import { stringMember } from "../../base/json.ts";
import type { Place } from "../../capture/capture.ts";
import type { ListMethod } from "../../protocol/methods.ts";
import { distinct } from "./distinct.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, seen, type View } from "./fact.ts";
import { inconclusive } from "./left-out.ts";
import {
  CHANGED_WITH_TIME,
  type DatedList,
  entriesOn,
  isBackAgain,
  type Listing,
  listingsIn,
  setOf,
  steadyListings,
} from "./listings.ts";
import { heardIn } from "./messages.ts";
import { unseen } from "./unseen.ts";

/** One time a list was read: its first page and those that its cursors led to. */
interface ListReading extends DatedList {
  readonly first: ExchangeRecord;
  readonly entries: readonly Item[];
  readonly complete: boolean;
}

const readingsOf = (method: string, listings: readonly Listing[]): readonly ListReading[] =>
  listings
    .filter((listing) => listing.method === method)
    .flatMap(({ records, ending }) => {
      const [first] = records;
      if (first?.exchange.response === undefined) return [];
      const entries = entriesOnce(records);
      return [{ first, records, entries, set: setOf({ records }), complete: ending === "last page" }];
    });

/** A server that ignores the cursor sends the same page again; its entries are not there twice. */
const entriesOnce = (records: readonly ExchangeRecord[]): readonly Item[] => {
  const known = new Set<string>();
  return records.map(entriesOn).flatMap((entries) => {
    const text = JSON.stringify(entries.map(({ value }) => value));
    return known.size < known.add(text).size ? entries : [];
  });
};

const looked = (readings: readonly ListReading[]): readonly Place[] =>
  readings.map(({ first }) => placeOf(first, "/response/result"));

/** Names that one reading of a list gives to more than one entry. */
export const repeatedNames = (head: Pick<Fact, "name" | "doc">, method: ListMethod, label: string): Fact => ({
  ...head,
  kind: "list",
  type: `string: the ${label}, at the later of two entries`,
  questions: [method],
  read(view) {
    const readings = readingsOf(method, listingsIn(view));
    if (readings.length === 0) return unseen(view, this.questions, `an answered ${method}`);
    return seen(distinct(readings.flatMap(({ entries }) => repeated(entries, label))), looked(readings));
  },
});

const repeated = (entries: readonly Item[], label: string): readonly Item[] => {
  const known = new Set<string>();
  return entries.flatMap(({ name, exchange, pointer }) => {
    if (name === undefined || known.size < known.add(name).size) return [];
    return [{ value: name, exchange, pointer: `${pointer}/${label}`, name }];
  });
};

/** Whether lists say the same on every connection and each time they were read in full. */
export const listDifferences = (
  head: Pick<Fact, "name" | "doc">,
  methods: readonly ListMethod[],
  announced: RegExp,
): Fact => ({
  ...head,
  kind: "list",
  type: "string: the name, at a listing that does not hold it",
  questions: methods,
  read(view) {
    const found = methods
      .map((method) => readingsOf(method, steadyListings(view)).filter(({ complete }) => complete))
      .filter((readings) => readings.length > 1);
    if (found.length === 0) return unseen(view, this.questions, "a list that was read twice in full");
    const items = distinct(found.flatMap(missing));
    // A list may change; only a change that nobody announced shows that it depends on something.
    if (items.length > 0 && heardIn(view).some(({ value }) => announced.test(stringMember(value, "method") ?? "")))
      return inconclusive(
        "prerequisite-missing",
        "the list was announced to have changed meanwhile",
        looked(found.flat()),
      );
    const returning = items.length > 0 ? found.filter((readings) => returns(readings, view)) : [];
    if (items.length > 0 && returning.length === 0)
      return inconclusive(CHANGED_WITH_TIME.reason, CHANGED_WITH_TIME.detail, looked(found.flat()));
    return seen(distinct(returning.flatMap(missing)), looked(found.flat()));
  },
});

const returns = (readings: readonly ListReading[], view: View): boolean =>
  readings.some((one, index) =>
    readings.slice(index + 1).some((other) => {
      view.spend(one.set === other.set ? 1 : readings.length);
      return isBackAgain(one, other, readings);
    }),
  );

const missing = (readings: readonly ListReading[]): readonly Item[] => {
  const sets = readings.map(({ entries }) => new Set(entries.flatMap(({ name }) => name ?? [])));
  const all = [...new Set(sets.flatMap((names) => [...names]))];
  return readings.flatMap(({ first }, index) =>
    all
      .filter((name) => !sets[index]?.has(name))
      .map((name) => ({ ...placeOf(first, "/response/result"), value: name, name })),
  );
};
