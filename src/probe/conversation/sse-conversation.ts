import { defined } from "../../base/defined.ts";
import type { Header } from "../../base/header.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { policyOf } from "../../wire/address-policy.ts";
import { startDeadline } from "../../wire/deadline.ts";
import { deferred } from "../../wire/deferred.ts";
import { openHttpClient } from "../../wire/http/http-client.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests } from "./answer-server.ts";
import type { Conversation, Outgoing, Sending } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { bodyOf, withCredentials } from "./http-conversation.ts";
import { type RunningHttpExchange, runHttpExchange } from "./http-exchange.ts";
import { PendingRequests } from "./pending-requests.ts";

export interface SseConversation extends Conversation {
  /** Where messages are posted, once the server has said so; undefined if it never did. */
  readonly ready: Promise<URL | undefined>;
}

/** HTTP+SSE of 2024-11-05: one GET stream carries every answer, messages are posted to the address it announces. */
export const openSseConversation = (
  context: RunContext,
  target: HttpTarget,
  id: string,
  purpose: string,
): SseConversation => {
  const { limits } = context;
  const log = new ConversationLog(context, id, purpose, "http+sse");
  const client = openHttpClient({
    limits,
    policy: policyOf(target),
    tls: target.tls,
    resolve: context.resolve,
    stretch: context.pace.stretchLimit,
  });
  const base = new URL(target.url);
  const pending = new PendingRequests(context);
  const posts = new Set<RunningHttpExchange>();
  let over: Trouble | undefined;
  let endpoint: URL | undefined;
  const { promise: ready, resolve: announce } = deferred<URL | undefined>();

  const end = (trouble: Trouble): void => {
    over ??= trouble;
    pending.failAll(trouble);
    announce(undefined);
  };

  const opening: Outgoing = { step: "open-stream", expect: "nothing" };
  const streamDraft = log.startDraft(opening);
  const stream = runHttpExchange(
    client,
    log,
    limits,
    streamDraft,
    { method: "GET", url: base, headers: withCredentials(STREAM_HEADERS, target, base), deadline: "runMs" },
    {
      onEvent: (received) => {
        if (!pending.file(received)) streamDraft.meanwhile.push(received);
        answer(received.message);
        return undefined;
      },
      onNamedEvent: (name, data) => {
        const announced = new TextDecoder().decode(data);
        streamDraft.meanwhile.push(namedEvent(name, announced));
        if (name !== "endpoint" || endpoint) return;
        // It goes into every request from now on, so it may be no longer than a head.
        endpoint = announced.length > limits.headerBytes ? undefined : sameOrigin(announced, base);
        announce(endpoint);
        if (!endpoint) end({ kind: "refused", detail: "the announced endpoint is too long or at another origin" });
      },
      onHead: (head) => {
        if (head.status !== 200) announce(undefined);
      },
    },
  );
  // A stream that opens and never names its endpoint must not cost the whole run.
  const patience = startDeadline(limits.headMs, () => announce(undefined));
  void ready.then(() => patience.cancel());
  const namedEvent = (name: string, data: string): ReceivedMessage => ({
    ...(log.receive(new TextEncoder().encode(JSON.stringify(data))) ?? { seq: 0, at_ms: context.now() }),
    sse: { event: name },
  });

  void stream.done.then(() => {
    streamDraft.endMs = context.now();
    end(streamDraft.trouble ?? { kind: "closed", detail: "the event stream ended" });
  });

  const onAbort = (): void => {
    const trouble: Trouble = { kind: "aborted", detail: "the run ended before the answer" };
    stream.fail(trouble);
    for (const post of posts) post.fail(trouble);
    end(trouble);
  };
  context.signal.addEventListener("abort", onAbort, { once: true });
  if (context.signal.aborted) onAbort();

  const answer = answerServerRequests(
    () => conversation,
    limits,
    (outgoing) => transmit(outgoing, "answer"),
  );

  const transmit = (outgoing: Outgoing, kind: "step" | "answer"): Sending => {
    const draft = log.startDraft(outgoing, kind);
    const { finish, done, awaitAnswer, limitTo } = pending.track(draft, outgoing.onMessage);
    const url = outgoing.http?.url ?? endpoint;
    if (over || !url) {
      finish(over ?? { kind: "closed", detail: "no endpoint was announced" });
      return { draft, done, close: () => {} };
    }
    const waiting = outgoing.expect === "response" && awaitAnswer();
    const { promise: headArrived, resolve: onHead } = deferred();
    const post = runHttpExchange(
      client,
      log,
      limits,
      draft,
      defined({
        method: outgoing.http?.method ?? "POST",
        url,
        headers: withCredentials(outgoing.http?.headers ?? [["Content-Type", "application/json"]], target, url),
        body: bodyOf(outgoing),
      }),
      { onEvent: (received) => void draft.meanwhile.push(received) as undefined, onHead: () => onHead() },
    );
    posts.add(post);
    void post.done.then(() => {
      posts.delete(post);
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
  };

  const conversation: SseConversation = {
    id,
    ready,
    send: (outgoing) => transmit(outgoing, "step"),
    close: async () => {
      context.signal.removeEventListener("abort", onAbort);
      patience.cancel();
      for (const post of posts) post.close();
      stream.close();
      await Promise.all([stream.done, ...[...posts].map((post) => post.done)]);
      end({ kind: "closed", detail: "the conversation was closed" });
      client.close();
      log.update({ closed_ms: context.now() });
    },
    get dead() {
      return over !== undefined;
    },
  };
  return conversation;
};

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
