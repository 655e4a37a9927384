import { defineFact } from "../common/define-fact.ts";
import { derivedItem } from "../common/derived-item.ts";
import {
  CHANGED_WITH_TIME,
  type DatedList,
  firstPages,
  isBackAgain,
  type Listing,
  listingsIn,
  namesOn,
  settled,
} from "../common/listings.ts";
import { unseen } from "../common/unseen.ts";
import { type Item, placeOf, seen, type View } from "../fact.ts";

interface ListedNames extends DatedList {
  readonly listing: Listing;
  readonly names: readonly string[];
}

/** Lists that were read to the end: only they can be compared. */
const wholeLists = (view: View): readonly ListedNames[] =>
  listingsIn(view)
    .filter(({ method, ending }) => method === "tools/list" && ending === "last page")
    .map((listing) => {
      const names = listing.records.flatMap(namesOn);
      return { listing, names, records: listing.records, set: JSON.stringify([...new Set(names)].sort()) };
    });

export const toolLists = defineFact({
  name: "tool_lists",
  doc: "Each complete list of tools beside one read before: earlier on the same connection, or on another one.",
  type: "beside (same connection, other connection), set and order (same, other), added, missing",
  derived: true,
  questions: ["tools/list"],
  read(view) {
    const lists = view.once(wholeLists);
    if (lists.length === 0) return unseen(view, this.questions, "a complete list of tools");
    const items = lists.flatMap((list, index) => {
      const { conversation } = list.listing;
      const earlier = lists.slice(0, index).find(({ listing }) => listing.conversation === conversation);
      if (earlier) return [compared(list, earlier, "same connection", lists, view)];
      // What changed meanwhile changed everywhere: a list counts as the same when any other connection has it.
      const others = lists.filter(({ listing }) => listing.conversation !== conversation);
      const other =
        others.find((one) => isBackAgain(list, one, eitherSide(list, one, lists))) ??
        others.find(({ set }) => set === list.set) ??
        others[0];
      return other && index > 0
        ? [compared(list, other, "other connection", eitherSide(list, other, lists), view)]
        : [];
    });
    const listings = lists.map(({ listing }) => listing);
    return seen(items, firstPages(listings, "/response/result/tools"));
  },
});

/** What each of the two connections said on other occasions: only that shows whether they differ by themselves. */
const eitherSide = (one: ListedNames, other: ListedNames, lists: readonly ListedNames[]): readonly ListedNames[] =>
  lists.filter(({ listing, set }) =>
    [one, other].some((side) => side.set === set && side.listing.conversation === listing.conversation),
  );

const compared = (
  list: ListedNames,
  other: ListedNames,
  beside: string,
  lists: readonly ListedNames[],
  view: View,
): Item => {
  const [first] = list.listing.records;
  const place = first ? placeOf(first, "/response/result/tools") : { exchange: null, pointer: "" };
  const same = list.set === other.set;
  const value = {
    beside,
    set: same ? "same" : "other",
    order: same && JSON.stringify(list.names) !== JSON.stringify(other.names) ? "other" : "same",
    added: without(list.names, other.names),
    missing: without(other.names, list.names),
  };
  const item = derivedItem(place, value);
  if (!same && !isBackAgain(list, other, lists)) return { ...item, open: { ...CHANGED_WITH_TIME, except: ["beside"] } };
  return { ...item, ...settled(view, "tools/list", !same) };
};

const without = (names: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
};
