import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { Exchange, ReceivedMessage } from "../../capture/capture.ts";
import { openDocument, openForm } from "../../capture/oauth-words.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { type BodyDecoder, createBodyDecoder } from "../../wire/http/body-decoder.ts";
import { contentCodings, type HttpHead, headerValues, isEventStream, mediaType } from "../../wire/http/http-call.ts";
import type { Limits } from "../../wire/limits.ts";
import type { RelayedRequest, RequestTap } from "../../wire/proxy/http-tap.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { timingOf } from "../exchange-draft.ts";
import {
  type HttpDraft,
  isJsonType,
  isProtocolBody,
  NOT_JSON_BODY,
  redirectOf,
  setHead,
} from "../filing/http-record.ts";
import { BoundedBytes, cutTrouble, type KeptBytes, readKept, received } from "./bounded-bytes.ts";
import type { RecordedConversation, RecordedConversations } from "./recorded-conversations.ts";
import { newExchange, type RecordedExchange } from "./recorded-exchange.ts";
import type { Recording } from "./recording.ts";
import { SseTap } from "./sse-tap.ts";

export interface HttpExchangeContext {
  readonly recording: Recording;
  readonly conversations: RecordedConversations;
  readonly limits: Limits;
  readonly target: URL;
  /** Another origin than that of the server. */
  readonly isAside: boolean;
  /** Called with every response status. */
  readonly onAnswer: (status: number) => void;
}

/** Writes one HTTP request and its answer down as they go by. */
export class HttpExchangeRecorder implements RequestTap {
  readonly #context: HttpExchangeContext;
  readonly #request: RelayedRequest;
  readonly #http: HttpDraft;
  readonly #id: string;
  readonly #startMs: number;
  readonly #requestBody: BoundedBytes;
  readonly #responseBody: BoundedBytes;
  #conversation: RecordedConversation;
  #exchange: RecordedExchange | undefined;
  #decoder: BodyDecoder | undefined;
  #stream: SseTap | undefined;
  #bodyBytes = 0;
  #over = false;

  constructor(context: HttpExchangeContext, request: RelayedRequest, id: string) {
    const { recording, limits, target } = context;
    this.#context = context;
    this.#request = request;
    this.#id = id;
    this.#startMs = recording.now;
    this.#requestBody = new BoundedBytes(limits.bodyBytes, limits.rawBytes);
    this.#responseBody = new BoundedBytes(limits.bodyBytes, limits.rawBytes);
    this.#conversation = context.conversations.forRequest(request.path, request.headers);
    const isTarget = !context.isAside && request.path === `${target.pathname}${target.search}`;
    const url = isTarget ? undefined : `${target.origin}${request.path}`;
    this.#http = defined({ method: request.method, url, request_headers: request.headers });
    recording.learn(request.headers);
  }

