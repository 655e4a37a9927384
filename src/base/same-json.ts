import { isJsonObject, type Json } from "./json.ts";

/** JSON equality: members in any order, elements in theirs. An absent value equals only another absent one. */
export const isSameJson = (left: Json | undefined, right: Json | undefined): boolean => {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((entry, index) => isSameJson(entry, right[index]));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]))
  );
};
