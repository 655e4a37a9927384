import { defined } from "../../base/defined.ts";
import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { policyOf } from "../../wire/address-policy.ts";
import { type Deadline, startDeadline } from "../../wire/deadline.ts";
import { deferred } from "../../wire/deferred.ts";
import { type HttpOutcome, type HttpRequest, isEventStream } from "../../wire/http/http-call.ts";
import { type HttpClient, openHttpClient } from "../../wire/http/http-client.ts";
import { STREAM_END_WINDOWS } from "../../wire/limits.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { type ExchangeDraft, setResponse } from "../exchange-draft.ts";
import { markLate, type OpenExchange, openExchange, takeAnswer } from "../filing/filing.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests, type Conversation, type Outgoing, type Sending } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { type RunningHttpExchange, runHttpExchange } from "./http-exchange.ts";

/** One message on its way: the HTTP request that carries it, and what has come back. */
interface SentMessage {
  readonly outgoing: Outgoing;
  readonly kind: "step" | "answer";
  readonly url: URL;
  readonly draft: ExchangeDraft;
  readonly open: OpenExchange;
  readonly exchange: RunningHttpExchange;
  linger?: Deadline;
}

/** Streamable HTTP of every revision. Each message sent is one HTTP request. */
export class HttpConversation implements Conversation {
  readonly id: string;
  answerServer?: (request: Json) => Json | undefined;
  /** Headers for our answers to server requests: the dialect knows the session and the version. */
  answerHeaders?: () => readonly Header[];
  readonly #context: RunContext;
  readonly #target: HttpTarget;
  readonly #log: ConversationLog;
  readonly #client: HttpClient;
  readonly #answer: (message: Json | undefined) => void;
  readonly #running = new Set<RunningHttpExchange>();
  #foreign: HttpClient | undefined;
  #endpoint: URL;
  #redirects = 0;
  #longLooks = 0;
  #isClosed = false;

  constructor(context: RunContext, target: HttpTarget, id: string, purpose: string) {
    const { limits, resolve } = context;
    this.id = id;
    this.#context = context;
    this.#target = target;
    this.#log = new ConversationLog(context, id, purpose, "streamable-http");
    const stretch = context.pace.stretchLimit;
    this.#client = openHttpClient({ limits, policy: policyOf(target), tls: target.tls, resolve, stretch });
    this.#endpoint = new URL(target.url);
    context.signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#answer = answerServerRequests(this, limits, (outgoing) =>
      this.#transmit({ ...outgoing, http: { headers: this.answerHeaders?.() ?? [] } }, "answer"),
    );
  }

  get endpoint(): URL {
    return this.#endpoint;
  }

  get dead(): boolean {
    return this.#isClosed || this.#context.signal.aborted;
  }

  send(outgoing: Outgoing): Sending {
    return this.#transmit(outgoing, "step");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#context.signal.removeEventListener("abort", this.#onAbort);
    for (const exchange of this.#running) exchange.close();
    await Promise.all([...this.#running].map((exchange) => exchange.done));
    this.#client.close();
    this.#foreign?.close();
    this.#log.update({ closed_ms: this.#context.now() });
  }

  readonly #onAbort = (): void => {
    for (const exchange of this.#running) exchange.fail({ kind: "aborted", detail: "the run ended before the answer" });
  };

  #transmit(outgoing: Outgoing, kind: "step" | "answer"): Sending {
    const draft = this.#log.startDraft(outgoing, kind);
    if (this.dead) return this.#refuse(draft);
    const shape = outgoing.http ?? {};
    const url = shape.url ?? this.#endpoint;
    const head = new AwaitedHead();
    const exchange = runHttpExchange(
      shape.namedByServer ? this.#foreignClient() : this.#client,
      this.#log,
      this.#context.limits,
      draft,
      this.#requestOf(outgoing, url),
      { onEvent: (received) => this.#onEvent(sent, received), onHead: () => head.arrive() },
    );
    const sent: SentMessage = { outgoing, kind, url, draft, open: openExchange(outgoing.message), exchange };
    this.#running.add(exchange);
    return {
      draft,
      done: exchange.done.then((outcome) => this.#finish(sent, outcome)),
      // Few wait for the head alone.
      get headed() {
        return head.arrived(exchange.done);
      },
      close: exchange.close,
      cut: () => cut(draft, exchange),
    };
  }

  #refuse(draft: ExchangeDraft): Sending {
    const { now, signal } = this.#context;
    draft.endMs = now();
    draft.trouble = { kind: signal.aborted ? "aborted" : "closed", detail: "the conversation was closed" };
    return { draft, done: Promise.resolve(draft), close: () => {} };
  }

  #requestOf(outgoing: Outgoing, url: URL): HttpRequest {
    const { method = "POST", headers = [], credentials, cutBodyAt, rewriteHead } = outgoing.http ?? {};
    return defined({
      method,
      url,
      headers: credentials === "none" ? headers : withCredentials(headers, this.#target, url),
      body: bodyOf(outgoing),
      cutBodyAt,
      rewriteHead,
      deadline: outgoing.deadline,
    });
  }

  /** For addresses that the server named: other connections, another policy, the roots of that policy. */
  #foreignClient(): HttpClient {
    const { limits, metadata, resolve } = this.#context;
    this.#foreign ??= openHttpClient({
      limits,
      policy: metadata?.private ? "any" : "public-only",
      tls: metadata?.tls,
      resolve,
    });
    return this.#foreign;
  }

  /** A response to what this request asked, on its own stream; everything else arrived meanwhile. */
  #onEvent(sent: SentMessage, received: ReceivedMessage): "close" | undefined {
    const { draft, open, outgoing } = sent;
    const response = takeAnswer(open, received.message);
    if (response === undefined) draft.meanwhile.push(markLate(received, draft.responseMs !== undefined));
    else setResponse(draft, received, response);
    this.#answer(received.message);
    const wish = outgoing.onMessage?.(received);
    if (response !== undefined && open.awaited.size === 0 && wish !== "close") this.#lingerThenClose(sent);
    return wish;
  }

  /**
   * The stream should end with the response. One that stays open is closed by us after the quiet window, and the first
   * of a conversation after a long look; who ended it is in the capture.
   */
  #lingerThenClose(sent: SentMessage): void {
    if (sent.linger) return;
    const { limits, pace } = this.#context;
    const windows = this.#longLooks < LONG_LOOKS ? STREAM_END_WINDOWS : 1;
    this.#longLooks += 1;
    sent.linger = startDeadline(windows * limits.quietMs, () => sent.exchange.close(), pace.stretchQuiet);
  }

  #finish(sent: SentMessage, outcome: HttpOutcome): ExchangeDraft | Promise<ExchangeDraft> {
    const { draft, exchange, open, outgoing, url } = sent;
    const { now, pace, followRedirects } = this.#context;
    sent.linger?.cancel();
    this.#running.delete(exchange);
    draft.endMs = now();
    pace.observe(draft);
    if (url.href !== this.#target.url && draft.http) draft.http = { ...draft.http, url: url.href };
    const wanted = outgoing.expect === "response" && open.awaited.size > 0 && draft.response === undefined;
    if (wanted && !draft.trouble && draft.http?.stream && outcome.endedBy === "server")
      draft.trouble = { kind: "closed", detail: "the event stream ended without the response" };
    const next = redirectWithinOrigin(draft, url);
    if (!next || !followRedirects || this.#redirects >= MAX_REDIRECTS || outgoing.http?.url) return draft;
    this.#redirects += 1;
    this.#endpoint = next;
    if (draft.http?.redirect) draft.http = { ...draft.http, redirect: { ...draft.http.redirect, followed: true } };
    return this.#transmit(outgoing, sent.kind).done;
  }
}

