import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { HttpRecord, StreamRecord } from "../../capture/capture.ts";
import { type HttpHead, headerValues } from "../../wire/http/http-call.ts";
import type { Limits } from "../../wire/limits.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { SseStats } from "../../wire/sse-parser.ts";
import type { Trouble } from "../../wire/trouble.ts";

/** The record of an HTTP exchange while it is under way. */
export type HttpDraft = { -readonly [K in keyof HttpRecord]: HttpRecord[K] };

export const setHead = (record: HttpDraft, head: HttpHead): void => {
  record.status = head.status;
  record.status_text = head.statusText;
  record.http_version = head.httpVersion;
  record.response_headers = head.headers;
};

export const redirectOf = ({ headers }: HttpHead): HttpRecord["redirect"] => {
  const [location] = headerValues(headers, "location");
  return location === undefined ? undefined : { location, followed: false };
};

export const streamRecord = (
  stats: SseStats,
  unfinished: Uint8Array | undefined,
  endedBy: StreamRecord["ended_by"],
  limits: Limits,
): StreamRecord =>
  defined({
    events: stats.events,
    comments: stats.comments,
    line_endings: stats.lineEndings,
    byte_order_mark: stats.byteOrderMark || undefined,
    last_event_id: stats.lastEventId,
    retry_ms: stats.retryMs,
    ended_by: endedBy,
    odd_lines: stats.oddLines > 0 ? stats.oddLines : undefined,
    odd_text: stats.oddText && toRawText(stats.oddText, limits.rawBytes),
    unfinished: unfinished && toRawText(unfinished, limits.rawBytes),
  });

/** The declared type decides how a body is read; nothing is sniffed. */
export const isJsonType = (type: string): boolean => type === "application/json" || type.endsWith("+json");

export const NOT_JSON_BODY: Trouble = { kind: "not-json", detail: "the body is declared as JSON and is not" };

/** An error page in JSON (an OAuth error, a gateway's) is not a message of the protocol. */
export const isProtocolBody = (status: number, message: Json): boolean =>
  status < 300 ||
  Array.isArray(message) ||
  (isJsonObject(message) &&
    (Object.hasOwn(message, "jsonrpc") || Object.hasOwn(message, "result") || isJsonObject(member(message, "error"))));
