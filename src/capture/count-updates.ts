import type { JsonObject } from "../base/json.ts";
import { decodeLine, eachLine, lineBlocks } from "./byte-lines.ts";
import type { ByteSource } from "./byte-source.ts";

/**
 * How many updates each exchange will get, so that the reader knows when it has seen the last word on it. Nearly free:
 * a block of lines that cannot contain the word, plain or escaped, is not even decoded. Errors in a line are left to the
 * reader, which sees it again.
 */
export const countUpdates = (source: ByteSource, file: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const block of lineBlocks(source, file)) {
    if (!block.bytes.includes("update") && !block.bytes.includes("\\u")) continue;
    eachLine(block, (start, end, number) => {
      const id = updatedIn(block.bytes.subarray(start, end), file, number);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    });
  }
  return counts;
};

const EXCHANGE = /^\s*\{\s*"type"\s*:\s*"exchange"/;
/** As mcptest writes it; the rest of the line need not be looked at. */
const UPDATE = /^\{"type":"update","exchange":("(?:[^"\\]|\\.)*")[,}]/;

/** Long enough for the type and any id that a person gave. */
const BEGINNING = 300;

const updatedIn = (bytes: Buffer, file: string, number: number): string | undefined => {
  const beginning = bytes.toString("latin1", 0, BEGINNING);
  if (EXCHANGE.test(beginning)) return undefined;
  const literal = UPDATE.exec(beginning)?.[1];
  try {
    if (literal !== undefined && !NOT_ASCII.test(literal)) return String(JSON.parse(literal));
    if (!bytes.includes("update") && !bytes.includes("\\u")) return undefined;
    const { type, exchange } = JSON.parse(decodeLine(bytes, file, number)) as JsonObject;
    return type === "update" && typeof exchange === "string" ? exchange : undefined;
  } catch {
    return undefined;
  }
};

/** Read byte by byte, such a text would be another one. */
const NOT_ASCII = /[^ -~]/;
