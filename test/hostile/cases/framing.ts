import { expect } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { exchangeOf, type HostileCase, troubles } from "../case.ts";
import { type HttpVice, JSON_TYPE, jsonResponse, onRequest, response } from "../servers/http.ts";
import { politeResponse, resultText } from "../servers/polite.ts";
import { answersAll, chunk, drip, forEver, keepsAll, pour } from "../servers/vices.ts";

type HttpCase = HostileCase<HttpVice>;

const CHUNKED = "Transfer-Encoding: chunked";
const head = (...headers: string[]): string => `HTTP/1.1 200 OK\r\n${headers.join("\r\n")}\r\n\r\n`;
const status = (capture: Capture): (number | undefined)[] => capture.exchanges.map(({ http }) => http?.status);
const responses = (capture: Capture): unknown[] => capture.exchanges.flatMap(({ response: found }) => found ?? []);

const noAnswer = (capture: Capture): void => expect(responses(capture)).toEqual([]);
const SOON = { headMs: 250, idleMs: 250, exchangeMs: 400 };

export const SLOW_CASES: readonly HttpCase[] = [
  {
    id: "A01",
    what: "accepts the connection and never answers",
    vice: onRequest(() => {}),
    limits: SOON,
    expect: { outcome: "unreachable", trouble: { kind: "timed-out", limit: "headMs" }, also: noAnswer },
  },
  {
    id: "A02",
    what: "drips the status line",
    vice: onRequest((_request, socket) => drip(socket, head(JSON_TYPE), 40)),
    limits: { ...SOON, headMs: 5_000 },
    expect: { outcome: "unreachable", trouble: { kind: "timed-out", limit: "exchangeMs" }, also: noAnswer },
  },
  {
    id: "A03",
    what: "drips the body inside the idle limit",
    vice: onRequest((_request, socket) => {
      socket.write(head(JSON_TYPE, "Content-Length: 100000"));
      drip(socket, forEver(" "), 40);
    }),
    limits: SOON,
    expect: {
      trouble: { kind: "timed-out", limit: "exchangeMs" },
      also: (capture) => {
        noAnswer(capture);
        expect(capture.exchanges[0]?.http?.body?.data).toMatch(/^ +$/);
      },
    },
  },
  {
    id: "A03 stalls",
    what: "starts the body and stops",
    vice: onRequest((_request, socket) => void socket.write(`${head(JSON_TYPE, "Content-Length: 10")}{`)),
    limits: { ...SOON, exchangeMs: 5_000 },
    expect: { trouble: { kind: "timed-out", limit: "idleMs" }, also: noAnswer },
  },
  {
    id: "A04",
    what: "stays inside every limit but the run's",
    vice: onRequest((request, socket) => {
      const bytes = politeResponse(request);
      socket.write(bytes.subarray(0, bytes.length - 1));
      const timer = setTimeout(() => socket.write(bytes.subarray(-1)), 300);
      socket.on("close", () => clearTimeout(timer));
    }),
    limits: { runMs: 500 },
    expect: { outcome: "run-timed-out", trouble: { kind: "aborted" } },
  },
  {
    id: "A18",
    what: "asks to come back in ten years",
    vice: keepsAll((request) => politeResponse(request, "Keep-Alive: timeout=315360000", "Retry-After: 99999999")),
    expect: { outcome: "complete" },
  },
  {
    id: "A18 reuse",
    what: "keeps the connection, and closes it when it is used again",
    vice: (socket, server) => {
      let served = 0;
      onRequest((request) => {
        served += 1;
        if (served === 1) socket.write(politeResponse(request));
        else socket.end();
      })(socket, server);
    },
    expect: { outcome: "complete", also: (capture) => expect(troubles(capture)).toEqual([]) },
  },
];

