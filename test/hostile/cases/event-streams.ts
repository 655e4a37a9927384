import { expect } from "vitest";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import { exchangeOf, type HostileCase, notes } from "../case.ts";
import { type HttpVice, JSON_TYPE, onRequest, response, type SeenRequest, streamHead } from "../servers/http.ts";
import { politeMessage, politeResponse, resultText } from "../servers/polite.ts";
import { answerEvent, answersAll, pour, streamOf } from "../servers/vices.ts";

type HttpCase = HostileCase<HttpVice>;

const initialize = (capture: Capture): Exchange => exchangeOf(capture, "initialize");
const noAnswer = (capture: Capture): void => expect(initialize(capture).response).toBeUndefined();
const answered = (capture: Capture): void => expect(initialize(capture).response).toHaveProperty("result");

/** Pours an endless stream at whoever asks anything by POST. */
const endless = (first: string, next: string): HttpVice =>
  onRequest((request, socket) => {
    if (request.method !== "POST") socket.end(politeResponse(request));
    else pour(socket, `${streamHead()}${first}`, () => next);
  });

const otherId = (request: SeenRequest, id: unknown): string =>
  `data: ${JSON.stringify({ ...politeMessage(request), id })}\n\n`;

const LIMITS = { sseLineBytes: 65_536, sseEventBytes: 131_072, sseEvents: 50, bodyBytes: 1_048_576 };

