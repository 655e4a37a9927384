import type { Json } from "../../../base/json.ts";

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** The text of a header, with the encoding of the protocol undone; undefined where that cannot be undone. */
export const decodedHeader = (header: string): string | undefined => {
  const encoded = ENCODED.exec(header)?.[1];
  if (encoded === undefined) return header;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** How a value has to be written in a header. */
export const writingOf = (value: Json): string => {
  if (typeof value === "number") return "integer";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "string") return "other";
  if (value === "") return "empty";
  if (value.startsWith("=?base64?") && value.endsWith("?=")) return "like-the-sentinel";
  if (!/^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(value)) return "unsafe";
  return value.includes(" ") ? "with-spaces" : "plain";
};

/** Whether a header says the value: as a number where it is one, so that 42 and 42.0 are equal. */
export const saysValue = (header: string, value: Json): boolean => {
  const text = decodedHeader(header);
  if (typeof value === "number") return text !== undefined && /^-?\d+(?:\.0+)?$/.test(text) && Number(text) === value;
  return text === String(value);
};

export const formOfHeader = (header: string): string => {
  if (ENCODED.test(header)) return "base64";
  return /^=\?.*\?=$/.test(header) ? "other-encoding" : "plain";
};
