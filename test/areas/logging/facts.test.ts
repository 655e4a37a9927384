import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, ReceivedMessage } from "../../../src/capture/capture.ts";
import {
  answerCases,
  given,
  givenHttp,
  givenStateless,
  givenStatelessHttp,
  NOTHING,
  readingTable,
} from "../reading-table.ts";
import {
  advertises,
  answered,
  arrived,
  hearing,
  message,
  ordered,
  refused,
  statelessMeta,
  timed,
  unanswered,
  unasked,
  unnamed,
  within,
} from "../small-captures.ts";

const LEVEL = "io.modelcontextprotocol/logLevel";

const entry = (level: Json, more: JsonObject = {}) => message("notifications/message", { level, data: "x", ...more });
const log = (level: Json, seq: number, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  ...arrived(entry(level), seq),
  ...more,
});

/** An exchange that was sent and answered at these places, with what came meanwhile. */
const during = (exchange: Exchange, seq: number, responseSeq: number, ...meanwhile: ReceivedMessage[]): Exchange =>
  hearing(ordered(exchange, seq, responseSeq), meanwhile);

const set = (level: Json, seq: number, responseSeq = seq + 1) =>
  during(answered("set-level", "logging/setLevel", {}, { level }), seq, responseSeq);
const plain = (seq: number, responseSeq: number, ...meanwhile: ReceivedMessage[]) =>
  during(answered("ping", "ping", {}), seq, responseSeq, ...meanwhile);
/** A request of the stateless era that asks for logs of a level. */
const asking = (level: Json, seq: number, responseSeq: number, ...meanwhile: ReceivedMessage[]) => {
  const asked = answered("log-level", "tools/call", {}, { name: "t", _meta: { [LEVEL]: level } });
  return during(asked, seq, responseSeq, ...meanwhile);
};
const calling = (seq: number, responseSeq: number, ...meanwhile: ReceivedMessage[]) =>
  during(answered("call", "tools/call", {}, { name: "t" }), seq, responseSeq, ...meanwhile);
const listening = (seq: number, ...meanwhile: ReceivedMessage[]): Exchange => ({
  ...unanswered("listen", "subscriptions/listen"),
  seq,
  meanwhile,
});