export const ENDLESS_CASES: readonly HttpCase[] = [
  {
    id: "D01",
    what: "a data line that never ends",
    vice: endless("data: ", "x".repeat(8_192)),
    limits: LIMITS,
    expect: {
      trouble: { kind: "limit-exceeded", limit: "sseLineBytes" },
      also: (capture) => {
        noAnswer(capture);
        expect(initialize(capture).http?.stream?.unfinished?.data).toMatch(/^data: x+$/);
      },
    },
  },
  {
    id: "D02",
    what: "data lines without a blank line",
    vice: endless("", `data: ${"x".repeat(1_000)}\n`.repeat(8)),
    limits: LIMITS,
    expect: { trouble: { kind: "limit-exceeded", limit: "sseEventBytes" }, also: noAnswer },
  },
  {
    id: "D03",
    what: "comments without end",
    vice: endless("", ": keep-alive\n\n".repeat(600)),
    limits: LIMITS,
    expect: {
      trouble: { kind: "limit-exceeded", limit: "bodyBytes" },
      also: (capture) => expect(initialize(capture).http?.stream?.comments).toBeGreaterThan(10_000),
    },
  },
  {
    id: "D09 flood",
    what: "unknown event types without end",
    vice: endless("", 'event: nonsense\x1b[31m\ndata: {"x":1}\n\n'.repeat(50)),
    limits: LIMITS,
    expect: { trouble: { kind: "limit-exceeded", limit: "sseEvents" }, also: noAnswer },
  },
  {
    id: "G11 stream",
    what: "notifications without end",
    vice: endless("", 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n'.repeat(50)),
    limits: { ...LIMITS, sseEvents: 100_000, messages: 500 },
    expect: { trouble: { kind: "limit-exceeded", limit: "messages" }, also: noAnswer },
  },
  {
    id: "D10",
    handshakeOnly: true,
    what: "the answer, and then a stream that stays open",
    vice: onRequest((request, socket) => {
      if (request.method !== "POST" || !politeMessage(request)) socket.end(politeResponse(request));
      else socket.write(`${streamHead()}${answerEvent(request)}`);
    }),
    expect: {
      also: (capture) => {
        answered(capture);
        expect(initialize(capture).http?.stream?.ended_by).toBe("client");
      },
    },
  },
  {
    id: "D12 silent",
    what: "a stream that opens and says nothing",
    vice: onRequest((request, socket) => {
      if (request.method === "POST") socket.write(streamHead());
      else socket.end(politeResponse(request));
    }),
    limits: { exchangeMs: 300, idleMs: 100 },
    expect: { trouble: { kind: "timed-out", limit: "exchangeMs" }, also: noAnswer },
  },
  {
    id: "G13",
    what: "progress for ever and no result",
    vice: onRequest((request, socket) => {
      if (request.method !== "POST") return void socket.end(politeResponse(request));
      socket.write(streamHead());
      const timer = setInterval(
        () => socket.write('data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}\n\n'),
        20,
      );
      socket.on("close", () => clearInterval(timer));
    }),
    limits: { exchangeMs: 300, idleMs: 100 },
    expect: {
      trouble: { kind: "timed-out", limit: "exchangeMs" },
      also: (capture) => expect(initialize(capture).meanwhile?.length).toBeGreaterThan(2),
    },
  },
];

const ODD_STREAMS: readonly Omit<HttpCase, "handshakeOnly">[] = [
  {
    id: "D04",
    what: "all three line endings in one stream",
    vice: streamOf((request) => `: a\rid: 1\r\nevent: message\rdata: ${resultText(request)}\n\r\n`),
    expect: {
      also: (capture) => {
        answered(capture);
        expect(initialize(capture).http?.stream?.line_endings.toSorted()).toEqual(["cr", "crlf", "lf"]);
        expect(initialize(capture).response_sse).toEqual({ id: "1", event: "message" });
      },
    },
  },
  {
    id: "D05",
    what: "a byte order mark at the start",
    vice: streamOf((request) => `\u{feff}${answerEvent(request)}`),
    expect: {
      also: (capture) => {
        answered(capture);
        expect(initialize(capture).http?.stream?.byte_order_mark).toBe(true);
      },
    },
  },
  {
    id: "D05 middle",
    what: "a byte order mark in the middle, which makes its line unknown",
    vice: streamOf((request) => `: first\n\u{feff}${answerEvent(request)}`),
    expect: {
      trouble: { kind: "closed" },
      also: (capture) => {
        noAnswer(capture);
        expect(initialize(capture).http?.stream?.odd_lines).toBe(1);
      },
    },
  },
  {
    id: "D06",
    what: "bytes in the data that are not UTF-8",
    vice: streamOf((request) =>
      Buffer.concat([Buffer.from('data: {"a":"\xff\xfe"}\n\n', "latin1"), Buffer.from(answerEvent(request))]),
    ),
    expect: {
      note: "invalid-utf8",
      also: (capture) => {
        answered(capture);
        expect(initialize(capture).meanwhile?.[0]?.raw?.encoding).toBe("base64");
      },
    },
  },
  {
    id: "D07 NUL",
    what: "an event id with NUL",
    vice: streamOf((request) => `id: 1\x002\n${answerEvent(request)}`),
    expect: {
      also: (capture) => {
        answered(capture);
        expect(initialize(capture).http?.stream).not.toHaveProperty("last_event_id");
        expect(initialize(capture).http?.stream?.odd_lines).toBe(1);
      },
    },
  },
  {
    id: "D07 long",
    what: "an event id of 1 MiB",
    vice: streamOf((request) => `id: ${"7".repeat(1_048_576)}\n${answerEvent(request)}`),
    expect: {
      also: (capture, server) => {
        answered(capture);
        expect(initialize(capture).http?.stream).not.toHaveProperty("last_event_id");
        const longest = server?.requests.flatMap(({ headers }) => headers.map(([, value]) => value.length)) ?? [];
        expect(Math.max(...longest)).toBeLessThan(5_000);
      },
    },
  },
  ...["999999999999", "0", "-1", "1.5", "1e9", "999999999999999999999999999"].map(
    (retry): Omit<HttpCase, "handshakeOnly"> => ({
      id: `D08 ${retry}`,
      what: `asks for ${retry} ms before the next attempt`,
      vice: streamOf((request) => `retry: ${retry}\n${answerEvent(request)}`),
      expect: { also: answered },
    }),
  ),
  {
    id: "D09",
    what: "an event name that steers terminals",
    vice: streamOf((request) => `event: \x1b]0;pwned\x07\u{9b}2J\u{202e}\ndata: {}\n\n${answerEvent(request)}`),
    expect: { also: answered },
  },
  {
    id: "D11",
    what: "the same response twice",
    vice: streamOf((request) => `${answerEvent(request)}${answerEvent(request)}`),
    expect: {
      also: (capture) => {
        answered(capture);
        expect(initialize(capture).meanwhile).toMatchObject([{ late: true }]);
      },
    },
  },
  {
    id: "D11 foreign",
    what: "the answer of one request on the stream of another",
    vice: streamOf((request) => `${answerEvent(request)}${otherId(request, 1)}${otherId(request, 2)}`),
    expect: { also: answered },
  },
  {
    id: "D12",
    what: "the stream closes before the response",
    vice: streamOf(() => 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n'),
    expect: { trouble: { kind: "closed" }, also: noAnswer },
  },
  {
    id: "D12 half",
    what: "the stream closes inside the event",
    vice: streamOf((request) => `data: ${resultText(request)}\n`),
    expect: {
      trouble: { kind: "closed" },
      also: (capture) => {
        noAnswer(capture);
        expect(initialize(capture).http?.stream?.unfinished?.data).toContain("protocolVersion");
      },
    },
  },
  {
    id: "D13 JSON as stream",
    what: "a JSON body declared as an event stream",
    vice: streamOf(resultText),
    expect: { trouble: { kind: "closed" }, also: noAnswer },
  },
  {
    id: "D13 stream as JSON",
    what: "an event stream declared as JSON",
    vice: answersAll((request) => response("200 OK", [JSON_TYPE], answerEvent(request))),
    expect: { trouble: { kind: "not-json" }, also: (capture) => expect(notes(capture)).not.toEqual([]) },
  },
  {
    id: "D14",
    what: "responses to requests that were never sent",
    vice: streamOf((request) => `${otherId(request, 999)}${otherId(request, "1")}${otherId(request, null)}`),
    expect: {
      trouble: { kind: "closed" },
      also: (capture) => {
        noAnswer(capture);
        expect(initialize(capture).meanwhile).toHaveLength(3);
      },
    },
  },
];

export const STREAM_CASES: readonly HttpCase[] = ODD_STREAMS.map((row) => ({ ...row, handshakeOnly: true }));
