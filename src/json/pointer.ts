import { isJsonObject, type Json } from "../model/json.ts";

/** RFC 6901. The empty path is the whole document. */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const INDEX = /^(?:0|[1-9][0-9]*)$/;
const BAD_ESCAPE = /~(?![01])/;

/** Follows own members and elements only; undefined when the pointer is malformed or leads nowhere. */
export const readPointer = (value: unknown, pointer: string): Json | undefined => {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  if (BAD_ESCAPE.test(pointer)) return undefined;
  let current: unknown = value;
  for (const escaped of pointer.split("/").slice(1)) {
    const step = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(current)) {
      if (!INDEX.test(step)) return undefined;
      current = current[Number(step)];
    } else if (isJsonObject(current) && Object.hasOwn(current, step)) {
      current = current[step];
    } else {
      return undefined;
    }
  }
  // A caller that passes something other than JSON gets part of it back: there is nothing to check here.
  return current as Json | undefined;
};
