import type { Hooks } from "../../../servers/hooks.ts";
import { isObject } from "../../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../../contexts.ts";
import { inLines, onStatus } from "../../http-edits.ts";
import { ANY, all, always, each, is, isNoneOf, isOneOf, maybe, meets, never, some, strictly } from "../../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../../variant.ts";
import { oneSession, oneSessionForEver, oneStreamAtATime } from "../edits.ts";

const oneSessionAtATime = oneSession(false);

/** Speaks to the client on the GET stream when a tool is called, a few times: pings are not to be excessive. */
const pingOnGet = (): Hooks => {
  let pings = 0;
  return {
    incoming: (message, { sendStandalone }) => {
      if (!isObject(message) || message.method !== "tools/call" || !(Number(message.id) > 0) || pings > 8)
        return undefined;
      pings += 1;
      sendStandalone({ jsonrpc: "2.0", id: Number(message.id), method: "ping" });
      return undefined;
    },
  };
};

/** An event that has neither id nor data becomes a comment. */
const withoutIds: Hooks = {
  sseEvent: (text) => {
    const lines = text
      .replace(/\n+$/, "")
      .split("\n")
      .filter((line) => !line.startsWith("id:"));
    return lines.some((line) => /^data: ./.test(line)) ? [...lines, "", ""].join("\n") : ": begins\n\n";
  },
};

