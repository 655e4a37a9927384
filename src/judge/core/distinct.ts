import type { Json } from "../../base/json.ts";
import { isShortened, isWrittenAlike, shortenedText } from "../../base/shortened-text.ts";
import type { Item } from "./fact.ts";
import { fingerprintOf, mixText } from "./fingerprint.ts";

/** Items with the same value say the same thing: one of them is enough to judge. */
export const distinct = <T extends Item>(items: readonly T[]): readonly T[] => {
  if (items.length < 2) return items;
  const groups = new Map<number, Group>();
  return items.filter((item) => {
    const { value, name } = item;
    const print = fingerprintOf(value);
    const key = name === undefined ? print : mixText(print, name);
    const group = groups.get(key);
    if (group !== undefined) return isNewIn(group, item);
    groups.set(key, { members: [item], texts: undefined });
    return true;
  });
};

/** Different items with the same fingerprint. */
interface Group {
  readonly members: Item[];
  /** Made for a group that grows: who knows how fingerprints are made can write values that all have the same. */
  texts: ((item: Item) => boolean) | undefined;
}

/** Above that, members of a group are not compared one by one. */
const MOST_COMPARED = 8;

const isNewIn = (group: Group, item: Item): boolean => {
  const { members } = group;
  if (group.texts) return group.texts(item);
  for (const other of members) if (other.name === item.name && isWrittenAlike(other.value, item.value)) return false;
  members.push(item);
  if (members.length > MOST_COMPARED) {
    const isNew = openTexts();
    members.forEach(isNew);
    group.texts = isNew;
  }
  return true;
};

/** Tells whether an item is the first with its text. */
const openTexts = (): ((item: Item) => boolean) => {
  const known = new Set<string>();
  const shortened = new Map<string, Item[]>();
  return (item) => {
    const { value, name } = item;
    const text = textOf(value);
    // Most have no name, and a text that is put together anew would have to be hashed anew.
    const key = name === undefined ? text : `${name}\n${text}`;
    if (!isShortened(text)) {
      const before = known.size;
      return before < known.add(key).size;
    }
    const alike = shortened.get(key) ?? [];
    shortened.set(key, alike);
    if (alike.some((other) => isWrittenAlike(other.value, value))) return false;
    alike.push(item);
    return true;
  };
};

/** Above that, the text of a value would hold the value twice. */
const LONG = 65_536;

const textOf = (value: Json): string => {
  const whole = JSON.stringify(value);
  return whole.length > LONG ? shortenedText(value) : whole;
};
