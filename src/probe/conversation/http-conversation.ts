import type { ReceivedMessage } from "../../model/capture.ts";
import { type Json, member } from "../../model/json.ts";
import type { Header, HttpTarget } from "../../model/target.ts";
import { openHttpClient } from "../../wire/http/http-client.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import type { Conversation, Outgoing, Sending } from "./conversation.ts";
import { ConversationLog, setResponse } from "./conversation-log.ts";
import { type RunningHttpExchange, runHttpExchange } from "./http-exchange.ts";
import { idKey, requestIds, responsesIn } from "./message-kind.ts";
import { answering } from "./server-requests.ts";

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
  const client = openHttpClient({
    limits,
    policy: target.origin === "user" ? "any" : "public-only",
    ...(target.tls ? { tls: target.tls } : {}),
    ...(context.resolve ? { resolve: context.resolve } : {}),
  });
  let foreign: ReturnType<typeof openHttpClient> | undefined;
  /** For addresses that stand in what the server said: other connections, another policy, none of the user's roots. */
  const foreignClient = (): NonNullable<typeof foreign> => {
    foreign ??= openHttpClient({
      limits,
      policy: context.metadata?.private ? "any" : "public-only",
      ...(context.resolve ? { resolve: context.resolve } : {}),
    });
    return foreign;
  };
  let endpoint = new URL(target.url);
  let redirects = 0;
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

  const answer = answering(
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
    const awaited = new Set(requestIds(outgoing.message));
    const batch = Array.isArray(outgoing.message);
    const answers: Json[] = [];

    /** A response to what this request asked, on its own stream; everything else arrived meanwhile. */
    const onEvent = (received: ReceivedMessage): "close" | undefined => {
      const responses = responsesIn(received.message).filter((response) => {
        const responseId = member(response, "id");
        return responseId !== undefined && awaited.delete(idKey(responseId));
      });
      if (responses.length > 0) {
        answers.push(...responses);
        setResponse(
          draft,
          batch && !Array.isArray(received.message) ? { ...received, message: [...answers] } : received,
        );
      } else {
        draft.meanwhile.push(draft.responseMs === undefined ? received : { ...received, late: true });
      }
      answer(received.message);
      const wish = outgoing.onMessage?.(received);
      if (responses.length > 0 && awaited.size === 0 && wish !== "close") lingerThenClose();
      return wish;
    };

    let onHead: () => void = () => {};
    const headArrived = new Promise<void>((resolve) => {
      onHead = resolve;
    });
    const shape = outgoing.http ?? {};
    const url = shape.url ?? endpoint;
    const body =
      outgoing.bytes ??
      (outgoing.message === undefined ? undefined : new TextEncoder().encode(JSON.stringify(outgoing.message)));
    const exchange = runHttpExchange(
      shape.namedByServer ? foreignClient() : client,
      log,
      limits,
      draft,
      {
        method: shape.method ?? "POST",
        url,
        headers:
          shape.credentials === "none" ? (shape.headers ?? []) : withCredentials(shape.headers ?? [], target, url),
        ...(body ? { body } : {}),
        ...(shape.cutBodyAt === undefined ? {} : { cutBodyAt: shape.cutBodyAt }),
        ...(shape.rewriteHead ? { rewriteHead: shape.rewriteHead } : {}),
        ...(outgoing.deadline === undefined ? {} : { deadline: outgoing.deadline }),
      },
      { onEvent, onHead: () => onHead() },
    );
    running.add(exchange);
    const headed = Promise.race([headArrived, exchange.done.then(() => {})]);

    // The stream should end with the response. One that stays open is given the quiet window, then closed by us;
    // who ended it is in the capture.
    let linger: NodeJS.Timeout | undefined;
    const lingerThenClose = (): void => {
      linger ??= setTimeout(() => exchange.close(), limits.quietMs);
    };

    const done = exchange.done.then((outcome): ExchangeDraft | Promise<ExchangeDraft> => {
      clearTimeout(linger);
      running.delete(exchange);
      draft.endMs = context.now();
      if (url.href !== target.url && draft.http) draft.http = { ...draft.http, url: url.href };
      const wanted = outgoing.expect === "response" && awaited.size > 0 && draft.response === undefined;
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
    return { draft, done, headed, close: exchange.close };
  };

  return conversation;
};

const MAX_REDIRECTS = 3;

/** Only a redirect that repeats the same request at the same origin can be followed; a 303 asks for another one. */
const redirectWithinOrigin = (draft: ExchangeDraft, from: URL): URL | undefined => {
  const location = draft.http?.redirect?.location;
  if (location === undefined || draft.http?.status === 303 || !URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  return next.origin === from.origin && next.username === "" && next.password === "" ? next : undefined;
};

/** The user's headers go to the origin they were given for, and to no other. */
export const withCredentials = (headers: readonly Header[], target: HttpTarget, url: URL): readonly Header[] =>
  target.headers.length > 0 && new URL(target.url).origin === url.origin ? [...headers, ...target.headers] : headers;
