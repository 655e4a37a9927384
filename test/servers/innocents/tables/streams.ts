// Event streams: line ends, comments, fields, and when they begin and end.

import type { JsonObject } from "../../../../src/base/json.ts";
import type { Hooks } from "../../hooks.ts";
import type { Innocent } from "../innocent.ts";
import { isNoneOf, isOneOf, meets, only, recordedAs } from "./stricter.ts";

const EVENTS = { sse: true } as const;

const IN = ["http/2025-11-25", "http/2026-07-28", "http/2025-03-26"] as const;

const inLines = (edit: (lines: readonly string[]) => readonly string[], end = "\n"): Hooks => ({
  sseEvent: (text) => [...edit(text.replace(/\n+$/, "").split("\n")), "", ""].join(end),
});

/** One data line for each part of the JSON text; they are joined by line feeds, which JSON allows between tokens. */
const inParts = (line: string): readonly string[] => {
  const text = line.slice("data: ".length);
  return text.startsWith('{"jsonrpc":"2.0",')
    ? ['data:{"jsonrpc":"2.0",', `data:${text.slice('{"jsonrpc":"2.0",'.length)}`]
    : [line.replace("data: ", "data:")];
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

/** No event stream is framed like this. */
const noStream = (schema: JsonObject): JsonObject => ({
  not: {
    required: ["http"],
    properties: { http: { required: ["stream"], properties: { stream: schema } } },
  },
});

const withLineEnd = (end: string): JsonObject =>
  noStream({ properties: { line_endings: { contains: { const: end } } } });

const listAsJson = (name = "a list is answered with JSON") =>
  meets(name, 'tools_list.headers["content-type"]', { const: "application/json" }, { when: [] });

export const STREAM_INNOCENTS: readonly Innocent[] = [
  {
    id: "events-for-everything",
    choice: "Answers every request with an event stream.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: the server must return text/event-stream or application/json.",
    options: EVENTS,
    in: IN,
    closestTo: {
      "HTTP-015": listAsJson(),
      "HTTP-017": listAsJson(),
      "HTTP-019": listAsJson("there is a stream only where there is more to say than the response"),
      "HTTP-020": listAsJson("there is a stream only where there is more to say than the response"),
      "MRTR-025": only("http/2026-07-28", listAsJson()),
      "HTTP-048": only("http/2026-07-28", listAsJson()),
    },
  },
  {
    id: "mixed-answers",
    choice: "Answers some lists as JSON and others with event streams.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: the client must support both; the server chooses for each request.",
    hooks: {
      httpRequest: ({ request, body }) => {
        if (body.includes('"prompts/list"')) request.headers.accept = "application/json";
        return false;
      },
    },
    options: EVENTS,
    in: IN,
    closestTo: {
      "HTTP-016": meets(
        "all lists are answered alike",
        'prompts_list.headers["content-type"]',
        { const: "text/event-stream" },
        { when: [] },
      ),
    },
  },
  {
    id: "events-with-crlf",
    choice: "Ends the lines of its event streams with CR LF and puts comments between them.",
    permittedBy:
      "SSE 9.2.5 parsing: lines are separated by CRLF, LF or CR, and a line that starts with a colon is a comment.",
    hooks: inLines((lines) => [": still here", ...lines, ":"], "\r\n"),
    options: EVENTS,
    in: IN,
    closestTo: {
      "HTTP-022": recordedAs("lines end with LF", withLineEnd("crlf")),
      "HTTP-018": only(
        "http/2025-03-26",
        recordedAs("streams have no comments", noStream({ properties: { comments: { minimum: 1 } } })),
      ),
    },
  },
  {
    id: "events-with-cr",
    choice: "Ends the lines of its event streams with CR.",
    permittedBy: "SSE 9.2.5 parsing: lines are separated by CRLF, LF or CR.",
    hooks: inLines((lines) => lines, "\r"),
    options: EVENTS,
    in: IN,
    closestTo: {
      "HTTP-022": recordedAs("lines end with LF", withLineEnd("cr")),
      "PROTO-008": recordedAs("lines end with LF", withLineEnd("cr")),
    },
  },
  {
    id: "events-in-parts",
    choice:
      "Writes no event name and no space after a colon, splits the data over two lines and adds fields nobody knows.",
    permittedBy:
      "SSE 9.2.6 interpretation: the event field is optional, one leading space is removed, data lines are joined by line feeds, other fields are ignored.",
    hooks: inLines((lines) => [
      "vendor: field",
      ...lines.flatMap((line) => (line.startsWith("event:") ? [] : line.startsWith("data:") ? inParts(line) : [line])),
    ]),
    options: EVENTS,
    in: IN,
    closestTo: {
      "PROTO-003": recordedAs("every line of a stream has a known field", noStream({ required: ["odd_lines"] })),
      "HTTP-022": recordedAs("every line of a stream has a known field", noStream({ required: ["odd_lines"] })),
    },
  },
  {
    id: "events-with-retry",
    choice: "Sends a retry field with every event.",
    permittedBy:
      "SSE 9.2.6 interpretation: a retry field sets the reconnection time; no sentence limits how often it comes.",
    hooks: inLines((lines) => [...lines, "retry: 250"]),
    options: EVENTS,
    in: IN,
    closestTo: {
      "HTTP-029": only(
        "http/2025-11-25",
        recordedAs(
          "retry comes with the first event alone",
          noStream({ properties: { retry_ms: { const: 250 } }, required: ["retry_ms"] }),
        ),
      ),
    },
  },
  {
    id: "events-without-ids",
    choice: "Gives its events no ids, so that no stream can be resumed.",
    permittedBy:
      "2025-11-25 basic/transports#resumability-and-redelivery: servers may attach an id field to their SSE events.",
    hooks: withoutIds,
    options: EVENTS,
    in: IN,
    closestTo: {
      "HTTP-023": only(
        "http/2025-11-25",
        isOneOf("a stream begins with an event that has an id", "event_answers.start", ["primed"], { when: [] }),
      ),
      "HTTP-032": only(
        "http/2025-11-25",
        isOneOf("events have ids", "event_answers.event_ids", ["given"], { each: true }),
      ),
      "CANCEL-001": only(
        "http/2025-11-25",
        isOneOf("events have ids", "event_answers.event_ids", ["given"], { each: true }),
      ),
    },
  },
  {
    id: "answers-elsewhere",
    choice: "Closes the connection of a running call early and sends its response when the client comes back.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: after an event with an id the server may close the connection, not the stream, at any time.",
    options: { sse: true, polling: true },
    in: ["http/2025-11-25"],
    closestTo: {
      "HTTP-017": isOneOf("the response comes on the first connection", "event_answers.response", ["arrived"]),
      "HTTP-025": isNoneOf("the response comes on the first connection", "event_answers.response", ["elsewhere"], {
        when: [],
      }),
    },
  },
];
