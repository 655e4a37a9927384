import { isJsonObject, type Json } from "./json.ts";

/** No JSON text begins with it. */
const MARK = "~";

/** Strings above this are shown by their length and their ends. */
const MAX_LENGTH = 1_024;

/**
 * The text of a value without the middle of its long strings: what is written alike has the same one, and what has the
 * same one is compared. It stands in for megabytes where only sameness matters.
 */
export const shortenedText = (value: Json): string => MARK + JSON.stringify(shorten(value));

export const isShortened = (text: string): boolean => text.startsWith(MARK);

/** What holds no long string is not copied: it may have a hundred thousand parts. */
const shorten = (value: Json): Json => {
  if (typeof value === "string")
    return value.length > MAX_LENGTH ? [value.length, value.slice(0, 64), value.slice(-64)] : value;
  if (Array.isArray(value)) return value.some(changes) ? value.map(shorten) : value;
  return isJsonObject(value) && Object.values(value).some(changes)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shorten(entry)]))
    : value;
};

const changes = (value: Json): boolean => {
  if (typeof value === "string") return value.length > MAX_LENGTH;
  if (typeof value !== "object" || value === null) return false;
  for (const name in value) if (changes((value as Readonly<Record<string, Json>>)[name] ?? null)) return true;
  return false;
};

/** Whether two values have the same JSON text: members in the same order too. */
export const isWrittenAlike = (left: Json | undefined, right: Json | undefined): boolean => {
  if (left === right) return true;
  if (Array.isArray(left))
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((entry, index) => isWrittenAlike(entry, right[index]))
    );
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const [names, others] = [Object.keys(left), Object.keys(right)];
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && isWrittenAlike(left[name], right[name]))
  );
};
