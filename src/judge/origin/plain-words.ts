import { isJsonObject, type Json } from "../../base/json.ts";

/** Behind the first words stand the particulars of a schema or a value. */
const LONGEST = 60;

/**
 * A text without what differs from server to server and from run to run: names that were asked for, ids, numbers. Two
 * servers on one SDK then say the same.
 */
export const plainWords = (text: string, asked: Json | undefined): string => {
  if (isJsonText(text)) return "(JSON)";
  let words = text.replaceAll(/\s+/g, " ").trim();
  for (const name of namesIn(asked)) words = words.replaceAll(name, "…");
  return words
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "…")
    .replaceAll(/\b[0-9a-f]{16,}\b/gi, "…")
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, "'…'")
    .replaceAll(/\d+(\.\d+)*/g, "0")
    .replaceAll(/\berrors\b/g, "error")
    .slice(0, LONGEST);
};

/** Lists of complaints differ with the schema that is complained about. */
const isJsonText = (text: string): boolean => /^\s*[[{][\s\S]*[\]}]\s*$/.test(text);

/** Every text of a request that the server may repeat, the longest first. */
const namesIn = (asked: Json | undefined): readonly string[] => {
  const found = new Set<string>();
  const gather = (value: Json | undefined, depth: number): void => {
    if (typeof value === "string") {
      if (value.length > 2) found.add(value);
    } else if (Array.isArray(value)) for (const item of value) gather(item, depth + 1);
    else if (isJsonObject(value) && depth < 5)
      for (const [name, member] of Object.entries(value)) if (!FRAME.has(name)) gather(member, depth + 1);
  };
  gather(asked, 0);
  return [...found].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
};

const FRAME = new Set(["jsonrpc", "_meta", "clientInfo", "protocolVersion"]);
