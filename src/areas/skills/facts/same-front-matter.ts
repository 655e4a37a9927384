import { isJsonObject, type Json } from "../../../base/json.ts";

/**
 * Whether an entry says what the file says. Parsers of YAML differ in what they make of a bare scalar (a date, yes, 1.0), and the
 * text does not say which one is meant: scalars are the same if they are written the same.
 */
export const sameFrontMatter = (left: Json, right: Json): boolean => {
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((entry, index) => sameFrontMatter(entry, right[index] ?? null))
    );
  if (isJsonObject(left) || isJsonObject(right)) {
    if (!isJsonObject(left) || !isJsonObject(right)) return false;
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && sameFrontMatter(left[key] ?? null, right[key] ?? null))
    );
  }
  return left === right || sameScalar(left, right);
};

const sameScalar = (left: Json, right: Json): boolean => {
  // Two texts are compared as they are; only where a parser made something else of one of them is there a doubt.
  if (typeof left === "string" && typeof right === "string")
    return isDate(left) && isDate(right) && left.slice(0, 10) === right.slice(0, 10);
  if (typeof left === "boolean" || typeof right === "boolean") return wordOf(left) === wordOf(right);
  return String(left ?? "") === String(right ?? "") || (left !== "" && right !== "" && Number(left) === Number(right));
};

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text);

const TRUE = ["true", "yes", "on", "y"];
const FALSE = ["false", "no", "off", "n"];

const wordOf = (value: Json): string => {
  const word = String(value).toLowerCase();
  return TRUE.includes(word) ? "true" : FALSE.includes(word) ? "false" : word;
};
