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
  const [first, ...rest] = path;
  if (first === undefined) return [{ ...found(item, item.pointer, item.value), parts: item.parts }];
  const part = item.parts?.[first];
  if (part === undefined) return walk(item, item.pointer, item.value, path);
  const value = isJsonObject(item.value) && Object.hasOwn(item.value, first) ? item.value[first] : undefined;
  // The evidence for a missing member is the whole exchange.
  return walk(item, value === undefined ? "" : part, value, rest);
};

const found = (item: Item, pointer: string, value: Json | undefined): FoundValue => ({
  exchange: item.exchange,
  pointer,
  value,
  name: item.name,
});

const walk = (item: Item, pointer: string, value: Json | undefined, path: readonly string[]): readonly FoundValue[] => {
  const [step, ...rest] = path;
  if (step === undefined) return [found(item, pointer, value)];
  if (step === "*") {
    if (Array.isArray(value)) return value.flatMap((entry, index) => walk(item, `${pointer}/${index}`, entry, rest));
    if (isJsonObject(value))
      return Object.entries(value).flatMap(([key, entry]) => walk(item, pointer + toPointer([key]), entry, rest));
    return [];
  }
  const next = Array.isArray(value)
    ? value[Number(step)]
    : isJsonObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  // The pointer stops where the path ends: that is where a reader sees that the member is missing.
  return next === undefined
    ? rest.includes("*")
      ? []
      : [found(item, pointer, undefined)]
    : walk(item, pointer + toPointer([step]), next, rest);
};
