import type { Exchange, HttpRecord } from "../../../src/model/capture.ts";
import { given, givenHttp } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, heard, hearing, overHttp } from "../small-captures.ts";
import { NO_EXCHANGE, streamed } from "./small-streams.ts";

const call = answered("call", "tools/call", {});
const { response: _response, ...silent } = call;
const UNFINISHED = { encoding: "utf8", data: "data: {" } as const;
const odd = (data: string) => ({ encoding: "utf8", data }) as const;
const body = (data: string, more: Partial<HttpRecord> = {}): Exchange =>
  overHttp(silent, 200, { body: { encoding: "utf8", data }, ...more });

readingTable("stream_defects", [
  givenHttp("data that is no message, no JSON, or no UTF-8, and only of events called message", [
    hearing(streamed(call), [
      heard({ method: "x" }),
      heard({ hello: 1 }),
      { seq: 1, at_ms: 1, sse: { event: "message" } },
      heard({ method: "x" }, { notes: [{ kind: "invalid-utf8" }] }),
      heard([1]),
      heard("/m", { sse: { event: "endpoint" } }),
    ]),
  ]).values(["data that is no JSON-RPC message", "data that is not one JSON value", "bytes that are not UTF-8"], {
    at: ["/meanwhile/1", "/meanwhile/2", "/meanwhile/3"],
    names: ["tools/call", "tools/call", "tools/call"],
  }),
  givenHttp("bytes of the response, an event that is cut off, a message outside of data; equal defects once", [
    { ...streamed(call), response_notes: [{ kind: "duplicate-key" }, { kind: "invalid-utf8" }] },
    streamed(call, { unfinished: UNFINISHED }),
    streamed(silent, { odd_lines: 2, odd_text: odd('vendor: 1\n{"id":1,\n') }),
    streamed(silent, { odd_lines: 1, odd_text: odd('Data: {"jsonrpc":"2.0"}\n') }),
  ]).values(["bytes that are not UTF-8", "an event without its blank line", "a message outside of data"], {
    at: ["/response", "/http/stream/unfinished", "/http/stream/odd_text"],
    exchanges: ["main/1", "main/2", "main/3"],
  }),
  givenHttp("events under another content type, whatever they begin with", [
    ...["data: {}", "event: x", "id: 1", "retry:5", ":hello"].map((text, index) => ({
      ...body(text),
      request: { method: `m${index}` },
    })),
  ]).values(
    Array.from({ length: 5 }, () => "events under another content type"),
    { at: Array.from({ length: 5 }, () => "/http/body"), names: ["m0", "m1", "m2", "m3", "m4"] },
  ),
  givenHttp(
    "what is no defect: a stream that we cut, an unended event without data, lines beside a message or about something else, bodies of other kinds and refusals",
    [
      streamed(call, { unfinished: UNFINISHED, ended_by: "client" }),
      streamed(call, { unfinished: { encoding: "utf8", data: "id: 7\nretry: 5" } }),
      streamed(call, { odd_lines: 2, odd_text: odd('{"jsonrpc":"2.0"}\n') }),
      streamed(silent, { odd_lines: 2 }),
      streamed(silent, { odd_lines: 1, odd_text: odd("vendor: field\n") }),
      hearing(streamed(silent, { odd_lines: 2, odd_text: odd("{}\n") }), [heard({ method: "x" })]),
      body("database: x"),
      body("data: {}", { status: 500 }),
      body("ZGF0YTo=", { body: { encoding: "base64", data: "data:" } }),
    ],
  ).values([], { lookedAt: ["/http", "/http", "/http"] }),
  given("over HTTP+SSE messages that are filed under their request", {
    transport: "http+sse",
    exchanges: [hearing(overHttp(call, 202), [heard({ hello: 1 }, { sse: {} }), heard({ hello: 2 })])],
  }).values(["data that is no JSON-RPC message"], { at: ["/meanwhile/0"] }),
  givenHttp("a server without streams", [overHttp(call, 200)]).inapplicable("precondition-absent"),
  NO_EXCHANGE,
]);
