import { isJsonObject, type Json } from "../../base/json.ts";
import type { SseFields } from "../../wire/sse-parser.ts";

/**
 * From 2025-11-25 a stream begins with an event that has an id and no data, so that a client can come back. Some servers
 * store it as an empty object and replay it so. The framing of that event is wrong, which is a finding of its own; that
 * the server sends messages that are no JSON-RPC would be another, and is not what happened.
 */
export const isPriming = (message: Json | undefined, sse: SseFields | undefined): boolean =>
  sse?.id !== undefined && isJsonObject(message) && Object.keys(message).length === 0;
