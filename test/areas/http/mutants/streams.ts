import type { Hooks, IncomingContext } from "../../../servers/hooks.ts";
import { isObject, type JsonObject } from "../../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS, STREAMABLE_HTTP } from "../../contexts.ts";
import { objectOf, onResponse } from "../../edits.ts";
import { bodyHas, isMethod, LOG_MESSAGE, refusing } from "../../http-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";

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

export const STREAMS_MUTANTS: MutantTable = {
  "sse-without-data-field": mutant("HTTP-022", EVENT_STREAM, {
    vice: "Leaves the field name data out of the events that answer prompts/list.",
    sseEvent: (text, { rpcMethod }) => (rpcMethod === "prompts/list" ? text.replaceAll("data: ", "") : undefined),
  }),
  "sse-two-messages-in-one-event": mutant("HTTP-022", EVENT_STREAM, {
    vice: "Puts a log message and the response to prompts/list into one event.",
    hooks: onResponse("prompts/list", (message) => [`${JSON.stringify(LOG_MESSAGE)}${JSON.stringify(message)}`]),
  }),
  "sse-without-last-blank-line": mutant("HTTP-022", EVENT_STREAM, {
    vice: "Ends the stream that answers prompts/list without the blank line after its last event.",
    sseEvent: (text, { rpcMethod }) =>
      rpcMethod === "prompts/list" && text.includes('"result"') ? text.slice(0, -1) : undefined,
  }),
  "sse-unlabelled": mutant(["HTTP-022", "HTTP-015"], EVENT_STREAM, {
    vice: "Sends the events that answer prompts/list as application/octet-stream.",
    httpAnswer: (answer, { rpcMethod, stream }) =>
      rpcMethod === "prompts/list" && stream === "post"
        ? { ...answer, headers: { ...answer.headers, "Content-Type": "application/octet-stream" } }
        : undefined,
  }),
  "sse-response-lost": mutant(["HTTP-017", "HTTP-018"], STREAMABLE_HTTP, EVENT_STREAM, {
    vice: "Ends the stream that answers prompts/list without the response, and gives no event id to resume it by.",
    ...onResponse("prompts/list", () => [LOG_MESSAGE]),
    sseEvent: (text, { rpcMethod }) => (rpcMethod === "prompts/list" ? text.replace(/^id: .*\n/m, "") : undefined),
  }),
  "sse-response-repeated": mutant("HTTP-017", STATELESS, EVENT_STREAM, {
    vice: "Sends the response to prompts/list twice on its stream.",
    hooks: onResponse("prompts/list", (message) => [message, message]),
  }),
  "sse-closed-early": mutant("HTTP-018", "http/2025-06-18", EVENT_STREAM, {
    vice: "Closes the stream that answers prompts/list after the first event, so that it has to be resumed.",
    hooks: onResponse("prompts/list", () => [LOG_MESSAGE]),
  }),
  "stream-left-open": mutant("HTTP-019", STATELESS, STATEFUL, "http/2025-03-26", EVENT_STREAM, {
    vice: "Leaves the stream open after the response.",
    streamEnd: ({ stream }) => (stream === "post" ? "keep-open" : undefined),
  }),
  "progress-of-another-request": mutant("HTTP-020", {
    vice: "Sends progress of an earlier request on the stream of a call.",
    outgoing: (message, { stream }) =>
      stream === "post" && isProgress(message)
        ? [
            {
              ...message,
              params: { ...objectOf(message.params), progressToken: "mcptest-token" },
            },
          ]
        : undefined,
  }),
  "change-on-request-stream": mutant("HTTP-020", STATELESS, {
    vice: "Tells of changed lists on the stream of a call.",
    outgoing: (message, { stream }) =>
      stream === "post" && isProgress(message)
        ? [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }, message]
        : undefined,
  }),
  "stream-not-primed": mutant("HTTP-023", STATEFUL, {
    vice: "Begins the stream of a POST with its first message.",
    sseEvent: (text, { stream }) => (stream === "post" && isPriming(text) ? "" : undefined),
  }),
  "early-close-without-retry": mutant("HTTP-025", STATEFUL, {
    vice: "Closes the connection of a call early and does not say when to come back.",
    options: { sse: true, polling: true },
    sseEvent: (text, { stream }) => (stream === "post" ? text.replace(/^retry: .*\n/m, "") : undefined),
  }),
  "get-dropped-without-retry": mutant("HTTP-029", STATEFUL, {
    vice: "Drops the connection of a GET stream and does not say when to come back.",
    options: { sse: true, polling: true },
    sseEvent: (text, { stream }) => (stream === "get" ? text.replace(/^retry: .*\n/m, "") : undefined),
  }),
  "get-404": mutant(["HTTP-012", "HTTP-026"], STATEFUL, "http/2025-03-26", {
    vice: "Answers GET with 404.",
    httpRequest: refusing(404, isMethod("GET")),
  }),
  "get-page": mutant(["HTTP-012", "HTTP-026"], STATEFUL, {
    vice: "Answers GET with a web page.",
    httpRequest: ({ request, response }) => {
      if (request.method !== "GET") return false;
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>It works</h1>");
      return true;
    },
  }),
  "get-400": mutant("HTTP-026", STATEFUL, {
    vice: "Answers GET with 400.",
    httpRequest: refusing(400, isMethod("GET")),
  }),
  "response-on-get-stream": mutant("HTTP-027", STATEFUL, "http/2025-03-26", {
    vice: "Sends the response to ping on the GET stream as well.",
    incoming: (message, { sendStandalone }) => {
      if (isObject(message) && message.method === "ping" && message.id !== undefined)
        sendStandalone({ jsonrpc: "2.0", id: message.id, result: {} });
      return undefined;
    },
  }),
  "progress-on-get-stream": mutant("HTTP-028", STATEFUL, {
    vice: "Sends the progress of a call on the GET stream.",
    hooks: standaloneOfCalls(false),
  }),
  "progress-broadcast": mutant("HTTP-031", STATEFUL, {
    vice: "Sends the progress of a call on every stream there is.",
    hooks: standaloneOfCalls(true),
  }),
  "event-ids-per-stream": mutant("HTTP-032", STATEFUL, {
    vice: "Counts the event ids of every stream from one.",
    sseEvent: (text) => text.replace(/^id: [^.\n]*\./m, "id: "),
  }),
  "replay-everything": mutant("HTTP-035", STATEFUL, EVENT_STREAM, {
    vice: "Replays the events of all streams of the session.",
    skip: ["replay-scope"],
  }),
  "replay-of-another-stream": mutant(["HTTP-033", "HTTP-035"], STATEFUL, EVENT_STREAM, {
    vice: "Resumes another stream than the one the event id came from.",
    skip: ["replay-stream"],
  }),
  "request-on-stream": mutant("HTTP-048", STATELESS, {
    vice: "Asks the client for its roots on the stream of a call.",
    outgoing: (message, { stream }) =>
      stream === "post" && isProgress(message) ? [{ jsonrpc: "2.0", id: 1, method: "roots/list" }, message] : undefined,
  }),
  "stream-buffered": mutant("HTTP-049", STATELESS, {
    vice: "Leaves X-Accel-Buffering out of the head of its event streams.",
    httpAnswer: (answer, { stream }) => {
      if (stream === undefined) return undefined;
      const { "X-Accel-Buffering": _buffering, ...headers } = answer.headers;
      return { ...answer, headers };
    },
  }),
  "keep-alive-as-data": mutant("HTTP-050", STATELESS, {
    vice: "Sends events with the data ping on listen streams as keep-alive.",
    outgoing: (message, { stream }) => (stream === "listen" ? [message, "ping"] : undefined),
  }),
  "keep-alive-as-message": mutant("HTTP-050", STATELESS, {
    vice: "Sends heartbeat notifications on listen streams as keep-alive.",
    outgoing: (message, { stream }) =>
      stream === "listen" ? [message, { jsonrpc: "2.0", method: "notifications/heartbeat" }] : undefined,
  }),
  "stateless-get-404": mutant("HTTP-052", STATELESS, {
    vice: "Answers GET with 404.",
    httpRequest: refusing(404, isMethod("GET")),
  }),
  "last-event-id-refused": mutant("HTTP-051", STATELESS, {
    vice: "Refuses a POST with Last-Event-ID.",
    httpRequest: refusing(400, ({ request }) => request.headers["last-event-id"] !== undefined),
  }),
  "sse-answer-in-post": mutant("HTTP-003", "http+sse/2024-11-05", {
    vice: "Answers ping in the body of the POST.",
    httpRequest: (exchange) => {
      if (!bodyHas('"id":"p1"')(exchange)) return false;
      exchange.response.writeHead(200, { "Content-Type": "application/json" });
      exchange.response.end('{"jsonrpc":"2.0","id":"p1","result":{}}');
      return true;
    },
  }),
};
