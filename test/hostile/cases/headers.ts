import { expect } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { exchangeOf, type HostileCase, notes } from "../case.ts";
import { type HttpVice, headerOf, jsonResponse, response, type ViceServer } from "../servers/http.ts";
import { politeResponse, resultText } from "../servers/polite.ts";
import { answersAll, jsonBody, keepsAll } from "../servers/vices.ts";

type HttpCase = HostileCase<HttpVice>;

const noAnswer = (capture: Capture): void =>
  expect(capture.exchanges.flatMap(({ response: found }) => found ?? [])).toEqual([]);

export const HEADER_CASES: readonly HttpCase[] = [
  {
    id: "A14 type",
    handshakeOnly: true,
    what: "two content types that contradict each other",
    vice: answersAll((request) => jsonResponse(resultText(request), "Content-Type: text/event-stream")),
    expect: {
      also: (capture) => {
        noAnswer(capture);
        const { http } = exchangeOf(capture, "initialize");
        expect(http?.response_headers?.filter(([name]) => name === "Content-Type")).toHaveLength(2);
        expect(http?.body?.data).toContain("protocolVersion");
      },
    },
  },
  {
    id: "A14 session",
    what: "two session ids",
    vice: keepsAll((request) => politeResponse(request, "Mcp-Session-Id: one", "Mcp-Session-Id: two")),
    expect: { outcome: "complete", also: (_capture, server) => expect(sessionIdsSent(server)).toEqual([]) },
  },
  ...[
    ["spaces", "a b"],
    ["control", "a\x01b"],
    ["non-ASCII", "s\xe9ssion"],
    ["long", "x".repeat(8_193)],
    ["empty", ""],
  ].map(
    ([name, id]): HttpCase => ({
      id: `A15 ${name}`,
      what: `a session id that must not come back: ${name}`,
      vice: keepsAll((request) => politeResponse(request, `Mcp-Session-Id: ${id}`)),
      // Control bytes are refused by the parser itself; the others are kept in the capture and go no further.
      expect: { also: (_capture, server) => expect(sessionIdsSent(server)).toEqual([]) },
    }),
  ),
  {
    id: "A15 crlf",
    what: "a session id with a line break, which is only another header",
    vice: keepsAll((request) => politeResponse(request, "Mcp-Session-Id: good\r\nX-Injected: 1")),
    expect: {
      also: (_capture, server) => {
        expect(new Set(sessionIdsSent(server))).toEqual(new Set(["good"]));
        expect(server?.requests.some(({ headers }) => headerOf(headers, "x-injected") !== undefined)).toBe(false);
      },
    },
  },
  {
    id: "A16 wrong",
    handshakeOnly: true,
    what: "JSON declared as text",
    vice: answersAll((request) => response("200 OK", ["Content-Type: text/plain"], resultText(request))),
    expect: {
      also: (capture) => {
        noAnswer(capture);
        expect(exchangeOf(capture, "initialize").http?.body?.data).toContain("protocolVersion");
      },
    },
  },
  {
    id: "A16 none",
    handshakeOnly: true,
    what: "no content type at all",
    vice: answersAll((request) => response("200 OK", ["X-None: 1"], resultText(request))),
    expect: { also: noAnswer },
  },
  {
    id: "A16 charset",
    handshakeOnly: true,
    what: "UTF-16 under a charset that says so",
    vice: answersAll((request) =>
      response(
        "200 OK",
        ["Content-Type: application/json; charset=utf-16"],
        Buffer.from(resultText(request), "utf16le"),
      ),
    ),
    expect: { trouble: { kind: "not-json" }, also: (capture) => expect(notes(capture)).not.toEqual([]) },
  },
  {
    id: "A17 bytes",
    handshakeOnly: true,
    what: "a header with raw bytes, some of which steer terminals",
    vice: keepsAll((request) => politeResponse(request, "X-Bytes: caf\xe9 \x9b31m")),
    expect: {
      also: (capture) => {
        const headers = exchangeOf(capture, "initialize").http?.response_headers ?? [];
        expect(headerOf(headers, "x-bytes")).toBe("caf\xe9 \x9b31m");
      },
    },
  },
  {
    id: "A17 folded",
    handshakeOnly: true,
    what: "a folded header: some releases of Node join it, others refuse the response",
    vice: keepsAll((request) => politeResponse(request, "X-Folded: one\r\n two")),
    expect: {
      also: (capture) => {
        const { http, trouble } = exchangeOf(capture, "initialize");
        if (trouble) expect(http?.body?.data).toContain("X-Folded: one\r\n two");
        else expect(headerOf(http?.response_headers ?? [], "x-folded")).toMatch(/one\s*two/);
      },
    },
  },
  ...[429, 503].map(
    (code): HttpCase => ({
      id: `A20 ${code}`,
      what: `answers everything with ${code}`,
      vice: keepsAll(() => response(`${code} Later`, ["Retry-After: 1"])),
      // One question each, and no second attempt.
      expect: { also: (_capture, server) => expect(server?.requests.length).toBeLessThan(6) },
    }),
  ),
  {
    id: "A22",
    what: "answers everything with 401",
    vice: keepsAll(() => response("401 Unauthorized", ["WWW-Authenticate: Bearer"])),
    expect: {
      outcome: "auth-required",
      // The handshake, and what can be learnt about the wall itself.
      also: (_capture, server) => expect(server?.requests.length).toBeLessThan(30),
    },
  },
  {
    id: "B17",
    handshakeOnly: true,
    what: "names other places in headers that nobody follows",
    vice: keepsAll((request) =>
      politeResponse(request, 'Alt-Svc: h2="evil.invalid:443"', "Refresh: 0; url=http://evil.invalid/"),
    ),
    expect: { also: (capture) => expect(capture.era?.verdict).toBe("stateful") },
  },
  {
    id: "A16 html",
    what: "an error page in place of an answer",
    vice: answersAll(() => response("200 OK", ["Content-Type: text/html"], "<h1>\x1b[2J it works</h1>")),
    expect: { also: noAnswer },
  },
  {
    id: "F16 empty",
    what: "an empty JSON body",
    vice: jsonBody(() => ""),
    expect: { also: noAnswer },
  },
];

/** The ids that came back to the server. The plan makes up some of its own, to see whether they are refused. */
const sessionIdsSent = (server: ViceServer | undefined): string[] =>
  (server?.requests ?? [])
    .flatMap(({ headers }) => headerOf(headers, "mcp-session-id") ?? [])
    .filter((id) => !id.startsWith("mcptest-"));
