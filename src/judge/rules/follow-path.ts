import type { Item } from "../../facts/fact.ts";
import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";

/** What a path leads to within one observation; `value` is undefined when the member does not exist. */
export interface Spot extends Place {
  readonly value: Json | undefined;
  readonly name?: string | undefined;
  /** Of the whole observation: where its members stand. */
  readonly parts?: Item["parts"];
}

/** Follows own members and elements only. A `*` over nothing gives no spot at all. */
export const followPath = (item: Item, path: readonly string[]): readonly Spot[] => {
  const [first, ...rest] = path;
  if (first === undefined) return [{ ...spot(item, item.pointer, item.value), parts: item.parts }];
  const part = item.parts?.[first];
  if (part === undefined) return walk(item, item.pointer, item.value, path);
  const value = isJsonObject(item.value) && Object.hasOwn(item.value, first) ? item.value[first] : undefined;
  // A member that is not there is shown by the whole exchange.
  return walk(item, value === undefined ? "" : part, value, rest);
};

const spot = (item: Item, pointer: string, value: Json | undefined): Spot => ({
  exchange: item.exchange,
  pointer,
  value,
  name: item.name,
});

const walk = (item: Item, pointer: string, value: Json | undefined, path: readonly string[]): readonly Spot[] => {
  const [step, ...rest] = path;
  if (step === undefined) return [spot(item, pointer, value)];
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
  // The pointer stops where the path does: that is where a reader sees that the member is missing.
  return next === undefined
    ? rest.includes("*")
      ? []
      : [spot(item, pointer, undefined)]
    : walk(item, pointer + toPointer([step]), next, rest);
};
