import type { HttpRecord, RawText, ReceivedMessage, StreamRecord } from "../../model/capture.ts";
import { isJsonObject, type Json, member } from "../../model/json.ts";
import type { Limits } from "../../model/limits.ts";
import { GrowingBytes } from "../../wire/growing-bytes.ts";
import {
  type HttpCall,
  type HttpHead,
  type HttpOutcome,
  type HttpRequest,
  headerValues,
  isEventStream,
  mediaType,
} from "../../wire/http/http-call.ts";
import type { HttpClient } from "../../wire/http/http-client.ts";
import { toRawText } from "../../wire/raw-text.ts";
import { type SseItem, SseParser } from "../../wire/sse-parser.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import { type ConversationLog, setResponse } from "./conversation-log.ts";

export interface HttpExchangeEvents {
  /** Every message of an event stream, in order. "close" ends the call from our side. */
  onEvent(message: ReceivedMessage): "close" | undefined;
  onHead?(head: HttpHead): void;
  /** An event that carries no message of the protocol (HTTP+SSE announces its endpoint so). */
  onNamedEvent?(name: string, data: Uint8Array): void;
}

export interface RunningHttpExchange {
  readonly done: Promise<HttpOutcome>;
  close(): void;
  fail: HttpCall["fail"];
}

/**
 * Sends one request and files what comes back into the draft: status, raw headers, framing, body. Which message
 * is the response is decided by the caller for a stream, and by HTTP itself for a JSON body.
 */
export const runHttpExchange = (
  client: HttpClient,
  log: ConversationLog,
  limits: Limits,
  draft: ExchangeDraft,
  request: HttpRequest,
  events: HttpExchangeEvents,
): RunningHttpExchange => {
  const record: Mutable<HttpRecord> = { method: request.method, request_headers: request.headers };
  draft.http = record;
  let stream: SseParser | undefined;
  // Not a list of chunks: a chunk may be a single byte, and each would cost a hundred.
  const body = new GrowingBytes();

  const onItem = (item: SseItem): void => {
    if (item.kind === "overflow") {
      call.fail({ kind: "limit-exceeded", detail: "the event stream is larger than allowed", limit: item.limit });
      return;
    }
    const { event } = item.fields;
    if (event !== undefined && event !== "message" && events.onNamedEvent) {
      events.onNamedEvent(event, item.data);
      return;
    }
    if (!item.hasData || item.data.length === 0) return;
    const received = log.receive(item.data, item.fields);
    if (!received) {
      call.fail(log.floodTrouble);
      return;
    }
    if (events.onEvent(received) === "close") call.close();
  };

  const { rewriteHead } = request;
  const sent: HttpRequest = rewriteHead
    ? {
        ...request,
        rewriteHead: (head) => {
          const changed = rewriteHead(head);
          record.request_head = toRawText(changed, limits.rawBytes);
          return changed;
        },
      }
    : request;
  const call = client.call(sent, {
    onHead: (head) => {
      draft.headMs = log.now;
      record.status = head.status;
      record.status_text = head.statusText;
      record.http_version = head.httpVersion;
      record.response_headers = head.headers;
      if (isEventStream(head.headers)) {
        stream = new SseParser({
          lineBytes: limits.sseLineBytes,
          eventBytes: limits.sseEventBytes,
          events: limits.sseEvents,
        });
      }
      events.onHead?.(head);
    },
    onData: (chunk) => {
      if (!stream) {
        body.append(chunk);
        return;
      }
      for (const item of stream.push(chunk)) onItem(item);
    },
    onStray: (bytes) => {
      record.stray_bytes = (record.stray_bytes ?? 0) + bytes;
      // After the end the caller may have put a copy into the draft.
      if (draft.http && draft.http !== record) draft.http = { ...draft.http, stray_bytes: record.stray_bytes };
    },
  });

  const done = call.done.then((outcome) => {
    record.body_bytes = outcome.bodyBytes;
    if (outcome.trouble) draft.trouble = outcome.trouble;
    if (stream) record.stream = streamRecord(stream, outcome, limits);
    else fileBody(draft, record, body.copy(), outcome, log, limits);
    if (outcome.notHttp) record.body = toRawText(outcome.notHttp, limits.rawBytes);
    const location =
      outcome.head && isRedirect(outcome.head.status) ? headerValues(outcome.head.headers, "location")[0] : undefined;
    if (location !== undefined) record.redirect = { location, followed: false };
    return outcome;
  });
  return { done, close: call.close, fail: call.fail };
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const streamRecord = (parser: SseParser, outcome: HttpOutcome, limits: Limits): StreamRecord => {
  const unfinished = parser.end();
  const { stats } = parser;
  return {
    events: stats.events,
    comments: stats.comments,
    line_endings: stats.lineEndings,
    ...(stats.byteOrderMark ? { byte_order_mark: true as const } : {}),
    ...(stats.lastEventId === undefined ? {} : { last_event_id: stats.lastEventId }),
    ...(stats.retryMs === undefined ? {} : { retry_ms: stats.retryMs }),
    ended_by: outcome.endedBy,
    ...(stats.oddLines > 0 ? { odd_lines: stats.oddLines } : {}),
    ...(unfinished ? { unfinished: toRawText(unfinished, limits.rawBytes) } : {}),
  };
};

/** The declared type decides how a body is read; nothing is sniffed. */
const fileBody = (
  draft: ExchangeDraft,
  record: Mutable<HttpRecord>,
  bytes: Uint8Array,
  outcome: HttpOutcome,
  log: ConversationLog,
  limits: Limits,
): void => {
  if (bytes.length === 0 || !outcome.head) return;
  const keep = (): RawText => toRawText(bytes, limits.rawBytes);
  // A cut body is never parsed as if it were whole.
  if (outcome.trouble || !isJsonType(mediaType(outcome.head.headers))) {
    record.body = keep();
    return;
  }
  const received = log.receive(bytes);
  if (!received) {
    draft.trouble = log.floodTrouble;
    return;
  }
  if (received.message === undefined) {
    draft.trouble = { kind: "not-json", detail: "the body is declared as JSON and is not" };
    setResponse(draft, received);
    return;
  }
  if (outcome.head.status < 300 || isEnvelope(received.message)) setResponse(draft, received);
  else record.body = keep();
};

export const isJsonType = (type: string): boolean => type === "application/json" || type.endsWith("+json");

/** An error page in JSON (an OAuth error, a gateway's) is not a message of the protocol. */
export const isEnvelope = (message: Json): boolean => {
  if (Array.isArray(message)) return true;
  return (
    isJsonObject(message) &&
    (Object.hasOwn(message, "jsonrpc") || Object.hasOwn(message, "result") || isJsonObject(member(message, "error")))
  );
};
