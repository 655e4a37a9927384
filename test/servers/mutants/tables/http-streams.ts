// Event streams: framing, what travels on them, how they end.

import type { Hooks, IncomingContext } from "../../hooks.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { bodyHas, isMethod, refusing } from "./http-tools.ts";

const isResponseTo = (method: string, message: JsonObject, asked: string | undefined): boolean =>
  asked === method && message.method === undefined;

const LOG: JsonObject = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "done" } };
const isProgress = (message: JsonObject): boolean => message.method === "notifications/progress";
const isPriming = (text: string): boolean => !text.includes("event:") && text.includes("data: \n");

/** Remembers how to reach the GET stream of the session that calls a tool. */
const standaloneOfCalls = (keepOnPost: boolean) => (): Hooks => {
  // By call: sessions run side by side, and each has a stream of its own.
  const streams = new WeakMap<object, IncomingContext["sendStandalone"]>();
  return {
    incoming: (message, context) => {
      if (isObject(message) && message.method === "tools/call" && isObject(message.params))
        streams.set(message.params, context.sendStandalone);
      return undefined;
    },
    outgoing: (message, { stream, request }) => {
      const send = request && streams.get(request.params);
      if (stream !== "post" || !isProgress(message) || send === undefined) return undefined;
      send(message);
      return keepOnPost ? undefined : [];
    },
  };
};

