import { isJsonObject, type Json } from "./json.ts";

/** RFC 6901. The empty path is the whole document. */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === "number" ? `/${step}` : stepPointer(step))).join("");

/** One step alone. */
export const stepPointer = (step: string): string => `/${escapeStep(step)}`;

const escapeStep = (step: string): string =>
  step.includes("~") || step.includes("/") ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;

const INDEX = /^(?:0|[1-9][0-9]*)$/;
const BAD_ESCAPE = /~(?![01])/;

/** Follows own members and elements only; undefined when the pointer is malformed or leads nowhere. */
export const readPointer = (value: unknown, pointer: string): Json | undefined => {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  const isEscaped = pointer.includes("~");
  if (isEscaped && BAD_ESCAPE.test(pointer)) return undefined;
  let current: unknown = value;
  // Step by step, without a list of them: every piece of evidence is looked up.
  for (let from = 1, to = 0; to >= 0 && pointer !== ""; from = to + 1) {
    to = pointer.indexOf("/", from);
    const escaped = to < 0 ? pointer.slice(from) : pointer.slice(from, to);
    const step = isEscaped ? escaped.replaceAll("~1", "/").replaceAll("~0", "~") : escaped;
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
