import { type JsonObject, member } from "../../base/json.ts";

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
