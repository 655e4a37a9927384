/** A JSON value as `JSON.parse` yields it. Server data is typed so, never `any`. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads an own member only, so that a key such as `constructor` never finds a prototype's property. */
export const member = (value: unknown, key: string): Json | undefined => {
  if (!isJsonObject(value)) return undefined;
  const found: Json | undefined = value[key];
  // JSON holds no functions, and prototypes hold nothing else but each other. Asking first whether a member is its own costs more
  // than reading it, and this is asked millions of times.
  return typeof found === "function" || key === "__proto__" ? ownMember(value, key) : found;
};

const ownMember = (value: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** The member of a member: `valueAt(message, "params", "name")`. Own members only, as `member` reads them. */
export const valueAt = (value: unknown, first: string, ...more: readonly string[]): Json | undefined => {
  let found = member(value, first);
  for (const key of more) found = member(found, key);
  return found;
};

/** The elements of a member that is an array; none where it is not. */
export const listMember = (value: unknown, key: string): readonly Json[] => {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
};

export const stringMember = (value: unknown, key: string): string | undefined => {
  const found = member(value, key);
  return typeof found === "string" ? found : undefined;
};
