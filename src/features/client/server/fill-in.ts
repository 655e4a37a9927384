import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";

/** Replaces the texts that stand for something of the request at hand. */
export const fillIn = (value: Json, values: Readonly<Record<string, Json | undefined>>): Json => {
  if (typeof value === "string") return fillInText(value, values);
  if (Array.isArray(value)) return value.map((entry) => fillIn(entry, values));
  return isJsonObject(value) ? fillInObject(value, values) : value;
};

export const fillInObject = (value: JsonObject, values: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillIn(entry, values)]));

const ORIGIN = "$origin/";
const CANARY = "$canary/";

/** On stdio nobody listens for a browser. */
const NOWHERE = "https://example.invalid";

const fillInText = (text: string, values: Readonly<Record<string, Json | undefined>>): Json => {
  if (Object.hasOwn(values, text)) return values[text] ?? null;
  const { $canary } = values;
  if (text.startsWith(CANARY) && typeof $canary === "string") return `${$canary}/${text.slice(CANARY.length)}`;
  return text.startsWith(ORIGIN) ? `${String(values["$origin"] ?? NOWHERE)}/${text.slice(ORIGIN.length)}` : text;
};
