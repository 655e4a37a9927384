import type { JsonObject } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";
import type { Item } from "../fact.ts";

/** A value that is made here: whatever is said of it, the place it was made from shows it. */
export const made = ({ exchange, pointer }: Place, value: JsonObject, name?: string): Item => ({
  value,
  exchange,
  pointer,
  parts: Object.fromEntries(Object.keys(value).map((key) => [key, pointer])),
  ...(name === undefined ? {} : { name }),
});
