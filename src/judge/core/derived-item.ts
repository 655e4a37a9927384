import type { JsonObject } from "../../base/json.ts";
import type { Place } from "../../capture/capture.ts";
import { type ExchangeRecord, type Item, placeOf } from "./fact.ts";
import { resultOf } from "./record-members.ts";

/** A whole result, as sent. */
export const resultItem = (record: ExchangeRecord, name = record.method): Item => ({
  ...placeOf(record, "/response/result"),
  value: resultOf(record) ?? null,
  name,
});

/** A value that is made here: whatever is said of it, the place it was made from shows it. */
export const derivedItem = ({ exchange, pointer }: Place, value: JsonObject, name?: string): Item => {
  const parts: Record<string, string> = {};
  for (const key of Object.keys(value)) parts[key] = pointer;
  return { value, exchange, pointer, parts, ...(name === undefined ? {} : { name }) };
};
