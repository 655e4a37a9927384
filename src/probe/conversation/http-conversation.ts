import { defined } from "../../base/defined.ts";
import type { Header } from "../../base/header.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { policyOf } from "../../wire/address-policy.ts";
import { type Deadline, startDeadline } from "../../wire/deadline.ts";
import { deferred } from "../../wire/deferred.ts";
import { isEventStream } from "../../wire/http/http-call.ts";
import { openHttpClient } from "../../wire/http/http-client.ts";
import { STREAM_END_WINDOWS } from "../../wire/limits.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { type ExchangeDraft, setResponse } from "../exchange-draft.ts";
import { markLate, openExchange, takeAnswer } from "../filing/filing.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests } from "./answer-server.ts";
import type { Conversation, Outgoing, Sending } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { type RunningHttpExchange, runHttpExchange } from "./http-exchange.ts";

export interface HttpConversation extends Conversation {
  readonly endpoint: URL;
  /** Headers for our answers to server requests: the dialect knows the session and the version. */
  answerHeaders?: () => readonly Header[];
}

/** Streamable HTTP of every revision. Each message sent is one HTTP request. */
export const openHttpConversation = (
  context: RunContext,
  target: HttpTarget,
  id: string,
  purpose: string,
): HttpConversation => {
  const { limits } = context;
  const log = new ConversationLog(context, id, purpose, "streamable-http");
  const { resolve } = context;
  const stretch = context.pace.stretchLimit;
  const client = openHttpClient({ limits, policy: policyOf(target), tls: target.tls, resolve, stretch });
  let foreign: ReturnType<typeof openHttpClient> | undefined;
  /** For addresses that stand in what the server said: other connections, another policy, the roots of that policy. */
  const foreignClient = (): NonNullable<typeof foreign> => {
    foreign ??= openHttpClient({
      limits,
      policy: context.metadata?.private ? "any" : "public-only",
      tls: context.metadata?.tls,
      resolve,
    });
    return foreign;
  };
  let endpoint = new URL(target.url);
  let redirects = 0;
  let longLooks = 0;
  const running = new Set<RunningHttpExchange>();
  let closed = false;

  const conversation: HttpConversation = {
    id,
    get endpoint() {
      return endpoint;
    },
    send: (outgoing) => transmit(outgoing, "step"),
    close: async () => {
      closed = true;
      context.signal.removeEventListener("abort", onAbort);
      for (const exchange of running) exchange.close();
      await Promise.all([...running].map((exchange) => exchange.done));
      client.close();
      foreign?.close();
      log.update({ closed_ms: context.now() });
    },
    get dead() {
      return closed || context.signal.aborted;
    },
  };

  const onAbort = (): void => {
    for (const exchange of running) exchange.fail({ kind: "aborted", detail: "the run ended before the answer" });
  };
  context.signal.addEventListener("abort", onAbort, { once: true });

  const answer = answerServerRequests(
    () => conversation,
    limits,
    (outgoing) => transmit({ ...outgoing, http: { headers: conversation.answerHeaders?.() ?? [] } }, "answer"),
  );

  const transmit = (outgoing: Outgoing, kind: "step" | "answer"): Sending => {
    const draft = log.startDraft(outgoing, kind);
    if (conversation.dead) {
      draft.endMs = context.now();
      draft.trouble = { kind: context.signal.aborted ? "aborted" : "closed", detail: "the conversation was closed" };
      return { draft, done: Promise.resolve(draft), close: () => {} };
    }
    const open = openExchange(outgoing.message);

    /** A response to what this request asked, on its own stream; everything else arrived meanwhile. */
    const onEvent = (received: ReceivedMessage): "close" | undefined => {
      const response = takeAnswer(open, received.message);
      if (response === undefined) draft.meanwhile.push(markLate(received, draft.responseMs !== undefined));
      else setResponse(draft, received, response);
      answer(received.message);
      const wish = outgoing.onMessage?.(received);
      if (response !== undefined && open.awaited.size === 0 && wish !== "close") lingerThenClose();
      return wish;
    };

    let hasHead = false;
    let tellHead: (() => void) | undefined;
    const onHead = (): void => {
      hasHead = true;
      tellHead?.();
    };
    const shape = outgoing.http ?? {};
    const url = shape.url ?? endpoint;
    const exchange = runHttpExchange(
      shape.namedByServer ? foreignClient() : client,
      log,
      limits,
      draft,
      defined({
        method: shape.method ?? "POST",
        url,
        headers:
          shape.credentials === "none" ? (shape.headers ?? []) : withCredentials(shape.headers ?? [], target, url),
        body: bodyOf(outgoing),
        cutBodyAt: shape.cutBodyAt,
        rewriteHead: shape.rewriteHead,
        deadline: outgoing.deadline,
      }),
      { onEvent, onHead },
    );
    running.add(exchange);
    let headed: Promise<void> | undefined;
    const untilHead = (): Promise<void> => {
      if (hasHead) return Promise.resolve();
      const { promise, resolve } = deferred();
      tellHead = resolve;
      void exchange.done.then(() => resolve());
      return promise;
    };

    // The stream should end with the response. One that stays open is closed by us after the quiet window, and the first
    // of a conversation after a long look; who ended it is in the capture.
    let linger: Deadline | undefined;
    const lingerThenClose = (): void => {
      if (linger) return;
      const windows = longLooks < LONG_LOOKS ? STREAM_END_WINDOWS : 1;
      longLooks += 1;
      linger = startDeadline(windows * limits.quietMs, () => exchange.close(), context.pace.stretchQuiet);
    };

    const done = exchange.done.then((outcome): ExchangeDraft | Promise<ExchangeDraft> => {
      linger?.cancel();
      running.delete(exchange);
      draft.endMs = context.now();
      context.pace.observe(draft);
      if (url.href !== target.url && draft.http) draft.http = { ...draft.http, url: url.href };
      const wanted = outgoing.expect === "response" && open.awaited.size > 0 && draft.response === undefined;
      if (wanted && !draft.trouble && draft.http?.stream && outcome.endedBy === "server") {
        draft.trouble = { kind: "closed", detail: "the event stream ended without the response" };
      }
      const next = redirectWithinOrigin(draft, url);
      if (!next || !context.followRedirects || redirects >= MAX_REDIRECTS || shape.url) return draft;
      redirects += 1;
      endpoint = next;
      if (draft.http?.redirect) draft.http = { ...draft.http, redirect: { ...draft.http.redirect, followed: true } };
      return transmit(outgoing, kind).done;
    });
    const cut = (): void => {
      if (draft.headMs === undefined) exchange.fail(NO_HEAD);
      else if (isEventStream(draft.http?.response_headers ?? [])) exchange.close();
      else exchange.fail(NO_END);
    };
    return {
      draft,
      done,
      // Few wait for the head alone.
      get headed() {
        headed ??= untilHead();
        return headed;
      },
      close: exchange.close,
      cut,
    };
  };

  return conversation;
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
