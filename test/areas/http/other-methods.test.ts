import type { Exchange, HttpRecord } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answerCases, givenHttp, givenStatelessHttp } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { deliberate, heard, hearing, leftOut, message, overHttp, unnamed } from "../small-captures.ts";
import { listened, NO_EXCHANGE, ON_STDIO, streamed } from "./small-streams.ts";

readingTable("http_get", answerCases(["http-get"]));
readingTable("http_delete", answerCases(["http-delete"]));
readingTable("with_last_event_id", answerCases(["last-event-id"]));
readingTable("with_session_id", answerCases(["session-id"]));
readingTable("posted_response", answerCases(["posted-response"]));

const announced = (address: Json, step = "http-get", more: Partial<HttpRecord> = {}): Exchange =>
  listened({ step, meanwhile: [heard(address, { sse: { event: "endpoint" } })] }, more);
const target = { kind: "http" as const, url: "https://Example.com/mcp", header_names: [] };

readingTable("old_transports", [
  givenHttp("addresses on the origin of the endpoint, on another, and none", {
    target,
    revision: "2025-11-25",
    exchanges: [
      announced("/messages?id=1"),
      announced("HTTPS://example.COM/messages", "old-stream"),
      announced("//example.com/m", "open-stream"),
      announced("https://other.example/m"),
      announced("//other.example/m"),
      announced("http://example.com/m"),
      announced(""),
      announced("/a b"),
    ],
  }).values(
    [
      { address: "/messages?id=1", origin: "same" },
      { address: "HTTPS://example.COM/messages", origin: "same" },
      { address: "//example.com/m", origin: "same" },
      { address: "https://other.example/m", origin: "other" },
      { address: "//other.example/m", origin: "other" },
      { address: "http://example.com/m", origin: "other" },
      { address: "", origin: "unreadable" },
      { address: "/a b", origin: "unreadable" },
    ],
    { at: Array.from({ length: 8 }, () => "/meanwhile/0") },
  ),
  givenHttp("an address that is no JSON, without a step name, of a target that nobody knows, twice", [
    unnamed(
      listened({
        meanwhile: [
          { seq: 1, at_ms: 1, raw: { encoding: "utf8", data: "https://x.example/m" }, sse: { event: "endpoint" } },
        ],
      }),
    ),
    announced("https://x.example/m"),
  ]).values([{ address: "https://x.example/m", origin: "same" }], { exchanges: ["main/1"] }),
  givenHttp("other events, refusals, other steps, and an address that does not come first", [
    listened({ step: "http-get", meanwhile: [heard({ method: "x" })] }),
    listened({ step: "http-get", meanwhile: [heard({ method: "x" }), heard("/m", { sse: { event: "endpoint" } })] }),
    announced("/m", "http-get", { status: 404 }),
    announced("/m", "foreign-origin-get"),
    listened({ step: "http-get" }),
  ]).values([], { lookedAt: ["/http", "/http", "/http", "/http"] }),
  givenHttp("a look that the plan left out", [leftOut("old-stream", "unsafe-to-probe")]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);

const subscribed = (...meanwhile: NonNullable<Exchange["meanwhile"]>): Exchange =>
  hearing(streamed({ step: "listen-all", request: message("subscriptions/listen", {}, 1) }), meanwhile);

readingTable("keep_alive_events", [
  givenStatelessHttp("signs of life, JSON that is no message, and data that is no JSON", [
    subscribed(
      heard(message("ping", undefined, 1)),
      heard(message("notifications/heartbeat")),
      heard(message("x/keepAlive")),
      heard({ alive: true }),
      heard({ alive: true }),
      { seq: 1, at_ms: 1, raw: { encoding: "utf8", data: "alive" } },
      { seq: 1, at_ms: 1 },
      heard(message("notifications/tools/list_changed")),
      heard({ id: 1, result: {} }),
    ),
  ]).values(
    [
      message("ping", undefined, 1),
      message("notifications/heartbeat"),
      message("x/keepAlive"),
      { alive: true },
      "alive",
      "",
    ],
    { at: [0, 1, 2, 3, 5, 6].map((index) => `/meanwhile/${index}`), lookedAt: ["/http/stream"] },
  ),
  givenStatelessHttp("no listen stream: another answer, wrong on purpose, another method", [
    hearing(overHttp(subscribed(), 200), [heard({})]),
    deliberate(subscribed(heard({}))),
    { ...subscribed(heard({})), request: message("tools/list", {}, 1) },
    leftOut("listen-all", "not-offered"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);
