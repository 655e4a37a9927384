import { defined } from "../../base/defined.ts";
import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { policyOf } from "../../wire/address-policy.ts";
import { type Deadline, startDeadline } from "../../wire/deadline.ts";
import { deferred } from "../../wire/deferred.ts";
import type { HttpRequest } from "../../wire/http/http-call.ts";
import { type HttpClient, openHttpClient } from "../../wire/http/http-client.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests, type Conversation, type Outgoing, type Sending } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { bodyOf, withCredentials } from "./http-conversation.ts";
import { type HttpExchangeEvents, type RunningHttpExchange, runHttpExchange } from "./http-exchange.ts";
import { PendingRequests } from "./pending-requests.ts";

/** HTTP+SSE of 2024-11-05: one GET stream carries every answer, messages are posted to the address it announces. */
export class SseConversation implements Conversation {
  readonly id: string;
  answerServer?: (request: Json) => Json | undefined;
  readonly #context: RunContext;
  readonly #target: HttpTarget;
  readonly #base: URL;
  readonly #log: ConversationLog;
  readonly #client: HttpClient;
  readonly #pending: PendingRequests;
  readonly #answer: (message: Json | undefined) => void;
  readonly #announced = deferred<URL | undefined>();
  readonly #stream: RunningHttpExchange;
  readonly #patience: Deadline;
  readonly #posts = new Set<RunningHttpExchange>();
  #over: Trouble | undefined;
  #endpoint: URL | undefined;

