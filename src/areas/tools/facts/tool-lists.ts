import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import {
  CHANGED_WITH_TIME,
  type DatedList,
  firstPages,
  isBackAgain,
  type Listing,
  namesOn,
  setOf,
  settled,
  steadyListings,
} from "../../../judge/core/listings.ts";
import { unseen } from "../../../judge/core/unseen.ts";

interface ListedNames extends DatedList {
  readonly listing: Listing;
  readonly names: readonly string[];
}

/** Lists that were read to the end: only they can be compared. */
const wholeLists = (view: View): readonly ListedNames[] =>
  steadyListings(view)
    .filter(({ method, ending }) => method === "tools/list" && ending === "last page")
    .map((listing) => {
      const names = listing.records.flatMap(namesOn);
      return { listing, names, records: listing.records, set: setOf(listing) };
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
    const bySet = groupBy(lists, ({ set }) => set);
    const bySide = groupBy(lists, sideOf);
    const firstOn = new Map<string | undefined, ListedNames>();
    const items = lists.flatMap((list, index) => {
      const { conversation } = list.listing;
      const earlier = firstOn.get(conversation);
      if (earlier) {
        view.spend(earlier.set === list.set ? 0 : lists.length);
        return [compared(list, earlier, "same connection", () => lists, view)];
      }
      firstOn.set(conversation, list);
      // What changed meanwhile changed everywhere: a list counts as the same when any other connection has it.
      const isOther = ({ listing }: ListedNames): boolean => listing.conversation !== conversation;
      const eitherSide = (other: ListedNames): readonly ListedNames[] =>
        [list, other].flatMap((side) => bySide.get(sideOf(side)) ?? []);
      const isBack = (one: ListedNames): boolean => {
        view.spend(1);
        return one.set !== list.set && isOther(one) && isBackAgain(list, one, eitherSide(one));
      };
      const other =
        (bySet.size > 1 ? lists.find(isBack) : undefined) ?? bySet.get(list.set)?.find(isOther) ?? lists.find(isOther);
      return other && index > 0 ? [compared(list, other, "other connection", () => eitherSide(other), view)] : [];
    });
    const listings = lists.map(({ listing }) => listing);
    return seen(items, firstPages(listings, "/response/result/tools"));
  },
});

/** What a connection said on other occasions: only that shows whether two of them differ by themselves. */
const sideOf = ({ listing, set }: ListedNames): string => `${listing.conversation}\n${set}`;

const compared = (
  list: ListedNames,
  other: ListedNames,
  beside: string,
  lists: () => readonly ListedNames[],
  view: View,
): Item => {
  const [first] = list.listing.records;
  const place = first ? placeOf(first, "/response/result/tools") : { exchange: null, pointer: "" };
  const same = list.set === other.set;
  const value = {
    beside,
    set: same ? "same" : "other",
    order: same && !isSameOrder(list.names, other.names) ? "other" : "same",
    added: same ? [] : without(list.names, other.names),
    missing: same ? [] : without(other.names, list.names),
  };
  const item = derivedItem(place, value);
  if (!same && !isBackAgain(list, other, lists()))
    return { ...item, open: { ...CHANGED_WITH_TIME, except: ["beside"] } };
  return { ...item, ...settled(view, "tools/list", !same) };
};

const isSameOrder = (names: readonly string[], others: readonly string[]): boolean =>
  names.length === others.length && names.every((name, index) => name === others[index]);

const without = (names: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
};
