const SENTINEL = /^=\?base64\?.*\?=$/s;
const PLAIN = /^[\x20-\x7e\t]*$/;

/**
 * A value as it stands in an Mcp-Name or Mcp-Param header: plain visible ASCII as it is, everything else (and
 * whatever looks like the wrapper itself) as the base64 of its UTF-8 bytes inside the wrapper.
 */
export const toHeaderValue = (value: string): string => {
  const edges = value !== value.trim();
  if (PLAIN.test(value) && !edges && !SENTINEL.test(value)) return value;
  return `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
};

/** Header text of an argument: strings as they are, integers and booleans in their JSON spelling. */
export const argumentText = (value: string | number | boolean): string =>
  typeof value === "string" ? value : String(value);