  constructor(context: RunContext, target: HttpTarget, id: string, purpose: string) {
    const { limits, resolve, signal } = context;
    this.id = id;
    this.#context = context;
    this.#target = target;
    this.#base = new URL(target.url);
    this.#log = new ConversationLog(context, id, purpose, "http+sse");
    const stretch = context.pace.stretchLimit;
    this.#client = openHttpClient({ limits, policy: policyOf(target), tls: target.tls, resolve, stretch });
    this.#pending = new PendingRequests(context);
    this.#answer = answerServerRequests(this, limits, (outgoing) => this.#transmit(outgoing, "answer"));
    this.#stream = this.#openStream();
    // A stream that opens and never names its endpoint must not cost the whole run.
    this.#patience = startDeadline(limits.headMs, () => this.#announced.resolve(undefined));
    void this.ready.then(() => this.#patience.cancel());
    signal.addEventListener("abort", this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  /** Where messages are posted, once the server has said so; undefined if it never did. */
  get ready(): Promise<URL | undefined> {
    return this.#announced.promise;
  }

  get dead(): boolean {
    return this.#over !== undefined;
  }

  send(outgoing: Outgoing): Sending {
    return this.#transmit(outgoing, "step");
  }

  async close(): Promise<void> {
    this.#context.signal.removeEventListener("abort", this.#onAbort);
    this.#patience.cancel();
    for (const post of this.#posts) post.close();
    this.#stream.close();
    await Promise.all([this.#stream.done, ...[...this.#posts].map((post) => post.done)]);
    this.#end({ kind: "closed", detail: "the conversation was closed" });
    this.#client.close();
    this.#log.update({ closed_ms: this.#context.now() });
  }

  readonly #onAbort = (): void => {
    const trouble: Trouble = { kind: "aborted", detail: "the run ended before the answer" };
    this.#stream.fail(trouble);
    for (const post of this.#posts) post.fail(trouble);
    this.#end(trouble);
  };

  #end(trouble: Trouble): void {
    this.#over ??= trouble;
    this.#pending.failAll(trouble);
    this.#announced.resolve(undefined);
  }

  #run(draft: ExchangeDraft, request: HttpRequest, events: HttpExchangeEvents): RunningHttpExchange {
    return runHttpExchange(this.#client, this.#log, this.#context.limits, draft, request, events);
  }

  #openStream(): RunningHttpExchange {
    const draft = this.#log.startDraft({ step: "open-stream", expect: "nothing" });
    const headers = withCredentials(STREAM_HEADERS, this.#target, this.#base);
    const stream = this.#run(
      draft,
      { method: "GET", url: this.#base, headers, deadline: "runMs" },
      {
        onEvent: (received) => {
          if (!this.#pending.file(received)) draft.meanwhile.push(received);
          this.#answer(received.message);
          return undefined;
        },
        onNamedEvent: (name, data) => this.#onNamedEvent(draft, name, new TextDecoder().decode(data)),
        onHead: (head) => {
          if (head.status !== 200) this.#announced.resolve(undefined);
        },
      },
    );
    void stream.done.then(() => {
      draft.endMs = this.#context.now();
      this.#end(draft.trouble ?? { kind: "closed", detail: "the event stream ended" });
    });
    return stream;
  }

  #onNamedEvent(draft: ExchangeDraft, name: string, text: string): void {
    draft.meanwhile.push(this.#namedEvent(name, text));
    if (name !== "endpoint" || this.#endpoint) return;
    // It goes into every request from now on, so it may be no longer than a head.
    const isTooLong = text.length > this.#context.limits.headerBytes;
    this.#endpoint = isTooLong ? undefined : sameOrigin(text, this.#base);
    this.#announced.resolve(this.#endpoint);
    if (!this.#endpoint)
      this.#end({ kind: "refused", detail: "the announced endpoint is too long or at another origin" });
  }

  #namedEvent(name: string, data: string): ReceivedMessage {
    const received = this.#log.receive(new TextEncoder().encode(JSON.stringify(data)));
    return { ...(received ?? { seq: 0, at_ms: this.#context.now() }), sse: { event: name } };
  }

  #transmit(outgoing: Outgoing, kind: "step" | "answer"): Sending {
    const draft = this.#log.startDraft(outgoing, kind);
    const { finish, done, awaitAnswer, limitTo } = this.#pending.track(draft, outgoing.onMessage);
    const url = outgoing.http?.url ?? this.#endpoint;
    if (this.#over || !url) {
      finish(this.#over ?? { kind: "closed", detail: "no endpoint was announced" });
      return { draft, done, close: () => {} };
    }
    const waiting = outgoing.expect === "response" && awaitAnswer();
    const { promise: headArrived, resolve: onHead } = deferred();
    const post = this.#run(draft, this.#postOf(outgoing, url), {
      onEvent: (received) => void draft.meanwhile.push(received) as undefined,
      onHead: () => onHead(),
    });
    this.#posts.add(post);
    void post.done.then(() => {
      this.#posts.delete(post);
      if (draft.http) draft.http = { ...draft.http, url: url.href };
      // The answer to the POST is only a receipt; a refusal is final, though.
      const refused = (draft.http?.status ?? 0) >= 400;
      if (!waiting || refused || draft.trouble || draft.response !== undefined) finish(draft.trouble);
    });
    if (waiting) limitTo(outgoing.deadline ?? "exchangeMs");
    const close = (): void => {
      post.close();
      finish();
    };
    const headed = Promise.race([headArrived, post.done.then(() => {})]);
    return { draft, done, headed, close };
  }

  #postOf(outgoing: Outgoing, url: URL): HttpRequest {
    const { method = "POST", headers = JSON_HEADERS } = outgoing.http ?? {};
    return defined({ method, url, headers: withCredentials(headers, this.#target, url), body: bodyOf(outgoing) });
  }
}

const JSON_HEADERS: readonly Header[] = [["Content-Type", "application/json"]];

const STREAM_HEADERS: readonly Header[] = [
  ["Accept", "text/event-stream"],
  ["Cache-Control", "no-store"],
  ["Accept-Encoding", "identity"],
];

const sameOrigin = (announced: string, base: URL): URL | undefined => {
  if (!URL.canParse(announced, base.href)) return undefined;
  const url = new URL(announced, base);
  return url.origin === base.origin ? url : undefined;
};
