import { defined } from "../../base/defined.ts";
import type { RawText } from "../../base/reading.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { GrowingBytes } from "../../wire/growing-bytes.ts";
import {
  type HttpCall,
  type HttpHead,
  type HttpOutcome,
  type HttpRequest,
  isEventStream,
  mediaType,
} from "../../wire/http/http-call.ts";
import type { HttpClient } from "../../wire/http/http-client.ts";
import type { Limits } from "../../wire/limits.ts";
import { toRawText } from "../../wire/raw-text.ts";
import { type SseItem, SseParser } from "../../wire/sse-parser.ts";
import { type ExchangeDraft, setResponse } from "../exchange-draft.ts";
import {
  type HttpDraft,
  isJsonType,
  isProtocolBody,
  NOT_JSON_BODY,
  redirectOf,
  setHead,
  streamRecord,
} from "../filing/http-record.ts";
import type { ConversationLog } from "./conversation-log.ts";

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
  const record: HttpDraft = { method: request.method, request_headers: request.headers };
  draft.http = record;
  let stream: SseParser | undefined;
  // Not a list of chunks: a chunk may be a single byte, and each would cost a hundred.
  const body = new GrowingBytes();

  // What comes in the same packet as the event at which we leave was not read: how packets are cut must not matter.
  let hasLeft = false;
  let lastId: string | undefined;
  const onItem = (item: SseItem): void => {
    if (hasLeft) return;
    if (item.kind === "overflow") {
      call.fail({ kind: "limit-exceeded", detail: "the event stream is larger than allowed", limit: item.limit });
      return;
    }
    const { event, id } = item.fields;
    if (id !== undefined) lastId = id;
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
    if (events.onEvent(received) !== "close") return;
    hasLeft = true;
    call.close();
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
      setHead(record, head);
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
    if (stream) {
      const unfinished = stream.end();
      const whole = streamRecord(stream.stats, unfinished, outcome.endedBy, limits);
      record.stream = hasLeft ? defined({ ...whole, last_event_id: lastId }) : whole;
    } else fileBody(draft, record, body.view(), outcome, log, limits);
    // Whoever waits for the exchange holds on to all of this.
    body.clear();
    if (outcome.notHttp) record.body = toRawText(outcome.notHttp, limits.rawBytes);
    const redirect = outcome.head && REDIRECTS.has(outcome.head.status) ? redirectOf(outcome.head) : undefined;
    if (redirect) record.redirect = redirect;
    return outcome;
  });
  return { done, close: call.close, fail: call.fail };
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const fileBody = (
  draft: ExchangeDraft,
  record: HttpDraft,
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
  if (received.message === undefined) draft.trouble = NOT_JSON_BODY;
  else if (!isProtocolBody(outcome.head.status, received.message)) {
    record.body = keep();
    return;
  }
  setResponse(draft, received);
};
