import { unseen } from "../common/gaps.ts";
import { namesOn, settled, type Walk, walksIn } from "../common/walks.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type View } from "../view.ts";

interface ListedNames {
  readonly walk: Walk;
  readonly names: readonly string[];
  readonly set: string;
}

/** Lists that were read to the end: only they can be compared. */
const wholeLists = (view: View): readonly ListedNames[] =>
  walksIn(view)
    .filter(({ method, ending }) => method === "tools/list" && ending === "last page")
    .map((walk) => {
      const names = walk.seats.flatMap(namesOn);
      return { walk, names, set: JSON.stringify([...new Set(names)].sort()) };
    });

export const toolLists: Fact = {
  name: "tool_lists",
  doc: "Each complete list of tools beside one read before: earlier on the same connection, or on another one.",
  kind: "list",
  type: "beside (same connection, other connection), set and order (same, other), added, missing",
  derived: true,
  read(view) {
    const lists = view.once(wholeLists);
    if (lists.length === 0) return unseen(view, ["tools/list"], "a complete list of tools");
    const items = lists.flatMap((list, index) => {
      const { conversation } = list.walk;
      const earlier = lists.slice(0, index).find(({ walk }) => walk.conversation === conversation);
      if (earlier) return [compared(list, earlier, "same connection", view)];
      // What changed meanwhile changed everywhere: a list counts as the same when any other connection has it.
      const others = lists.filter(({ walk }) => walk.conversation !== conversation);
      const other = others.find(({ set }) => set === list.set) ?? others[0];
      return other && index > 0 ? [compared(list, other, "other connection", view)] : [];
    });
    return seen(
      items,
      lists
        .slice(0, 3)
        .flatMap(({ walk }) => walk.seats.slice(0, 1).map((seat) => placeOf(seat, "/response/result/tools"))),
    );
  },
};

const compared = (list: ListedNames, other: ListedNames, beside: string, view: View): Item => {
  const [first] = list.walk.seats;
  const place = first ? placeOf(first, "/response/result/tools") : { exchange: null, pointer: "" };
  const same = list.set === other.set;
  const value = {
    beside,
    set: same ? "same" : "other",
    order: same && JSON.stringify(list.names) !== JSON.stringify(other.names) ? "other" : "same",
    added: without(list.names, other.names),
    missing: without(other.names, list.names),
  };
  return {
    ...place,
    value,
    parts: Object.fromEntries(Object.keys(value).map((key) => [key, place.pointer])),
    ...settled(view, "tools/list", !same),
  };
};

const without = (names: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
};
