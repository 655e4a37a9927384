// Pages with opaque cursors. A cursor names its list and offset, so it is stable and good on any connection.

import { INVALID_PARAMS, type JsonObject, RpcError } from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";

export interface Page<T> {
  items: T[];
  nextCursor: string | undefined;
}

export function page<T>(core: ServerCore, list: string, all: readonly T[], size: number, params: JsonObject): Page<T> {
  const offset = readCursor(core, list, all.length, size, params);
  const next = offset + size;
  return {
    items: all.slice(offset, next),
    nextCursor: next < all.length ? writeCursor(list, next) : undefined,
  };
}

function writeCursor(list: string, offset: number): string {
  return Buffer.from(`${list}@${offset}`).toString("base64url");
}

function readCursor(core: ServerCore, list: string, length: number, size: number, params: JsonObject): number {
  if (params.cursor === undefined) return 0;
  for (let offset = size; offset < length; offset += size) {
    if (params.cursor === writeCursor(list, offset)) return offset;
  }
  if (!core.checks("cursor")) return 0;
  throw new RpcError(INVALID_PARAMS, "Invalid cursor");
}
