// GET and DELETE: streams of their own, resumption, refusals, the old transport.

import type { Hooks } from "../../hooks.ts";
import { isObject } from "../../json-rpc.ts";
import type { Innocent } from "../innocent.ts";
import { isNoneOf, isOneOf, meets, recordedAs } from "./stricter.ts";

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

const SILENT = isNoneOf("the server asks nothing on the GET stream", "get_stream_messages.method", ["ping"], {
  each: true,
});

const REPLAYS = {
  each: true,
  when: [{ target: "replays.missed", matcher: { exact: "response" } }],
} as const;

export const OTHER_METHOD_INNOCENTS: readonly Innocent[] = [
  {
    id: "ping-on-get-stream",
    choice: "Pings the client on the GET stream while its call is running, under the id of that call.",
    permittedBy:
      "2025-11-25 basic/transports#listening-for-messages-from-the-server: the server may send requests on the stream; ids of the two sides have nothing to do with each other.",
    hooks: pingOnGet,
    in: ["http/2025-11-25", "http/2025-03-26"],
    closestTo: { "HTTP-027": SILENT, "HTTP-028": SILENT, "HTTP-031": SILENT },
  },
  {
    id: "no-replay",
    choice: "Gives its events ids and takes no notice of Last-Event-ID.",
    permittedBy:
      "2025-11-25 basic/transports#resumability-and-redelivery: the server may use the header to replay messages, and need not.",
    hooks: {
      httpRequest: ({ request }) => {
        delete request.headers["last-event-id"];
        return false;
      },
    },
    options: { sse: true },
    in: ["http/2025-11-25"],
    closestTo: {
      "HTTP-033": meets("a resumed stream goes on", "replays.belongs", { contains: { const: "own" } }, REPLAYS),
      "HTTP-035": meets("a resumed stream goes on", "replays.belongs", { contains: { const: "own" } }, REPLAYS),
    },
  },
  {
    id: "refusal-as-event",
    choice: "Answers GET and DELETE with 405 and an event that says so.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: GET and DELETE are answered with 405; no sentence speaks of the body.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 405
          ? {
              status: 405,
              headers: { ...answer.headers, "Content-Type": "text/event-stream" },
              body: "event: error\ndata: Method not allowed\n\n",
            }
          : undefined,
    },
    in: ["http/2026-07-28"],
    closestTo: {
      "HTTP-011": isNoneOf("GET gets no event", 'http_get.headers["content-type"]', ["text/event-stream"], {
        when: [],
      }),
      "HTTP-052": isNoneOf("GET gets no event", 'http_get.headers["content-type"]', ["text/event-stream"]),
      "HTTP-053": isNoneOf("DELETE gets no event", 'http_delete.headers["content-type"]', ["text/event-stream"]),
    },
  },
  {
    id: "relative-endpoint",
    choice: "Sends a comment first and then announces an address relative to that of the stream.",
    permittedBy: "2024-11-05 basic/transports#http-with-sse: the endpoint event holds a URI; a comment is no event.",
    hooks: {
      sseEvent: (text) =>
        text.startsWith("event: endpoint")
          ? `: welcome\n\n${text.replace("data: /messages", "data: messages")}`
          : undefined,
    },
    in: ["http+sse/2024-11-05"],
    closestTo: {
      "HTTP-002": meets("the address begins with a slash", "sse_opening.data", { pattern: "^/" }),
    },
  },
  {
    id: "words-before-endpoint",
    choice: "Sends an event of its own and a log message before it says where to post.",
    permittedBy:
      "2024-11-05 basic/transports#http-with-sse: when a client connects, the server must send an endpoint event; no sentence says that nothing comes before it.",
    hooks: {
      sseEvent: (text) =>
        text.startsWith("event: endpoint")
          ? `event: hello\ndata: example\n\nevent: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"connected"}}\n\n${text}`
          : undefined,
    },
    in: ["http+sse/2024-11-05"],
    closestTo: {
      "HTTP-002": isOneOf("the first event is named endpoint", "sse_opening.event", ["endpoint"]),
      "PROTO-009": recordedAs("nothing comes before the endpoint event", {
        not: {
          required: ["meanwhile"],
          properties: {
            meanwhile: {
              prefixItems: [{ required: ["sse"], properties: { sse: { properties: { event: { const: "hello" } } } } }],
            },
          },
        },
      }),
    },
  },
];