/** The head of a response, and the one promise of it where somebody waits for it. */
class AwaitedHead {
  #isThere = false;
  #tell: (() => void) | undefined;
  #arrived: Promise<void> | undefined;

  arrive(): void {
    this.#isThere = true;
    this.#tell?.();
  }

  /** Resolves when the head is there, or the exchange is over without one. */
  arrived(over: Promise<unknown>): Promise<void> {
    this.#arrived ??= this.#isThere ? Promise.resolve() : this.#untilThere(over);
    return this.#arrived;
  }

  #untilThere(over: Promise<unknown>): Promise<void> {
    const { promise, resolve } = deferred();
    this.#tell = resolve;
    void over.then(() => resolve());
    return promise;
  }
}

const cut = (draft: ExchangeDraft, exchange: RunningHttpExchange): void => {
  if (draft.headMs === undefined) exchange.fail(NO_HEAD);
  else if (isEventStream(draft.http?.response_headers ?? [])) exchange.close();
  else exchange.fail(NO_END);
};

const NO_HEAD: Trouble = { kind: "timed-out", detail: "no response head by the time it was given up", limit: "headMs" };
const NO_END: Trouble = { kind: "timed-out", detail: "the body had not ended when it was given up", limit: "idleMs" };

const MAX_REDIRECTS = 3;

/** How many streams of a conversation are watched for long; a server that ends them at once costs nothing by it. */
const LONG_LOOKS = 1;

/** Only a redirect that repeats the same request at the same origin can be followed; a 303 asks for another one. */
const redirectWithinOrigin = (draft: ExchangeDraft, from: URL): URL | undefined => {
  const location = draft.http?.redirect?.location;
  if (location === undefined || draft.http?.status === 303 || !URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  return next.origin === from.origin && next.username === "" && next.password === "" ? next : undefined;
};

/** Exactly the bytes that were asked for, or the message as its plain serialisation. */
export const bodyOf = ({ bytes, message }: Outgoing): Uint8Array | undefined =>
  bytes ?? (message === undefined ? undefined : Buffer.from(JSON.stringify(message)));

/** The user's headers go to the origin they were given for, and to no other. */
export const withCredentials = (headers: readonly Header[], target: HttpTarget, url: URL): readonly Header[] =>
  target.headers.length > 0 && isAtOrigin(target, url) ? [...headers, ...target.headers] : headers;

/** A conversation sends all of its requests to the same few addresses, and to take one apart is dear. */
const isAtOrigin = (target: HttpTarget, url: URL): boolean => {
  const known = AT_ORIGIN.get(target) ?? new WeakMap<URL, boolean>();
  AT_ORIGIN.set(target, known);
  const is = known.get(url) ?? new URL(target.url).origin === url.origin;
  known.set(url, is);
  return is;
};

const AT_ORIGIN = new WeakMap<HttpTarget, WeakMap<URL, boolean>>();