readingTable("log_messages", [
  given("log messages called by their logger, and no others", [
    plain(1, 9, arrived(entry("info", { logger: "db" }), 2), arrived(message("notifications/progress"), 3)),
    unasked(log("odd", 10)),
  ]).values([entry("info", { logger: "db" }), entry("odd")], {
    at: ["/meanwhile/0/message", "/unsolicited/0/message"],
    names: ["db", null],
  }),
  given("no logs", [plain(1, 2)]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

readingTable("logs_by_level", [
  given("what is milder than the level that was set, as severe, and more severe", [
    set("warning", 1),
    plain(3, 9, log("info", 4), log("warning", 5), log("error", 6)),
  ]).values(
    [
      { level: "info", asked: "warning", rank: "milder" },
      { level: "warning", asked: "warning", rank: "enough" },
      { level: "error", asked: "warning", rank: "enough" },
    ],
    {
      at: ["/meanwhile/0/message", "/meanwhile/1/message", "/meanwhile/2/message"],
      parts: [{ rank: "/meanwhile/0/message" }, {}, {}],
    },
  ),
  given("before any level was set, while it was being set, and a level that is none", [
    plain(1, 9, log("debug", 2), log("debug", 4)),
    set("warning", 3, 5),
    plain(6, 8, log("loud", 7)),
  ]).values([]),
  given("the last level that the server accepted, however the capture orders them", [
    set("error", 3),
    set("debug", 1),
    during(refused("set-level", "logging/setLevel", -32602, { level: "emergency" }), 5, 6),
    plain(7, 9, log("info", 8)),
  ]).values([{ level: "info", asked: "error", rank: "milder" }]),
  given("a level that does not exist was accepted last", [
    set("error", 1),
    set("loud", 3),
    plain(5, 7, log("info", 6)),
  ]).values([]),
  given("the level of another connection", [set("error", 1), within("second", plain(5, 7, log("info", 6)))]).values([]),
  givenHttp("over HTTP only the stream of a request that was sent after the level was set", [
    plain(1, 9, log("debug", 5)),
    set("error", 2),
    plain(4, 8, log("info", 6)),
    { http: { method: "GET", request_headers: [] }, seq: 4, meanwhile: [log("notice", 7)] },
  ]).values([{ level: "info", asked: "error", rank: "milder" }], { exchanges: ["main/3"] }),
  givenStateless("stateless: the mildest of the requests it may belong to", [
    asking("error", 1, 8),
    asking("notice", 2, 7),
    plain(3, 9, log("info", 5)),
  ]).values([{ level: "info", asked: "notice", rank: "milder" }]),
  givenStateless("stateless: a level set by a request that no longer exists, and requests without a level", [
    set("error", 1),
    asking("loud", 3, 9, log("info", 4)),
    plain(11, 13, log("info", 12)),
  ]).values([]),
  givenStatelessHttp("stateless over HTTP: the level of the stream's own request", [
    asking("debug", 1, 9),
    asking("error", 2, 8, log("error", 4)),
  ]).values([{ level: "error", asked: "error", rank: "enough" }]),
  NOTHING,
]);

readingTable("logs_without_level", [
  givenStateless("logs during requests that named no level, and when nothing was asked", [
    plain(1, 4, log("info", 2)),
    listening(0),
    unasked(log("loud", 9)),
  ]).values(
    [
      { level: "info", method: "ping" },
      { level: null, method: null },
    ],
    { at: ["/meanwhile/0/message", "/unsolicited/0/message"], lookedAt: [""] },
  ),
  givenStateless("logs that may belong to a request with a level, running or answered", [
    asking("debug", 1, 5),
    plain(2, 6, log("info", 3)),
    unasked(log("info", 9)),
  ]).values([]),
  givenStateless("a request whose level is none", [asking("loud", 1, 5, log("info", 3))]).values([]),
  givenStatelessHttp("over HTTP: the stream of the request, and not that of a subscription", [
    asking("debug", 1, 9),
    plain(2, 5, log("info", 3)),
    listening(0, log("info", 4)),
    unasked(log("error", 9)),
  ]).values([{ level: "info", method: "ping" }], { exchanges: ["main/2"] }),
  givenStateless("a log filed under a request that had been answered before", [plain(5, 6, log("info", 9))]).values([
    { level: "info", method: "ping" },
  ]),
  NOTHING,
]);

readingTable("log_order", [
  givenStateless("before the response, and on a pipe after it", [
    asking("debug", 1, 5, log("info", 3)),
    unasked(log("error", 9)),
  ]).values([{ order: "before" }, { order: "after" }], { at: ["/meanwhile/0/message", "/unsolicited/0/message"] }),
  givenStateless("on a pipe during another request, which proves nothing", [
    asking("debug", 1, 3),
    plain(5, 8, log("info", 6)),
  ]).values([]),
  givenStatelessHttp("over HTTP after the response on its own stream", [
    asking("debug", 1, 5, log("info", 3), log("info", 6, { late: true })),
    plain(7, 9, log("info", 10, { late: true })),
  ]).values([{ order: "before" }, { order: "after" }], { exchanges: ["main/1", "main/1"] }),
  NOTHING,
]);

readingTable("log_streams", [
  givenStatelessHttp("logs on the stream of the request, on a subscription and on another stream", [
    timed(asking("debug", 1, 9, log("info", 3)), 0, 100),
    timed(listening(0, log("info", 4, { at_ms: 50 }), log("info", 5, { at_ms: 101 })), 0, 500),
    timed(plain(2, 8, log("info", 6, { at_ms: 100 })), 0, 500),
  ]).values([{ stream: "own" }, { stream: "listen" }, { stream: "other" }], {
    exchanges: ["main/1", "main/2", "main/3"],
    at: ["/meanwhile/0/message", "/meanwhile/0/message", "/meanwhile/0/message"],
  }),
  givenStatelessHttp("when no request that asks for logs is running", [
    plain(2, 8, log("info", 6)),
    asking("loud", 1, 9, log("info", 3)),
  ]).values([]),
  givenStateless("one pipe", [asking("debug", 1, 5, log("info", 3))]).inapplicable("precondition-absent"),
  givenHttp("a capture without any of it").unseen("not-probed"),
]);

readingTable("calls_after_level", [
  givenStateless("on a pipe: what came while each of the calls ran", [
    asking("debug", 1, 5, log("info", 2), log("info", 3), log("info", 6)),
    asking("debug", 7, 9, log("info", 8)),
    calling(10, 13, log("info", 11)),
  ]).values([{ before: 3, after: 1 }], { at: [""], exchanges: ["main/3"], names: ["t"] }),
  givenStatelessHttp("over HTTP: what came on each stream", [
    asking("debug", 1, 5, log("info", 9)),
    calling(6, 8),
  ]).values([{ before: 1, after: 0 }]),
  givenStateless("calls of another tool, on another connection, before, and beside each other", [
    calling(1, 2),
    asking("debug", 3, 9),
    calling(5, 8),
    within("second", calling(20, 21)),
    during(answered("call", "tools/call", {}, { name: "u" }), 22, 23),
    plain(24, 25),
  ]).values([]),
  NOTHING,
]);

readingTable("log_bursts", [
  given("the busiest second of each conversation, at the first of its messages", [
    plain(1, 9, ...[0, 500, 1_000, 1_400, 5_000].map((atMs) => log("info", 2, { at_ms: atMs }))),
    within("second", plain(1, 9, log("info", 2))),
    unasked(log("info", 10, { at_ms: 1_450 })),
  ]).values([{ messages: 4 }, { messages: 1 }], {
    at: ["/meanwhile/1/message", "/meanwhile/0/message"],
    exchanges: ["main/1", "main/2"],
  }),
  given("no logs", [plain(1, 2)]).values([]),
  NOTHING,
]);

const saying = (data: Json, logger = "auth") => arrived(entry("info", { logger, data }));

readingTable("log_secrets", [
  given("texts that have the form of a secret, each by its kind", [
    plain(
      1,
      9,
      saying(`-----BEGIN RSA PRIVATE KEY-----\n${"MIIEvQ".repeat(8)}`),
      saying(`key AKIA${"A1B2".repeat(4)} used`),
      saying({ token: `ghp_${"a".repeat(36)}` }),
      saying(`sk-ant-${"x".repeat(32)}`),
      saying("postgres://app:hunter22@db.example"),
      saying(`eyJ${"a".repeat(10)}.eyJ${"b".repeat(10)}.${"c".repeat(20)}`),
    ),
  ]).values(
    ["private-key", "aws-key", "github-token", "api-key", "password-in-url", "json-web-token"].map((kind) => ({
      kinds: [kind],
    })),
    {
      at: [0, 1, 2, 3, 4, 5].map((index) => `/meanwhile/${index}/message`),
      names: ["auth", "auth", "auth", "auth", "auth", "auth"],
    },
  ),
  given("words about secrets, a masked one, and other messages", [
    plain(
      1,
      9,
      saying("the password was changed; postgres://app:***@db; AKIA-123"),
      saying("postgres://app:xxxxx@db, redis://app:[redacted]@db, amqp://app:$PASSWORD@mq", "masked"),
      saying("a key file begins with -----BEGIN PRIVATE KEY----- and this one does not", "form"),
      saying("AKIAIOSFODNN7EXAMPLE in run sk-learn-pipeline-with-a-rather-long-name", "names"),
      arrived(message("notifications/progress", { message: "-----BEGIN PRIVATE KEY-----" })),
    ),
  ]).values([{ kinds: [] }, { kinds: [] }, { kinds: [] }, { kinds: [] }], {
    names: ["auth", "masked", "form", "names"],
  }),
  given("a secret beyond the part that is looked at", [
    plain(1, 9, saying(`${"x".repeat(20_000)} postgres://app:hunter22@db.example`)),
  ]).values([{ kinds: [] }]),
  NOTHING,
]);

const SET = "logging/setLevel";

const setting = (level: Json, step = "set-level") => answered(step, SET, {}, { level });
const meta = (level: Json, step = "log-level") => answered(step, "ping", {}, { _meta: { [LEVEL]: level } });

readingTable("set_level", [
  given("the answers under each name of the plan, called by the level", [
    setting("debug", "set-level-debug"),
    refused("set-level-emergency", SET, -32603, { level: "emergency" }),
    setting("info", "usual-level"),
    setting("error", "high-level"),
    setting("alert"),
    setting("loud", "set-level-loud"),
    setting("loud", "bad-level"),
  ]).partly(
    ["result", "error", "result", "result", "result"].map((outcome) => ({ outcome })),
    { names: ["debug", "emergency", "info", "error", "alert"] },
  ),
  given("one of the eight levels in a capture without step names", [
    unnamed(setting("notice")),
    unnamed(setting("loud")),
    unnamed(meta("notice")),
  ]).partly([{ outcome: "result" }], { names: ["notice"] }),
  givenStateless("stateless: the request no longer exists", [unnamed(setting("notice"))]).unseen("not-probed"),
]);

readingTable("level_in_meta", [
  givenStateless("the answers to its steps, called by the level", [
    meta("debug", "log-level-debug"),
    meta("error"),
    meta("loud", "log-level-info"),
    setting("debug", "set-level-debug"),
    answered("log-level-alert", "ping", {}),
  ]).partly([{ outcome: "result" }, { outcome: "result" }, { outcome: "result" }, { outcome: "result" }], {
    names: ["debug", "error", "unknown", "none"],
  }),
  givenStateless("a level in a capture without step names", [
    unnamed(meta("alert")),
    unnamed(meta("loud")),
    unnamed(answered("", "ping", {})),
  ]).partly([{ outcome: "result" }], { names: ["alert"] }),
  NOTHING,
]);

readingTable("unknown_level", [
  ...answerCases(["bad-level", "bad-level-number", "unknown-log-level"]),
  given("a level that does not exist, in a capture without step names", [
    unnamed(setting("loud")),
    unnamed(setting(7)),
    unnamed(setting("info")),
    unnamed(answered("", SET, {}, {})),
    unnamed(meta("loud")),
  ]).partly([{ outcome: "result" }, { outcome: "result" }], { exchanges: ["main/1", "main/2"] }),
  givenStateless("stateless: in the _meta", [
    unnamed(setting("loud")),
    unnamed(meta("loud")),
    unnamed(meta("info")),
  ]).partly([{ asked: { method: "ping" } }], { exchanges: ["main/2"] }),
]);

readingTable("set_level_unadvertised", answerCases(["set-level-absent"]));

readingTable("removed_set_level", [
  ...answerCases(["removed-logging/setLevel"]),
  givenStateless("stateless: any such request in a capture without step names", [
    unnamed(setting("info")),
    unnamed(meta("info")),
  ]).partly([{ asked: { method: SET } }], { exchanges: ["main/1"] }),
  given("stateful: it is not removed", [unnamed(setting("info"))]).unseen("not-probed"),
]);

const failing = (step: string, level: string, code: number, text: string): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method: "logging/setLevel", params: { level } },
  response: { jsonrpc: "2.0", id: 1, error: { code, message: text } },
});

