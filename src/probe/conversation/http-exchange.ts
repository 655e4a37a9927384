import { defined } from "../../base/defined.ts";
import type { RawText } from "../../base/reading.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { GrowingBytes } from "../../wire/growing-bytes.ts";
import {
  type HttpCall,
  type HttpCallEvents,
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
  const filing = new HttpFiling(log, limits, draft, request, events);
  const call = client.call(
    filing.recordingHead(request),
    filing.handlers((): HttpCall => call),
  );
  return { done: call.done.then((outcome) => filing.finish(outcome)), close: call.close, fail: call.fail };
};

/** What one request has brought back so far. */
class HttpFiling {
  readonly #log: ConversationLog;
  readonly #limits: Limits;
  readonly #draft: ExchangeDraft;
  readonly #events: HttpExchangeEvents;
  readonly #record: HttpDraft;
  // Not a list of chunks: a chunk may be a single byte, and each would cost a hundred.
  readonly #body = new GrowingBytes();
  #stream: SseParser | undefined;
  // What comes in the same packet as the event at which we leave was not read: how packets are cut must not matter.
  #hasLeft = false;
  #lastId: string | undefined;

  constructor(
    log: ConversationLog,
    limits: Limits,
    draft: ExchangeDraft,
    request: HttpRequest,
    events: HttpExchangeEvents,
  ) {
    this.#log = log;
    this.#limits = limits;
    this.#draft = draft;
    this.#events = events;
    this.#record = { method: request.method, request_headers: request.headers };
    draft.http = this.#record;
  }

  /** The request, and where its head is rewritten, what is sent instead is kept. */
  recordingHead(request: HttpRequest): HttpRequest {
    const { rewriteHead } = request;
    if (!rewriteHead) return request;
    return {
      ...request,
      rewriteHead: (head) => {
        const changed = rewriteHead(head);
        this.#record.request_head = toRawText(changed, this.#limits.rawBytes);
        return changed;
      },
    };
  }

  handlers(call: () => HttpCall): HttpCallEvents {
    return {
      onHead: (head) => this.#onHead(head),
      onData: (chunk) => {
        if (!this.#stream) {
          this.#body.append(chunk);
          return;
        }
        for (const item of this.#stream.push(chunk)) this.#onItem(item, call());
      },
      onStray: (bytes) => this.#onStray(bytes),
    };
  }

  finish(outcome: HttpOutcome): HttpOutcome {
    const [record, draft, limits] = [this.#record, this.#draft, this.#limits];
    record.body_bytes = outcome.bodyBytes;
    if (outcome.trouble) draft.trouble = outcome.trouble;
    if (this.#stream) {
      const unfinished = this.#stream.end();
      const whole = streamRecord(this.#stream.stats, unfinished, outcome.endedBy, limits);
      record.stream = this.#hasLeft ? defined({ ...whole, last_event_id: this.#lastId }) : whole;
    } else this.#fileBody(this.#body.view(), outcome);
    // Whoever waits for the exchange holds on to all of this.
    this.#body.clear();
    if (outcome.notHttp) record.body = toRawText(outcome.notHttp, limits.rawBytes);
    const redirect = outcome.head && REDIRECTS.has(outcome.head.status) ? redirectOf(outcome.head) : undefined;
    if (redirect) record.redirect = redirect;
    return outcome;
  }

  #onHead(head: HttpHead): void {
    const { sseLineBytes, sseEventBytes, sseEvents } = this.#limits;
    this.#draft.headMs = this.#log.now;
    setHead(this.#record, head);
    if (isEventStream(head.headers))
      this.#stream = new SseParser({ lineBytes: sseLineBytes, eventBytes: sseEventBytes, events: sseEvents });
    this.#events.onHead?.(head);
  }

  #onItem(item: SseItem, call: HttpCall): void {
    if (this.#hasLeft) return;
    if (item.kind === "overflow") {
      call.fail({ kind: "limit-exceeded", detail: "the event stream is larger than allowed", limit: item.limit });
      return;
    }
    const { event, id } = item.fields;
    if (id !== undefined) this.#lastId = id;
    if (event !== undefined && event !== "message" && this.#events.onNamedEvent) {
      this.#events.onNamedEvent(event, item.data);
      return;
    }
    if (!item.hasData || item.data.length === 0) return;
    const received = this.#log.receive(item.data, item.fields);
    if (!received) {
      call.fail(this.#log.floodTrouble);
      return;
    }
    if (this.#events.onEvent(received) !== "close") return;
    this.#hasLeft = true;
    call.close();
  }

  #onStray(bytes: number): void {
    const [record, draft] = [this.#record, this.#draft];
    record.stray_bytes = (record.stray_bytes ?? 0) + bytes;
    // After the end the caller may have put a copy into the draft.
    if (draft.http && draft.http !== record) draft.http = { ...draft.http, stray_bytes: record.stray_bytes };
  }

  #fileBody(bytes: Uint8Array, outcome: HttpOutcome): void {
    if (bytes.length === 0 || !outcome.head) return;
    const keep = (): RawText => toRawText(bytes, this.#limits.rawBytes);
    // A cut body is never parsed as if it were whole.
    if (outcome.trouble || !isJsonType(mediaType(outcome.head.headers))) {
      this.#record.body = keep();
      return;
    }
    const received = this.#log.receive(bytes);
    if (!received) {
      this.#draft.trouble = this.#log.floodTrouble;
      return;
    }
    if (received.message === undefined) this.#draft.trouble = NOT_JSON_BODY;
    else if (!isProtocolBody(outcome.head.status, received.message)) {
      this.#record.body = keep();
      return;
    }
    setResponse(this.#draft, received);
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
