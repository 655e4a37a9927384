import type { Item } from "../../facts/fact.ts";
import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";

/** What a path leads to within one observation; `value` is undefined where the member does not exist. */
export interface FoundValue extends Place {
  readonly value: Json | undefined;
  readonly name?: string | undefined;
  /** Of the whole observation: where its members came from. */
  readonly parts?: Item["parts"];
}

/** Follows own members and elements only. A `*` over nothing finds nothing. */
export const followPath = (item: Item, path: readonly string[]): readonly FoundValue[] => {
  const into: FoundValue[] = [];
  const [first] = path;
  if (first === undefined) {
    into.push({ ...found(item, item.pointer, item.value), parts: item.parts });
    return into;
  }
  const part = item.parts?.[first];
  if (part === undefined) {
    walk(item, item.pointer, item.value, path, 0, into);
    return into;
  }
  const value = isJsonObject(item.value) && Object.hasOwn(item.value, first) ? item.value[first] : undefined;
  // The evidence for a missing member is the whole exchange.
  walk(item, value === undefined ? "" : part, value, path, 1, into);
  return into;
};

const found = (item: Item, pointer: string, value: Json | undefined): FoundValue => ({
  exchange: item.exchange,
  pointer,
  value,
  name: item.name,
});

/** Follows the path from its step `at` on. */
const walk = (
  item: Item,
  pointer: string,
  value: Json | undefined,
  path: readonly string[],
  at: number,
  into: FoundValue[],
): void => {
  const step = path[at];
  if (step === undefined) {
    into.push(found(item, pointer, value));
    return;
  }
  if (step === "*") {
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(item, `${pointer}/${index}`, entry, path, at + 1, into);
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) walk(item, pointer + toPointer([key]), value[key], path, at + 1, into);
    }
    return;
  }
  const next = Array.isArray(value)
    ? value[Number(step)]
    : isJsonObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  if (next !== undefined) walk(item, pointer + toPointer([step]), next, path, at + 1, into);
  // The pointer stops where the path ends: that is where a reader sees that the member is missing.
  else if (!path.includes("*", at + 1)) into.push(found(item, pointer, undefined));
};
