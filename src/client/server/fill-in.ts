import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";

/** Replaces the texts that stand for something of the request at hand. */
export const fillIn = (value: Json, values: Readonly<Record<string, Json | undefined>>): Json => {
  if (typeof value === "string") return Object.hasOwn(values, value) ? (values[value] ?? null) : value;
  if (Array.isArray(value)) return value.map((entry) => fillIn(entry, values));
  return isJsonObject(value) ? fillInObject(value, values) : value;
};

export const fillInObject = (value: JsonObject, values: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillIn(entry, values)]));
