import type { Json } from "../model/json.ts";

/** The value has no RFC 8785 form, so nothing can be said about its bytes. */
export class NotCanonicalError extends Error {
  override readonly name = "NotCanonicalError";
}

/** Deeper than any value a capture may hold (1024); the stack lasts for more. */
const MAX_DEPTH = 1_100;

/**
 * RFC 8785: no white space, members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them. What
 * `JSON.stringify` would quietly change (half surrogate pairs, infinity, undefined, toJSON) is refused.
 */
export const canonicalJson = (value: Json): string => write(value, 0);

const write = (value: unknown, depth: number): string => {
  if (depth > MAX_DEPTH) throw new NotCanonicalError(`nested deeper than ${MAX_DEPTH}`);
  switch (typeof value) {
    case "string":
      return writeString(value);
    case "number":
      if (!Number.isFinite(value)) throw new NotCanonicalError(`${value} is no JSON number`);
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
    default:
      throw new NotCanonicalError(`${typeof value} is no JSON`);
  }
};

const LONE_SURROGATE = /\p{Cs}/u;

const writeString = (text: string): string => {
  if (LONE_SURROGATE.test(text)) throw new NotCanonicalError("a string holds half a surrogate pair");
  return JSON.stringify(text);
};

// Loops, not callbacks: every level takes two frames of the stack and no more.

const writeArray = (values: readonly unknown[], depth: number): string => {
  let text = "[";
  for (let index = 0; index < values.length; index++)
    text += `${index === 0 ? "" : ","}${write(values[index], depth + 1)}`;
  return `${text}]`;
};

const writeObject = (value: object, depth: number): string => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotCanonicalError("an object that is no plain one");
  const members = value as Readonly<Record<string, unknown>>;
  let text = "{";
  // Without a comparison function sort() goes by UTF-16 code units, which is what the RFC asks for.
  for (const name of Object.keys(value).sort())
    text += `${text === "{" ? "" : ","}${writeString(name)}:${write(members[name], depth + 1)}`;
  return `${text}}`;
};
