import { isJsonObject, type Json } from "../../base/json.ts";
import { stepPointer } from "../../base/pointer.ts";
import type { Place } from "../../capture/capture.ts";
import type { Item } from "../core/fact.ts";

/** What a path leads to within one observation; `value` is undefined where the member does not exist. */
export interface FoundValue extends Place {
  readonly value: Json | undefined;
  readonly name?: string | undefined;
  /** Of the whole observation: where its members came from. */
  readonly parts?: Item["parts"] | undefined;
}

/** Follows own members and elements only. A `*` over nothing finds nothing. */
export const followPath = (item: Item, path: readonly string[]): readonly FoundValue[] => followInto(item, path, []);

/** The same, added to what was found before. */
export const followInto = (item: Item, path: readonly string[], into: FoundValue[]): readonly FoundValue[] => {
  const first = path[0];
  if (first === undefined) {
    into.push({
      exchange: item.exchange,
      pointer: item.pointer,
      value: item.value,
      name: item.name,
      parts: item.parts,
    });
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

/** Whether a path leads to one value in every observation. */
export const isSingle = (path: readonly string[]): boolean => !path.includes("*");

/** What such a path leads to, without its place: most values are right, and nobody asks where those stand. */
export const valueAt = (item: Item, path: readonly string[]): Json | undefined => {
  const first = path[0];
  if (first === undefined) return item.value;
  if (item.parts?.[first] !== undefined && !isJsonObject(item.value)) return undefined;
  let value: Json | undefined = item.value;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
};

const found = (item: Item, pointer: string, value: Json | undefined): FoundValue => ({
  exchange: item.exchange,
  pointer,
  value,
  name: item.name,
  parts: undefined,
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
      for (let index = 0; index < value.length; index += 1)
        walk(item, `${pointer}/${index}`, value[index], path, at + 1, into);
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) walk(item, pointer + stepPointer(key), value[key], path, at + 1, into);
    }
    return;
  }
  const next = Array.isArray(value)
    ? value[Number(step)]
    : isJsonObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  if (next !== undefined) walk(item, pointer + stepPointer(step), next, path, at + 1, into);
  // The pointer stops where the path ends: that is where a reader sees that the member is missing.
  else if (!path.includes("*", at + 1)) into.push(found(item, pointer, undefined));
};