export const HTTP_STREAM_MUTANTS: readonly Mutant[] = [
  {
    id: "sse-without-data-field",
    vice: "Leaves the field name data out of the events that answer prompts/list.",
    hooks: {
      sseEvent: (text, { rpcMethod }) => (rpcMethod === "prompts/list" ? text.replaceAll("data: ", "") : undefined),
    },
    options: { sse: true },
    fails: ["HTTP-022"],
  },
  {
    id: "sse-two-messages-in-one-event",
    vice: "Puts a log message and the response to prompts/list into one event.",
    hooks: {
      outgoing: (message, { request }) =>
        isResponseTo("prompts/list", message, request?.method)
          ? [`${JSON.stringify(LOG)}${JSON.stringify(message)}`]
          : undefined,
    },
    options: { sse: true },
    fails: ["HTTP-022"],
  },
  {
    id: "sse-without-last-blank-line",
    vice: "Ends the stream that answers prompts/list without the blank line after its last event.",
    hooks: {
      sseEvent: (text, { rpcMethod }) =>
        rpcMethod === "prompts/list" && text.includes('"result"') ? text.slice(0, -1) : undefined,
    },
    options: { sse: true },
    fails: ["HTTP-022"],
  },
  {
    id: "sse-unlabelled",
    vice: "Sends the events that answer prompts/list as application/octet-stream.",
    hooks: {
      httpAnswer: (answer, { rpcMethod, stream }) =>
        rpcMethod === "prompts/list" && stream === "post"
          ? { ...answer, headers: { ...answer.headers, "Content-Type": "application/octet-stream" } }
          : undefined,
    },
    options: { sse: true },
    fails: ["HTTP-022", "HTTP-015"],
  },
  {
    id: "sse-response-lost",
    vice: "Ends the stream that answers prompts/list without the response, and gives no event id to resume it by.",
    hooks: {
      outgoing: (message, { request }) => (isResponseTo("prompts/list", message, request?.method) ? [LOG] : undefined),
      sseEvent: (text, { rpcMethod }) => (rpcMethod === "prompts/list" ? text.replace(/^id: .*\n/m, "") : undefined),
    },
    options: { sse: true },
    fails: ["HTTP-017", "HTTP-018"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18", "http/2025-03-26"],
  },
  {
    id: "sse-response-repeated",
    vice: "Sends the response to prompts/list twice on its stream.",
    hooks: {
      outgoing: (message, { request }) =>
        isResponseTo("prompts/list", message, request?.method) ? [message, message] : undefined,
    },
    options: { sse: true },
    fails: ["HTTP-017"],
    in: ["http/2026-07-28"],
  },
  {
    id: "sse-closed-early",
    vice: "Closes the stream that answers prompts/list after the first event, so that it has to be resumed.",
    hooks: {
      outgoing: (message, { request }) => (isResponseTo("prompts/list", message, request?.method) ? [LOG] : undefined),
    },
    options: { sse: true },
    fails: ["HTTP-018"],
    in: ["http/2025-06-18"],
  },
  {
    id: "stream-left-open",
    vice: "Leaves the stream open after the response.",
    hooks: { streamEnd: ({ stream }) => (stream === "post" ? "keep-open" : undefined) },
    options: { sse: true },
    fails: ["HTTP-019"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "progress-of-another-request",
    vice: "Sends progress of an earlier request on the stream of a call.",
    hooks: {
      outgoing: (message, { stream }) =>
        stream === "post" && isProgress(message)
          ? [
              {
                ...message,
                params: { ...(isObject(message.params) ? message.params : {}), progressToken: "mcptest-token" },
              },
            ]
          : undefined,
    },
    fails: ["HTTP-020"],
  },
  {
    id: "change-on-request-stream",
    vice: "Tells of changed lists on the stream of a call.",
    hooks: {
      outgoing: (message, { stream }) =>
        stream === "post" && isProgress(message)
          ? [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }, message]
          : undefined,
    },
    fails: ["HTTP-020"],
    in: ["http/2026-07-28"],
  },
  {
    id: "message-after-response",
    vice: "Sends a log message after the response to prompts/list.",
    hooks: {
      outgoing: (message, { request }) =>
        isResponseTo("prompts/list", message, request?.method) ? [message, LOG] : undefined,
    },
    options: { sse: true },
    fails: ["LOG-008"],
    in: ["http/2026-07-28"],
  },
  {
    id: "stream-not-primed",
    vice: "Begins the stream of a POST with its first message.",
    hooks: { sseEvent: (text, { stream }) => (stream === "post" && isPriming(text) ? "" : undefined) },
    fails: ["HTTP-023"],
    in: ["http/2025-11-25"],
  },
  {
    id: "early-close-without-retry",
    vice: "Closes the connection of a call early and does not say when to come back.",
    hooks: { sseEvent: (text, { stream }) => (stream === "post" ? text.replace(/^retry: .*\n/m, "") : undefined) },
    options: { sse: true, polling: true },
    fails: ["HTTP-025"],
    in: ["http/2025-11-25"],
  },
  {
    id: "get-dropped-without-retry",
    vice: "Drops the connection of a GET stream and does not say when to come back.",
    hooks: { sseEvent: (text, { stream }) => (stream === "get" ? text.replace(/^retry: .*\n/m, "") : undefined) },
    options: { sse: true, polling: true },
    fails: ["HTTP-029"],
    in: ["http/2025-11-25"],
  },
  {
    id: "get-404",
    vice: "Answers GET with 404.",
    hooks: { httpRequest: refusing(404, isMethod("GET")) },
    fails: ["HTTP-012", "HTTP-026"],
    in: ["http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "get-page",
    vice: "Answers GET with a web page.",
    hooks: {
      httpRequest: ({ request, response }) => {
        if (request.method !== "GET") return false;
        response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>It works</h1>");
        return true;
      },
    },
    fails: ["HTTP-012", "HTTP-026"],
    in: ["http/2025-11-25"],
  },
  {
    id: "get-400",
    vice: "Answers GET with 400.",
    hooks: { httpRequest: refusing(400, isMethod("GET")) },
    fails: ["HTTP-026"],
    in: ["http/2025-11-25"],
  },
  {
    id: "response-on-get-stream",
    vice: "Sends the response to ping on the GET stream as well.",
    hooks: {
      incoming: (message, { sendStandalone }) => {
        if (isObject(message) && message.method === "ping" && message.id !== undefined)
          sendStandalone({ jsonrpc: "2.0", id: message.id, result: {} });
        return undefined;
      },
    },
    fails: ["HTTP-027"],
    in: ["http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "progress-on-get-stream",
    vice: "Sends the progress of a call on the GET stream.",
    hooks: standaloneOfCalls(false),
    fails: ["HTTP-028"],
    in: ["http/2025-11-25"],
  },
  {
    id: "progress-broadcast",
    vice: "Sends the progress of a call on every stream there is.",
    hooks: standaloneOfCalls(true),
    fails: ["HTTP-031"],
    in: ["http/2025-11-25"],
  },
  {
    id: "event-ids-per-stream",
    vice: "Counts the event ids of every stream from one.",
    hooks: { sseEvent: (text) => text.replace(/^id: [^.\n]*\./m, "id: ") },
    fails: ["HTTP-032"],
    in: ["http/2025-11-25"],
  },
  {
    id: "replay-everything",
    vice: "Replays the events of all streams of the session.",
    hooks: { skip: ["replay-scope"] },
    options: { sse: true },
    fails: ["HTTP-035"],
    in: ["http/2025-11-25"],
  },
  {
    id: "replay-of-another-stream",
    vice: "Resumes another stream than the one the event id came from.",
    hooks: { skip: ["replay-stream"] },
    options: { sse: true },
    fails: ["HTTP-033", "HTTP-035"],
    in: ["http/2025-11-25"],
  },
  {
    id: "request-on-stream",
    vice: "Asks the client for its roots on the stream of a call.",
    hooks: {
      outgoing: (message, { stream }) =>
        stream === "post" && isProgress(message)
          ? [{ jsonrpc: "2.0", id: 1, method: "roots/list" }, message]
          : undefined,
    },
    fails: ["HTTP-048"],
    in: ["http/2026-07-28"],
  },
  {
    id: "stream-buffered",
    vice: "Leaves X-Accel-Buffering out of the head of its event streams.",
    hooks: {
      httpAnswer: (answer, { stream }) => {
        if (stream === undefined) return undefined;
        const { "X-Accel-Buffering": _buffering, ...headers } = answer.headers;
        return { ...answer, headers };
      },
    },
    fails: ["HTTP-049"],
    in: ["http/2026-07-28"],
  },
  {
    id: "keep-alive-as-data",
    vice: "Sends events with the data ping on listen streams as keep-alive.",
    hooks: { outgoing: (message, { stream }) => (stream === "listen" ? [message, "ping"] : undefined) },
    fails: ["HTTP-050"],
    in: ["http/2026-07-28"],
  },
  {
    id: "keep-alive-as-message",
    vice: "Sends heartbeat notifications on listen streams as keep-alive.",
    hooks: {
      outgoing: (message, { stream }) =>
        stream === "listen" ? [message, { jsonrpc: "2.0", method: "notifications/heartbeat" }] : undefined,
    },
    fails: ["HTTP-050"],
    in: ["http/2026-07-28"],
  },
  {
    id: "stateless-get-404",
    vice: "Answers GET with 404.",
    hooks: { httpRequest: refusing(404, isMethod("GET")) },
    fails: ["HTTP-052"],
    in: ["http/2026-07-28"],
  },
  {
    id: "last-event-id-refused",
    vice: "Refuses a POST with Last-Event-ID.",
    hooks: { httpRequest: refusing(400, ({ request }) => request.headers["last-event-id"] !== undefined) },
    fails: ["HTTP-051"],
    in: ["http/2026-07-28"],
  },
  {
    id: "sse-answer-in-post",
    vice: "Answers ping in the body of the POST.",
    hooks: {
      httpRequest: (exchange) => {
        if (!bodyHas('"id":"p1"')(exchange)) return false;
        exchange.response.writeHead(200, { "Content-Type": "application/json" });
        exchange.response.end('{"jsonrpc":"2.0","id":"p1","result":{}}');
        return true;
      },
    },
    fails: ["HTTP-003"],
    in: ["http+sse/2024-11-05"],
  },
];
