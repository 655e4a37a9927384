import type { Json } from "../../../base/json.ts";
import type { View } from "../../../judge/core/fact.ts";

/** Blanks, and the other characters of ASCII that a URI has nowhere: an object, or markup. */
const NO_URI = /[\s"<>\\^`{|}]/;

const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;

/** Whether an announced address is at the origin of the target; a relative one always is. */
export const announcedOrigin = (announced: Json | undefined, view: View): "same" | "other" | "unreadable" => {
  if (typeof announced !== "string" || announced === "" || NO_URI.test(announced)) return "unreadable";
  const named = AUTHORITY.exec(announced)?.[0];
  const { target } = view.capture;
  const own = target?.kind === "http" ? AUTHORITY.exec(target.url)?.[0] : undefined;
  if (named === undefined || own === undefined) return "same";
  const full = named.startsWith("//") ? own.slice(0, own.indexOf("//")) + named : named;
  return full.toLowerCase() === own.toLowerCase() ? "same" : "other";
};