export const STREAMS_NEAR_MISSES: NearMissTable = {
  "one-sse-client": nearMiss("http+sse/2024-11-05", {
    choice: "Has one event stream, and answers 503 to a second client as long as the first is connected.",
    permittedBy: "No sentence demands that a second client is served while the first is connected.",
    hooks: oneStreamAtATime,
    ...all(["HTTP-001", "HTTP-005"], never("every GET of the stream is served", { http: { status: 503 } })),
  }),
  "one-session-at-a-time": nearMiss(STATEFUL, "http/2025-03-26", {
    choice: "Has one session, and answers initialize with 400 as long as there is one.",
    permittedBy: "No sentence demands that a second client is served while the first is connected.",
    hooks: oneSessionAtATime,
    "HTTP-005": never("every initialize is accepted", {
      response: { error: { message: maybe(is({ pattern: "already initialized" })) } },
    }),
  }),
  "one-session-ever": nearMiss(STATEFUL, {
    choice: "Has one session and takes no other when that has ended.",
    permittedBy: "No sentence demands that a second client is served while the first is connected.",
    hooks: oneSessionForEver,
    "HTTP-015": never("every initialize is accepted", {
      response: { error: { message: maybe(is({ pattern: "already initialized" })) } },
    }),
  }),
  "ipv6-loopback": nearMiss(STATELESS, STATEFUL, "http+sse/2024-11-05", {
    choice: "Listens at ::1 alone.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#security-%26-endpoint: a server that runs locally should bind only to localhost rather than to all interfaces.",
    options: { host: "::1" },
    "HTTP-008": meets("it listens at 127.0.0.1", "listening.addresses", { contains: { const: "127.0.0.1" } }),
  }),
  "ping-on-get-stream": nearMiss(STATEFUL, "http/2025-03-26", {
    choice: "Pings the client on the GET stream while its call is running, under the id of that call.",
    permittedBy:
      "2025-11-25 basic/transports#listening-for-messages-from-the-server: the server may send requests on the stream; ids of the two sides have nothing to do with each other.",
    hooks: pingOnGet,
    ...all(
      ["HTTP-027", "HTTP-028", "HTTP-031"],
      each.isNoneOf("the server asks nothing on the GET stream", "get_stream_messages.method", ["ping"]),
    ),
  }),
  "no-replay": nearMiss(STATEFUL, EVENT_STREAM, {
    choice: "Gives its events ids and takes no notice of Last-Event-ID.",
    permittedBy:
      "2025-11-25 basic/transports#resumability-and-redelivery: the server may use the header to replay messages, and need not.",
    httpRequest: ({ request }) => {
      delete request.headers["last-event-id"];
      return false;
    },
    ...all(
      ["HTTP-033", "HTTP-035"],
      strictly({ each: true, when: [{ target: "replays.missed", matcher: { exact: "response" } }] }).meets(
        "a resumed stream goes on",
        "replays.belongs",
        { contains: { const: "own" } },
      ),
    ),
  }),
  "refusal-as-event": nearMiss(STATELESS, {
    choice: "Answers GET and DELETE with 405 and an event that says so.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: GET and DELETE are answered with 405; no sentence speaks of the body.",
    hooks: onStatus(405, (answer) => ({
      status: 405,
      headers: { ...answer.headers, "Content-Type": "text/event-stream" },
      body: "event: error\ndata: Method not allowed\n\n",
    })),
    "HTTP-011": always.isNoneOf("GET gets no event", 'http_get.headers["content-type"]', ["text/event-stream"]),
    "HTTP-052": isNoneOf("GET gets no event", 'http_get.headers["content-type"]', ["text/event-stream"]),
    "HTTP-053": isNoneOf("DELETE gets no event", 'http_delete.headers["content-type"]', ["text/event-stream"]),
  }),
  "relative-endpoint": nearMiss("http+sse/2024-11-05", {
    choice: "Sends a comment first and then announces an address relative to that of the stream.",
    permittedBy: "2024-11-05 basic/transports#http-with-sse: the endpoint event holds a URI; a comment is no event.",
    sseEvent: (text) =>
      text.startsWith("event: endpoint")
        ? `: welcome\n\n${text.replace("data: /messages", "data: messages")}`
        : undefined,
    "HTTP-002": meets("the address begins with a slash", "sse_opening.data", { pattern: "^/" }),
  }),
  "words-before-endpoint": nearMiss("http+sse/2024-11-05", {
    choice: "Sends an event of its own and a log message before it says where to post.",
    permittedBy:
      "2024-11-05 basic/transports#http-with-sse: when a client connects, the server must send an endpoint event; no sentence says that nothing comes before it.",
    sseEvent: (text) =>
      text.startsWith("event: endpoint")
        ? `event: hello\ndata: example\n\nevent: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"connected"}}\n\n${text}`
        : undefined,
    "HTTP-002": isOneOf("the first event is named endpoint", "sse_opening.event", ["endpoint"]),
  }),
  "events-for-everything": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice: "Answers every request with an event stream.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: the server must return text/event-stream or application/json.",
    ...all(
      ["HTTP-015", "HTTP-017"],
      always.meets("a list is answered with JSON", 'tools_list.headers["content-type"]', { const: "application/json" }),
    ),
    ...all(
      ["HTTP-019", "HTTP-020"],
      always.meets(
        "there is a stream only where there is more to say than the response",
        'tools_list.headers["content-type"]',
        { const: "application/json" },
      ),
    ),
    "HTTP-048": strictly({ when: [], in: STATELESS }).meets(
      "a list is answered with JSON",
      'tools_list.headers["content-type"]',
      { const: "application/json" },
    ),
  }),
  "mixed-answers": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice: "Answers some lists as JSON and others with event streams.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: the client must support both; the server chooses for each request.",
    httpRequest: ({ request, body }) => {
      if (body.includes('"prompts/list"')) request.headers.accept = "application/json";
      return false;
    },
    "HTTP-016": always.meets("all lists are answered alike", 'prompts_list.headers["content-type"]', {
      const: "text/event-stream",
    }),
  }),
  "events-with-crlf": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice: "Ends the lines of its event streams with CR LF and puts comments between them.",
    permittedBy:
      "SSE 9.2.5 parsing: lines are separated by CRLF, LF or CR, and a line that starts with a colon is a comment.",
    hooks: inLines((lines) => [": still here", ...lines, ":"], "\r\n"),
    "HTTP-022": never("lines end with LF", { http: { stream: { line_endings: maybe(some("crlf")) } } }),
    "HTTP-018": strictly({ when: [], in: "http/2025-03-26" }).meets("streams have no comments", "raw_exchanges", {
      not: {
        required: ["http"],
        properties: {
          http: { required: ["stream"], properties: { stream: { properties: { comments: { minimum: 1 } } } } },
        },
      },
    }),
  }),
  "events-with-cr": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice: "Ends the lines of its event streams with CR.",
    permittedBy: "SSE 9.2.5 parsing: lines are separated by CRLF, LF or CR.",
    hooks: inLines((lines) => lines, "\r"),
    "HTTP-022": never("lines end with LF", { http: { stream: { line_endings: maybe(some("cr")) } } }),
  }),
  "events-in-parts": sameAs("messages", {
    "HTTP-022": never("every line of a stream has a known field", { http: { stream: { odd_lines: ANY } } }),
  }),
  "events-with-retry": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice: "Sends a retry field with every event.",
    permittedBy:
      "SSE 9.2.6 interpretation: a retry field sets the reconnection time; no sentence limits how often it comes.",
    hooks: inLines((lines) => [...lines, "retry: 250"]),
    "HTTP-029": strictly({ when: [], in: STATEFUL }).avoids("retry comes with the first event alone", "raw_exchanges", {
      http: { stream: { retry_ms: 250 } },
    }),
  }),
  "events-without-ids": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice: "Gives its events no ids, so that no stream can be resumed.",
    permittedBy:
      "2025-11-25 basic/transports#resumability-and-redelivery: servers may attach an id field to their SSE events.",
    hooks: withoutIds,
    "HTTP-023": strictly({ when: [], in: STATEFUL }).isOneOf(
      "a stream begins with an event that has an id",
      "event_answers.start",
      ["primed"],
    ),
    "HTTP-032": strictly({ each: true, in: STATEFUL }).isOneOf("events have ids", "event_answers.event_ids", ["given"]),
  }),
  "answers-elsewhere": nearMiss(STATEFUL, {
    choice: "Closes the connection of a running call early and sends its response when the client comes back.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: after an event with an id the server may close the connection, not the stream, at any time.",
    options: { sse: true, polling: true },
    "HTTP-017": isOneOf("the response comes on the first connection", "event_answers.response", ["arrived"]),
    "HTTP-025": always.isNoneOf("the response comes on the first connection", "event_answers.response", ["elsewhere"]),
  }),
};
