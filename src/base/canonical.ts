import type { Json } from "./json.ts";

/** The value has no RFC 8785 form, so nothing can be said about its bytes. */
export class NotCanonicalError extends Error {
  override readonly name = "NotCanonicalError";
}

/** Deeper than any value a capture may hold (1024), and well within the stack. */
const MAX_DEPTH = 1_100;

/**
 * RFC 8785: no white space, members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them. What
 * `JSON.stringify` would quietly change (half surrogate pairs, infinity, undefined, toJSON) is refused.
 */
export const canonicalJson = (value: Json): string => {
  // Once the members are in order, the engine serialises far faster than we can.
  const ordered = typeof value === "object" && value !== null ? inOrder(value, 0) : undefined;
  const text = ordered && JSON.stringify(ordered);
  // An escape of this kind may be half a pair.
  return text === undefined || text.includes("\\ud") ? write(value, 0) : text;
};

/** Null for a value that has no RFC 8785 form: a capture may hold what no canonical JSON can. */
export const canonicalOrNull = (value: unknown): string | null => {
  try {
    return canonicalJson(value as Json);
  } catch (error) {
    if (error instanceof NotCanonicalError) return null;
    throw error;
  }
};

/**
 * The same with sorted members; undefined for names that no object keeps in that order. What is in order already, as most is,
 * is not copied: a result may have a hundred thousand arrays.
 */
const inOrder = (value: object, depth: number): object | undefined => {
  if (Array.isArray(value)) return elementsInOrder(value, depth);
  mustBePlain(value);
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(value);
  if (depth >= MAX_DEPTH && names.length > 0) throw tooDeep();
  let isSame = true;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    if (isUnruly(name)) return undefined;
    if (index > 0 && (names[index - 1] ?? "") > name) isSame = false;
  }
  if (!isSame) sortNames(names);
  let copy: Record<string, unknown> | undefined = isSame ? undefined : {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const entry = members[name];
    const ordered = isContainer(entry) ? inOrder(entry, depth + 1) : scalar(entry);
    if (ordered === undefined) return undefined;
    if (copy === undefined && ordered !== entry) {
      copy = {};
      for (const before of names.slice(0, index)) copy[before] = members[before];
    }
    if (copy !== undefined) copy[name] = ordered;
  }
  return copy ?? value;
};

const FEW_NAMES = 24;

/** By UTF-16 code units. The engine's own sort allocates, and most objects have a handful of members. */
const sortNames = (names: string[]): void => {
  if (names.length > FEW_NAMES) {
    names.sort();
    return;
  }
  for (let index = 1; index < names.length; index++) {
    const name = names[index] ?? "";
    let to = index;
    for (; to > 0 && (names[to - 1] ?? "") > name; to--) names[to] = names[to - 1] ?? "";
    names[to] = name;
  }
};

const elementsInOrder = (values: readonly unknown[], depth: number): object | undefined => {
  if (depth >= MAX_DEPTH && values.length > 0) throw tooDeep();
  // A copy has no method of that name, which would be called.
  let copy: unknown[] | undefined = "toJSON" in values ? [] : undefined;
  for (let index = 0; index < values.length; index++) {
    const entry = values[index];
    const ordered = isContainer(entry) ? inOrder(entry, depth + 1) : scalar(entry);
    if (ordered === undefined) return undefined;
    if (copy === undefined && ordered !== entry) copy = values.slice(0, index);
    copy?.push(ordered);
  }
  return copy ?? values;
};

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Objects list names that look like an index before all others, and `__proto__` cannot be assigned. */
const isUnruly = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || name === "__proto__";
};

const scalar = (value: unknown): unknown => {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value !== "number") throw new NotCanonicalError(`${typeof value} is no JSON`);
  if (!Number.isFinite(value)) throw new NotCanonicalError(`${value} is no JSON number`);
  return value;
};

const tooDeep = (): Error => new NotCanonicalError(`nested deeper than ${MAX_DEPTH}`);

const write = (value: unknown, depth: number): string => {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (!isContainer(value)) return typeof value === "string" ? writeString(value) : JSON.stringify(scalar(value));
  return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
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
  mustBePlain(value);
  const members = value as Readonly<Record<string, unknown>>;
  let text = "{";
  // Without a comparison function sort() goes by UTF-16 code units, which is what the RFC asks for.
  for (const name of Object.keys(value).sort())
    text += `${text === "{" ? "" : ","}${writeString(name)}:${write(members[name], depth + 1)}`;
  return `${text}}`;
};

const mustBePlain = (value: object): void => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotCanonicalError("an object that is no plain one");
};