  requestData(chunk: Buffer): void {
    if (this.#exchange) return;
    this.#requestBody.append(chunk);
    // Written before the last bytes leave: what the server has seen is in the file.
    if (this.#requestBody.total === lengthOf(this.#request.headers)) this.#writeExchange();
  }

  requestEnd(): void {
    this.#writeExchange();
  }

  head(head: HttpHead): void {
    const { recording, limits } = this.#context;
    const exchange = this.#writeExchange();
    exchange.headMs = recording.now;
    this.#context.onAnswer(head.status);
    recording.learn(head.headers);
    setHead(this.#http, head);
    const redirect = head.status >= 300 && head.status < 400 ? redirectOf(head) : undefined;
    if (redirect) this.#http.redirect = redirect;
    this.#noteSession(head);
    const events = isEventStream(head.headers);
    if (events) this.#stream = this.#openStream();
    this.#decoder = createBodyDecoder(
      contentCodings(head.headers),
      { ...limits, ...ENOUGH },
      {
        onData: (chunk) => this.#onBody(chunk),
        onEnd: () => recording.attempt(() => this.#finish("server", undefined)),
        onTrouble: (trouble) => recording.attempt(() => this.#finish("trouble", trouble)),
      },
    );
    if (events)
      recording.update(this.#id, {
        ...this.#moved(),
        http: { ...this.#http },
        timing: timingOf(exchange, recording.now),
      });
  }

  data(chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    this.#decoder?.push(chunk);
    const length = lengthOf(this.#http.response_headers ?? []);
    if (!this.#stream && this.#bodyBytes === length) this.#decoder?.end();
  }

  end(): void {
    this.#decoder?.end();
  }

  broken(by: "client" | "server" | "proxy", trouble: Trouble): void {
    this.#writeExchange();
    this.#decoder?.destroy();
    // A client that closes a stream has what it wanted; the server is not to blame.
    const wanted = by === "client" && this.#stream !== undefined;
    this.#finish(by === "client" ? "client" : "trouble", wanted ? undefined : trouble);
  }

  #onBody(chunk: Buffer): void {
    this.#context.recording.attempt(() => {
      if (this.#stream) this.#stream.push(chunk);
      else this.#responseBody.append(chunk);
    });
  }

  /** Once, with the whole request; or with what there is of it when the answer came first. */
  #writeExchange(): RecordedExchange {
    if (this.#exchange) return this.#exchange;
    const { recording, limits } = this.#context;
    const kept = this.#requestBody.take();
    const body = this.#readRequest(kept);
    const exchange = newExchange(this.#id, this.#conversation.id, this.#startMs, body.request);
    this.#exchange = exchange;
    recording.exchange(
      defined({
        id: this.#id,
        conversation: this.#conversation.id,
        ...body,
        seq: recording.nextSeq(),
        http: { ...this.#http },
        timing: timingOf(exchange, this.#startMs),
        trouble: kept.cut ? cutTrouble("bodyBytes", limits) : undefined,
      }),
    );
    this.#conversation.filing.add(exchange, body.request);
    return exchange;
  }

  #readRequest(kept: KeptBytes): Pick<Exchange, "request" | "request_raw" | "request_notes"> {
    if (kept.total === 0) return {};
    const { headers } = this.#request;
    if (contentCodings(headers).some((coding) => coding !== "" && coding !== "identity")) {
      return { request_notes: [{ kind: "not-json", detail: "a compressed request; its body is not recorded" }] };
    }
    const { message, raw, notes } = readKept(kept, this.#context.limits);
    if (!this.#isOurs() && !this.#isMessage(message)) return this.#aside(kept, message);
    const isMessage = isJsonObject(message) || Array.isArray(message);
    const rest = isMessage ? raw : (raw ?? toRawText(kept.bytes, this.#context.limits.rawBytes));
    return defined({ request: isMessage ? message : undefined, request_raw: rest, request_notes: notes });
  }

  /** What is said to an authorization server, without what gives access. */
  #aside(kept: KeptBytes, message: Json | undefined): Pick<Exchange, "request_raw"> {
    const { recording, limits } = this.#context;
    const tag = (value: string): string => recording.tag(value);
    if (kept.cut) return {};
    const document = openDocument(message, tag);
    const text = document ? JSON.stringify(document) : openForm(new TextDecoder().decode(kept.bytes), tag);
    return text === undefined ? {} : { request_raw: toRawText(Buffer.from(text), limits.rawBytes) };
  }

  /**
   * Beside the endpoint other things may live at the origin, an authorization server above all. Of what is said to
   * them no body is kept as it is, unless it is a message of the protocol: tokens and codes are in there.
   */
  #isOurs(): boolean {
    if (this.#context.isAside) return false;
    const path = this.#request.path.split("?")[0];
    return path === this.#context.target.pathname || this.#context.conversations.isEndpoint(this.#request.path);
  }

  #isMessage(message: Json | undefined): boolean {
    return !this.#context.isAside && speaksJsonRpc(message);
  }

  /** The session an initialize opened is known with its answer. */
  #noteSession(head: HttpHead): void {
    const [session] = headerValues(head.headers, HEADER_KEY.sessionId);
    if (session !== undefined && !this.#context.isAside) this.#moveTo(this.#context.conversations.forSession(session));
  }

  #moveTo(conversation: RecordedConversation): void {
    if (conversation === this.#conversation || !this.#exchange) return;
    conversation.filing.adopt(this.#exchange, this.#conversation.filing);
    this.#conversation = conversation;
  }

  #moved(): { conversation?: string } {
    return this.#exchange?.conversation === this.#conversation.id ? {} : { conversation: this.#conversation.id };
  }

  #openStream(): SseTap {
    const { recording, limits } = this.#context;
    return new SseTap(limits, {
      onEvent: ({ data, fields, hasData }) => {
        if (!hasData || data.length === 0) return;
        if (fields.event === "endpoint") {
          const text = new TextDecoder().decode(data);
          this.#onEndpoint(text);
          this.#fileMessage({ seq: recording.nextSeq(), at_ms: recording.now, message: text, sse: fields });
          return;
        }
        const read = readKept({ bytes: data, total: data.length, cut: false }, limits);
        const message = received(recording.nextSeq(), recording.now, read);
        this.#fileMessage(Object.keys(fields).length > 0 ? { ...message, sse: fields } : message);
      },
      onCut: (start) => {
        this.#fileMessage(received(recording.nextSeq(), recording.now, readKept(start, limits)));
        const exchange = this.#exchange;
        if (exchange && exchange.awaited.size > 0)
          this.#conversation.filing.fail(exchange, cutTrouble("sseEventBytes", limits));
      },
    });
  }

  /** HTTP+SSE: the stream names the address that its messages are posted to. */
  #onEndpoint(announced: string): void {
    const { conversations, target, recording } = this.#context;
    const base = new URL(this.#request.path, target);
    if (!URL.canParse(announced, base.href)) return;
    const url = new URL(announced, base);
    if (url.origin !== target.origin) return;
    this.#moveTo(conversations.forEndpoint(`${url.pathname}${url.search}`));
    recording.session({ transport: "http+sse" });
    recording.update(this.#id, this.#moved());
  }

  #fileMessage(message: ReceivedMessage): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    const { filing } = this.#conversation;
    // A POST has a stream of its own. On a GET stream anything may come, also an answer that was broken off elsewhere.
    if (this.#request.method === "GET") filing.file(message, exchange);
    else if (!filing.answer(exchange, message)) filing.meanwhile(exchange, message);
  }

  #finish(endedBy: "server" | "client" | "trouble", trouble: Trouble | undefined): void {
    const exchange = this.#exchange;
    if (this.#over || !exchange) return;
    this.#over = true;
    const { recording } = this.#context;
    if (this.#http.status !== undefined) this.#http.body_bytes = this.#bodyBytes;
    if (this.#stream) this.#http.stream = { ...this.#stream.end(endedBy), ended_ms: recording.now };
    const found = this.#stream ? undefined : this.#fileBody(exchange, trouble);
    const problem = trouble ?? found ?? this.#unanswered(exchange);
    const timing = timingOf(exchange, recording.now);
    recording.update(this.#id, defined({ ...this.#moved(), http: { ...this.#http }, timing, trouble: problem }));
    if (problem || !this.#answerMayFollow()) this.#conversation.filing.forget(exchange);
    const ok = (this.#http.status ?? 500) < 300;
    if (this.#request.method === "DELETE" && ok && headerValues(this.#request.headers, HEADER_KEY.sessionId).length > 0)
      this.#conversation.update({ closed_ms: recording.now });
  }

  /** A stream that ended too early; one with event ids may be taken up again, and HTTP+SSE answers elsewhere. */
  #unanswered(exchange: RecordedExchange): Trouble | undefined {
    if (exchange.awaited.size === 0 || !this.#stream || this.#stream.resumable || this.#request.method === "GET")
      return undefined;
    return { kind: "closed", detail: "the event stream ended without the response" };
  }

  /** After this HTTP answer: on the stream that is taken up again, or on the one stream of HTTP+SSE. */
  #answerMayFollow(): boolean {
    if (this.#stream) return true;
    return (this.#http.status ?? 500) < 300 && this.#context.conversations.isEndpoint(this.#request.path);
  }

  /** The declared type decides how a body is read; nothing is sniffed. */
  #fileBody(exchange: RecordedExchange, trouble: Trouble | undefined): Trouble | undefined {
    const { recording, limits } = this.#context;
    const kept = this.#responseBody.take();
    if (kept.total === 0 || this.#http.status === undefined) return undefined;
    const isJson = isJsonType(mediaType(this.#http.response_headers ?? []));
    const read = isJson && !kept.cut && !trouble ? readKept(kept, limits) : undefined;
    if (!this.#isOurs() && !this.#isMessage(read?.message)) {
      const document = openDocument(read?.message, (value) => recording.tag(value));
      if (document) this.#http.body = toRawText(Buffer.from(JSON.stringify(document)), limits.rawBytes);
      return undefined;
    }
    if (!read || (read.message !== undefined && !isProtocolBody(this.#http.status, read.message))) {
      const raw = toRawText(kept.bytes, limits.rawBytes);
      this.#http.body = kept.cut ? { ...raw, cut_from: kept.total } : raw;
      return kept.cut ? cutTrouble("bodyBytes", limits) : undefined;
    }
    const message = received(recording.nextSeq(), recording.now, read);
    if (!this.#conversation.filing.answer(exchange, message)) this.#conversation.filing.respond(exchange, message);
    return read.message === undefined ? NOT_JSON_BODY : undefined;
  }
}

/**
 * What decoding may take beyond the limit of the record: the record itself cuts. An event stream may last for days; there
 * only the size of each event is limited.
 */
const ENOUGH = { bodyBytes: Number.POSITIVE_INFINITY, decodedBytes: Number.POSITIVE_INFINITY };

const speaksJsonRpc = (message: Json | undefined): boolean =>
  member(Array.isArray(message) ? message[0] : message, "jsonrpc") !== undefined;

const lengthOf = (headers: RelayedRequest["headers"]): number => {
  const [value] = headerValues(headers, "content-length");
  return value === undefined || !/^\d+$/.test(value) ? -1 : Number(value);
};
