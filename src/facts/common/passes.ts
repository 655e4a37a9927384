import { stringMember } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { unseen } from "./gaps.ts";
import { distinct, heardIn } from "./messages.ts";
import { entriesOn, walksIn } from "./walks.ts";

/** One time a list was read: its first page and those that its cursors led to. */
interface Pass {
  readonly first: Seat;
  readonly entries: readonly Item[];
  readonly complete: boolean;
}

const passesOf = (view: View, method: string): readonly Pass[] =>
  walksIn(view)
    .filter((walk) => walk.method === method)
    .flatMap(({ seats, ending }) => {
      const [first] = seats;
      if (first?.exchange.response === undefined) return [];
      return [{ first, entries: entriesOnce(seats), complete: ending === "last page" }];
    });

/** A server that ignores the cursor sends the same page again; its entries are not there twice. */
const entriesOnce = (seats: readonly Seat[]): readonly Item[] => {
  const known = new Set<string>();
  return seats.map(entriesOn).flatMap((entries) => {
    const text = JSON.stringify(entries.map(({ value }) => value));
    return known.size < known.add(text).size ? entries : [];
  });
};

const looked = (passes: readonly Pass[]): readonly Place[] =>
  passes.map(({ first }) => placeOf(first, "/response/result"));

/** Names that one reading of a list gives to more than one entry. */
export const repeatedNames = (head: Pick<Fact, "name" | "doc">, method: string, label: string): Fact => ({
  ...head,
  kind: "list",
  type: `string: the ${label}, at the later of two entries`,
  read(view) {
    const passes = passesOf(view, method);
    if (passes.length === 0) return unseen(view, [method], `an answered ${method}`);
    return seen(distinct(passes.flatMap(({ entries }) => repeated(entries, label))), looked(passes));
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
  methods: readonly string[],
  announced: RegExp,
): Fact => ({
  ...head,
  kind: "list",
  type: "string: the name, at a listing that does not hold it",
  read(view) {
    const found = methods
      .map((method) => passesOf(view, method).filter(({ complete }) => complete))
      .filter((passes) => passes.length > 1);
    if (found.length === 0) return unseen(view, methods.slice(0, 1), "a list that was read twice in full");
    const items = distinct(found.flatMap(missing));
    // A list may change; only a change that nobody announced shows that it depends on something.
    if (items.length > 0 && heardIn(view).some(({ value }) => announced.test(stringMember(value, "method") ?? "")))
      return {
        seen: false,
        applies: true,
        reason: "prerequisite-missing",
        detail: "the list was announced to have changed meanwhile",
        places: looked(found.flat()),
      };
    return seen(items, looked(found.flat()));
  },
});

const missing = (passes: readonly Pass[]): readonly Item[] => {
  const sets = passes.map(({ entries }) => new Set(entries.flatMap(({ name }) => name ?? [])));
  const all = [...new Set(sets.flatMap((names) => [...names]))];
  return passes.flatMap(({ first }, index) =>
    all
      .filter((name) => !sets[index]?.has(name))
      .map((name) => ({ ...placeOf(first, "/response/result"), value: name, name })),
  );
};
