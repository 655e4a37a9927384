import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import { readStrictJson } from "../../base/strict-json.ts";
import type { HttpTarget } from "../../capture/target.ts";
import { policyOf } from "../../wire/address-policy.ts";
import { type HttpClient, openHttpClient } from "../../wire/http/http-client.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { ConversationLog } from "../conversation/conversation-log.ts";
import { type RunningHttpExchange, runHttpExchange } from "../conversation/http-exchange.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";

export interface AuthRequest {
  /** What it is for; the id of the exchange is made of it. */
  readonly step: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: URL;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  /** We misbehave on purpose. */
  readonly deliberate?: boolean;
}

export interface AuthAnswer {
  /** The id of the exchange in the capture. */
  readonly exchange: string;
  readonly url: URL;
  /** Absent where no response came; then there is trouble. */
  readonly status?: number;
  readonly headers: readonly Header[];
  /** The body, where it is JSON, whatever it is declared as. */
  readonly json?: Json;
  /** The body as text, where it is not; cut to what a capture keeps of it. */
  readonly text?: string;
  readonly trouble?: Trouble;
}

/**
 * HTTP for everything about authorization: one conversation of a capture. The target is talked to as everywhere; any other
 * origin was named by a server, so it has connections of its own and the policy of `context.metadata` holds for the address that
 * is dialled. Nothing is ever sent that the caller did not put into the request: no header of the user's, no cookie. No redirect
 * is followed.
 */
export interface AuthHttp {
  readonly context: RunContext;
  readonly target: HttpTarget;
  send(request: AuthRequest): Promise<AuthAnswer>;
  /** For what is not said over a connection of ours, such as what a browser brings back. */
  note(step: string, url: URL): ExchangeDraft;
  close(): void;
}

export interface ConversationName {
  readonly id: string;
  readonly purpose: string;
}

export const openAuthHttp = (context: RunContext, target: HttpTarget, { id, purpose }: ConversationName): AuthHttp => {
  const { limits, resolve } = context;
  const log = new ConversationLog(context, id, purpose, "streamable-http");
  const origin = new URL(target.url).origin;
  const running = new Set<RunningHttpExchange>();
  let slot = 0;
  let own: HttpClient | undefined;
  let foreign: HttpClient | undefined;
  const clientFor = (url: URL): HttpClient => {
    if (url.origin === origin) {
      own ??= openHttpClient({ limits, policy: policyOf(target), tls: target.tls, resolve });
      return own;
    }
    const policy = context.metadata?.private ? "any" : "public-only";
    foreign ??= openHttpClient({ limits, policy, tls: context.metadata?.tls, resolve });
    return foreign;
  };
  const onAbort = (): void => {
    for (const exchange of running) exchange.fail(INTERRUPTED);
  };
  context.signal.addEventListener("abort", onAbort, { once: true });

  const start = (step: string, body: Uint8Array | undefined, deliberate: boolean): ExchangeDraft =>
    log.startDraft({ step, slot: slot++, expect: "nothing", deliberate, ...(body ? { bytes: body } : {}) });

  return {
    context,
    target,
    send: async ({ step, method, url, headers, body, deliberate = false }) => {
      const draft = start(step, body, deliberate);
      if (context.signal.aborted) {
        Object.assign(draft, { endMs: context.now(), trouble: INTERRUPTED });
        return answerOf(draft, url);
      }
      const request = { method, url, headers, ...(body ? { body } : {}) };
      // An answer as an event stream is one nobody asked for: its head says enough.
      const exchange = runHttpExchange(clientFor(url), log, limits, draft, request, { onEvent: () => "close" });
      running.add(exchange);
      await exchange.done;
      running.delete(exchange);
      draft.endMs = context.now();
      if (url.href !== target.url && draft.http) draft.http = { ...draft.http, url: url.href };
      return answerOf(draft, url);
    },
    note: (step, url) => {
      const draft = start(step, undefined, false);
      draft.http = { method: "GET", url: url.href, request_headers: [] };
      return draft;
    },
    close: () => {
      context.signal.removeEventListener("abort", onAbort);
      own?.close();
      foreign?.close();
      log.update({ closed_ms: context.now() });
    },
  };
};

const INTERRUPTED: Trouble = { kind: "aborted", detail: "the run ended before the answer" };

const answerOf = ({ id, http, response, trouble }: ExchangeDraft, url: URL): AuthAnswer => {
  const text = http?.body?.encoding === "utf8" ? http.body.data : undefined;
  const json = response ?? (http?.body?.cut_from === undefined && text !== undefined ? jsonIn(text) : undefined);
  return {
    exchange: id,
    url,
    headers: http?.response_headers ?? [],
    ...(http?.status === undefined ? {} : { status: http.status }),
    ...(json === undefined ? {} : { json }),
    ...(json === undefined && text !== undefined ? { text } : {}),
    ...(trouble ? { trouble } : {}),
  };
};

const jsonIn = (text: string): Json | undefined => {
  const reading = readStrictJson(text, { depth: 32, values: 10_000 });
  return reading.ok ? reading.value : undefined;
};