export const FRAMING_CASES: readonly HttpCase[] = [
  {
    id: "A05",
    what: "one header of 20 KiB",
    vice: answersAll((request) => jsonResponse(resultText(request), `X-Long: ${"a".repeat(20_480)}`)),
    expect: { trouble: { kind: "limit-exceeded", limit: "headerBytes" }, also: noAnswer },
  },
  {
    id: "A06 bytes",
    what: "5000 header fields",
    vice: answersAll((request) => jsonResponse(resultText(request), ...manyHeaders(5_000))),
    expect: { trouble: { kind: "limit-exceeded", limit: "headerBytes" }, also: noAnswer },
  },
  {
    id: "A06 count",
    what: "more header fields than allowed, all of them short",
    vice: answersAll((request) => jsonResponse(resultText(request), ...manyHeaders(500))),
    expect: {
      trouble: { kind: "limit-exceeded", limit: "headerCount" },
      also: (capture) => {
        noAnswer(capture);
        expect(status(capture)).toContain(200);
        expect(capture.exchanges[0]?.http?.response_headers?.length).toBe(100);
      },
    },
  },
  {
    id: "A07",
    what: "promises 100 bytes and sends 2",
    vice: answersAll(response("200 OK", [JSON_TYPE], "{}", 100)),
    expect: {
      trouble: { kind: "closed" },
      also: (capture) => {
        noAnswer(capture);
        expect(capture.exchanges[0]?.http?.body).toEqual({ encoding: "utf8", data: "{}" });
      },
    },
  },
  {
    id: "A08 both",
    what: "Content-Length and Transfer-Encoding together",
    vice: answersAll(`${head(JSON_TYPE, "Content-Length: 2", CHUNKED)}2\r\n{}\r\n0\r\n\r\n`),
    expect: { outcome: "unreachable", trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A08 two",
    what: "two different lengths",
    vice: answersAll(`${head(JSON_TYPE, "Content-Length: 2", "Content-Length: 4")}{}  `),
    expect: { trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A08 negative",
    what: "a negative length",
    vice: answersAll(`${head(JSON_TYPE, "Content-Length: -2")}{}`),
    expect: {
      trouble: { kind: "not-http" },
      also: (capture) => {
        noAnswer(capture);
        expect(capture.exchanges[0]?.http?.body?.data).toContain("Content-Length: -2");
      },
    },
  },
  {
    id: "A09",
    what: "a chunk size that overflows",
    vice: answersAll(`${head(JSON_TYPE, CHUNKED)}FFFFFFFFFFFFFFFFF\r\n{}`),
    expect: { trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A09 extension",
    what: "a chunk extension of 1 MiB",
    vice: answersAll(`${head(JSON_TYPE, CHUNKED)}2;${"x".repeat(1_048_576)}\r\n{}\r\n0\r\n\r\n`),
    expect: { trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A10",
    what: "a chunked body without end",
    vice: onRequest((_request, socket) => pour(socket, head(JSON_TYPE, CHUNKED), () => chunk(" ".repeat(65_536)))),
    limits: { bodyBytes: 1_048_576 },
    expect: { trouble: { kind: "limit-exceeded", limit: "bodyBytes" }, also: noAnswer },
  },
  {
    id: "A10 bytes",
    what: "an endless body in chunks of one byte, each of which costs the reader far more",
    vice: onRequest((_request, socket) => pour(socket, head(JSON_TYPE, CHUNKED), () => ONE_BYTE_CHUNKS)),
    limits: { bodyBytes: 131_072 },
    expect: { trouble: { kind: "limit-exceeded", limit: "bodyBytes" }, also: noAnswer },
  },
  {
    id: "A11 interim",
    what: "fifty interim responses",
    vice: answersAll((request) => `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)}${politeResponse(request)}`),
    expect: { trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A11 a few",
    handshakeOnly: true,
    what: "three interim responses, which HTTP allows",
    vice: answersAll((request) => `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3)}${politeResponse(request)}`),
    expect: { also: (capture) => expect(capture.era?.verdict).toBe("stateful") },
  },
  {
    id: "A11 upgrade",
    what: "switches protocols unasked",
    vice: answersAll("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello"),
    expect: { trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A12 together",
    handshakeOnly: true,
    what: "two responses to one request in one packet",
    vice: keepsAll((request) => Buffer.concat([politeResponse(request), POISON])),
    expect: { also: checkStrays },
  },
  {
    id: "A12 chunked",
    handshakeOnly: true,
    what: "two responses to one request, the first of them chunked",
    vice: keepsAll((request) => {
      if (!isInitialize(request)) return politeResponse(request);
      return Buffer.concat([
        Buffer.from(head(JSON_TYPE, CHUNKED)),
        chunk(resultText(request)),
        Buffer.from("0;last\r\nX-Trailer: 1\r\n\r\n"),
        POISON,
      ]);
    }),
    expect: { also: checkStrays },
  },
  {
    id: "A12 garbage",
    handshakeOnly: true,
    what: "a response with bytes behind it that are no HTTP",
    vice: keepsAll((request) => Buffer.concat([politeResponse(request), Buffer.from("garbage behind it\r\n")])),
    expect: {
      also: (capture) => {
        expect(capture.era?.verdict).toBe("stateful");
        expect(exchangeOf(capture, "initialize").http?.stray_bytes).toBe(19);
      },
    },
  },
  {
    id: "A12 later",
    what: "a second response as soon as the connection is idle",
    vice: onRequest((request, socket) => {
      socket.write(politeResponse(request));
      // Behind the answer in a packet of its own; whichever side of the next request it falls, it is not lost.
      if (isInitialize(request)) setImmediate(() => socket.write(POISON));
    }),
    expect: { outcome: "complete" },
  },
  {
    id: "A13 204",
    what: "204 with a body",
    vice: keepsAll(() => `HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n{"jsonrpc":"2.0"}`),
    expect: {
      also: (capture) => {
        noAnswer(capture);
        expect(status(capture)).toContain(204);
        expect(capture.exchanges[0]?.http?.stray_bytes).toBe(17);
      },
    },
  },
  {
    id: "A13 304",
    what: "304 with a body and a length",
    vice: keepsAll(() => response("304 Not Modified", [JSON_TYPE], "{}")),
    expect: {
      also: (capture) => {
        noAnswer(capture);
        expect(capture.exchanges[0]?.http?.stray_bytes).toBe(2);
      },
    },
  },
  {
    id: "A21 banner",
    what: "an SSH banner",
    vice: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n"),
    expect: {
      outcome: "unreachable",
      trouble: { kind: "not-http" },
      also: (capture) => expect(capture.exchanges[0]?.http?.body?.data).toContain("SSH-2.0"),
    },
  },
  {
    id: "A21 bare body",
    what: "a bare body, as HTTP/0.9 had it",
    vice: answersAll("<html>hello</html>"),
    expect: { outcome: "unreachable", trouble: { kind: "not-http" }, also: noAnswer },
  },
  {
    id: "A21 silence",
    what: "closes without a word",
    vice: onRequest((_request, socket) => void socket.end()),
    expect: { outcome: "unreachable", trouble: { kind: "closed" }, also: noAnswer },
  },
  {
    id: "A21 reset",
    what: "resets the connection",
    vice: onRequest((_request, socket) => void socket.resetAndDestroy()),
    expect: { outcome: "unreachable", trouble: { kind: "reset" }, also: noAnswer },
  },
];

const ONE_BYTE_CHUNKS = Buffer.from("1\r\n \r\n".repeat(10_000));

const manyHeaders = (count: number): string[] => Array.from({ length: count }, (_, index) => `X-${index}: v`);

const isInitialize = (request: { message?: { method?: string } | undefined }): boolean =>
  request.message?.method === "initialize";

const POISONED = '{"jsonrpc":"2.0","id":2,"result":{"poison":true}}';
const POISON = response("200 OK", [JSON_TYPE], POISONED);

function checkStrays(capture: Capture): void {
  expect(capture.era?.verdict).toBe("stateful");
  expect(exchangeOf(capture, "initialize").http?.stray_bytes).toBe(POISON.length);
  expect(JSON.stringify(capture.exchanges)).not.toContain("poison");
}
