// Reads request bodies: bounded, strictly UTF-8, strictly JSON.

import type { IncomingMessage } from "node:http";
import { type JsonValue, PARSE_ERROR, RpcError } from "../json-rpc.ts";

const MOST_BYTES = 4 * 1024 * 1024;

// Undefined if the body is too large.
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

export function parseJson(bytes: Buffer): JsonValue {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as JsonValue;
  } catch {
    throw new RpcError(PARSE_ERROR, "Parse error: the message is not JSON in UTF-8", undefined, 400);
  }
}
