import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import type { Budget } from "./budget.ts";

const MAX_COPY_DEPTH = 32;
const MAX_COPY_NODES = 2_000;

/** A copy of a value the schema gives (const, enum, default …), or undefined when it is too large to send. */
export const copyGiven = (given: Json, maxString: number): Json | undefined => {
  let left = MAX_COPY_NODES;
  const copy = (value: Json, depth: number): Json | undefined => {
    left -= 1;
    if (left < 0 || depth > MAX_COPY_DEPTH) return undefined;
    if (typeof value === "string") return value.length <= maxString ? value : undefined;
    if (typeof value !== "object" || value === null) return value;
    const entries: [string, Json][] = [];
    for (const [key, entry] of Object.entries(value)) {
      const copied = copy(entry, depth + 1);
      if (copied === undefined) return undefined;
      entries.push([key, copied]);
    }
    // fromEntries defines members, so a key such as __proto__ stays a key.
    return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
  };
  return copy(given, 0);
};

/** JSON equality. The first value is one of ours and bounds the work; undefined when the steps are used up. */
export const equalJson = (ours: Json, theirs: Json | undefined, steps: Budget): boolean | undefined => {
  if (!steps.take()) return undefined;
  if (ours === theirs) return true;
  if (Array.isArray(ours)) {
    if (!Array.isArray(theirs) || theirs.length !== ours.length) return false;
    for (const [index, item] of ours.entries()) {
      const same = equalJson(item, theirs[index], steps);
      if (same !== true) return same;
    }
    return true;
  }
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return false;
  const keys = Object.keys(ours);
  const theirKeys = Object.keys(theirs);
  if (!steps.take(theirKeys.length)) return undefined;
  if (keys.length !== theirKeys.length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(theirs, key)) return false;
    const same = equalJson(ours[key] ?? null, theirs[key], steps);
    if (same !== true) return same;
  }
  return true;
};

export const numberMember = (value: unknown, key: string): number | undefined => {
  const found = member(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
};

/** The strictest lower bound of schemas that hold together. */
export const largest = (parts: readonly JsonObject[], keyword: string): number | undefined =>
  pick(parts, keyword, (one, other) => Math.max(one, other));

/** The strictest upper bound of schemas that hold together. */
export const smallest = (parts: readonly JsonObject[], keyword: string): number | undefined =>
  pick(parts, keyword, (one, other) => Math.min(one, other));

const pick = (
  parts: readonly JsonObject[],
  keyword: string,
  choose: (one: number, other: number) => number,
): number | undefined => {
  const bounds = parts.map((part) => numberMember(part, keyword)).filter((bound) => bound !== undefined);
  return bounds.length === 0 ? undefined : bounds.reduce(choose);
};
