/**
 * How a text is encoded, as far as its letters tell. base64: as RFC 4648 has it. unpadded, spaced: without `=` at the
 * end, with line breaks; readers differ. url-safe: with - and _. data-url: with a prefix that is not part of it.
 */
export type Encoding = "base64" | "data-url" | "url-safe" | "unpadded" | "spaced" | "other";

const DATA_URL = /^data:[^,]*,/i;
const PLAIN = /^[A-Za-z0-9+/]*={0,2}$/;
const SPACED = /^[A-Za-z0-9+/\s]*[=\s]*$/;
const URL_SAFE = /^[A-Za-z0-9_-]*={0,2}$/;

export const encodingOf = (text: string): Encoding => {
  if (DATA_URL.test(text.slice(0, 200))) return "data-url";
  if (PLAIN.test(text)) return padding(text);
  if (SPACED.test(text)) return padding(text.replace(/\s/g, "")) === "other" ? "other" : "spaced";
  return URL_SAFE.test(text) ? "url-safe" : "other";
};

/** One letter left over holds six bits, which are no byte. */
const padding = (text: string): "base64" | "unpadded" | "other" => {
  if (text.length % 4 === 0) return "base64";
  const end = text.indexOf("=");
  return (end < 0 ? text.length : end) % 4 === 1 || end >= 0 ? "other" : "unpadded";
};