readingTable("level_failures", [
  given("errors that tell of a failure within the server, whatever their code", [
    failing("set-level-debug", "debug", -32000, "Internal error"),
    failing("usual-level", "info", -32603, "TypeError: x is not iterable"),
    failing("set-level-error", "error", -32602, "Unknown level"),
    failing("bad-level", "mcptest", -32603, "Internal error"),
  ]).values(
    [
      { code: -32000, message: "Internal error" },
      { code: -32603, message: "TypeError: x is not iterable" },
    ],
    { at: ["/response/error", "/response/error"] },
  ),
  given("a level that was set", [answered("set-level-debug", "logging/setLevel", {}, { level: "debug" })]).values([], {
    lookedAt: ["/response"],
  }),
  NOTHING,
]);

const discover = (capabilities: JsonObject) => answered("server/discover", "server/discover", { capabilities });

readingTable("logging_standing", [
  givenStateless("logging in both eras", [discover({ logging: {} }), advertises({ logging: {} })]).values(
    [{ standing: "kept" }],
    {
      at: ["/response/result/capabilities"],
      exchanges: ["main/1"],
      parts: [{ standing: "/response/result/capabilities" }],
    },
  ),
  givenStateless("logging in the stateless era only", [discover({ logging: {} }), advertises({ tools: {} })]).values([
    { standing: "added" },
  ]),
  givenStateless("nothing known of the other era: no handshake, or one that failed", [
    discover({ logging: {} }),
    answered("initialize", "initialize", {}),
  ]).values([{ standing: "unclear" }]),
  givenStateless("no logging", [discover({ tools: {} }), advertises({ logging: {} })]).values([{ standing: "absent" }]),
  NOTHING,
]);

const called = (level: string | undefined, meanwhile: ReceivedMessage[] = []): Exchange => {
  const [step, meta] = level === undefined ? ["log-call-after", {}] : ["log-call-debug", { [LEVEL]: level }];
  return hearing(
    answered(step, "tools/call", { content: [] }, { name: "a", _meta: statelessMeta({}, meta) }),
    meanwhile,
  );
};
const logged = arrived(message("notifications/message", { level: "debug", data: "x" }), 2);

readingTable("logging_use", [
  givenStateless("a call at debug that is logged", [called("debug", [logged])]).values([{ calls: 1, messages: 1 }], {
    exchanges: ["main/1"],
  }),
  givenStateless("calls at debug, and silence", [called("debug"), called("debug")]).values([{ calls: 2, messages: 0 }]),
  givenStateless("no call at debug", [called("error"), called(undefined)]).unseen("not-probed"),
  { ...NOTHING, revision: "2026-07-28" },
]);
