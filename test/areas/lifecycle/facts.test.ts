import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, givenHttp, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, heard, hearing, leftOut, message, statelessMeta, within } from "../small-captures.ts";

const roots = (id?: Json): JsonObject => message("roots/list", undefined, id);
const call = (...messages: JsonObject[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}),
    messages.map((one, index) => heard(one, { seq: index + 10 })),
  );

readingTable("server_request_ids", [
  given("each id, and how many requests have it", [
    call(roots(1), roots("1"), roots(1), roots(), message("notifications/x", undefined, 1)),
  ]).values(
    [
      { id: 1, requests: 2 },
      { id: "1", requests: 1 },
    ],
    {
      at: ["/meanwhile/0/message", "/meanwhile/1/message"],
      names: ["roots/list", "roots/list"],
      parts: [{ id: "/meanwhile/0/message/id", requests: "/meanwhile/0/message" }, {}],
    },
  ),
  given("an id said again under the same event id is one use; under another event it is two", [
    hearing(answered("call", "tools/call", {}), [
      heard(roots(1), { sse: { id: "e1" } }),
      heard(roots(1), { sse: { id: "e1" } }),
      heard(roots(2), { sse: { id: "e2" } }),
      heard(roots(2), { sse: { id: "e3" } }),
    ]),
  ]).values([
    { id: 1, requests: 1 },
    { id: 2, requests: 2 },
  ]),
  given("the same id in two conversations", [call(roots(1)), within("second", call(roots(1)))]).values(
    [
      { id: 1, requests: 1 },
      { id: 1, requests: 1 },
    ],
    { exchanges: ["main/1", "main/2"] },
  ),
  given("a server that asks nothing", [call()]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

const log = message("notifications/message", { data: 1 });
const hello = (seq: number, capabilities?: Json): Exchange => ({
  ...answered("initialize", "initialize", {}, capabilities === undefined ? {} : { capabilities }),
  seq,
});
const early = (one: Json, seq: number, conversation = "main") => ({ conversation, ...heard(one, { seq }) });

readingTable("first_words", [
  given("what was said before initialize, but for responses, log messages, ping, and what is no message", [
    { ...answered("before-initialize-list", "tools/list", {}), seq: 0, response_seq: 1 },
    hello(4),
    early(log, 2),
    early(message("notifications/tools/list_changed"), 2),
    early({ ...message("ping"), id: 1 }, 2),
    early(roots(1), 3),
    early({ id: 9, result: {} }, 3),
    early("text", 3),
    early({ level: 30, msg: "started" }, 3),
    early(message("notifications/late"), 5),
  ]).values([message("notifications/tools/list_changed"), roots(1)], {
    at: ["/unsolicited/1/message", "/unsolicited/3/message"],
  }),
  given("the first initialize of each conversation counts, whatever the order of the capture", [
    hello(9),
    hello(2),
    within("second", hello(1)),
    early(log, 5),
    early(log, 3, "second"),
    early(roots(1), 1),
  ]).values([roots(1)]),
  given("messages whose order nobody knows", [
    answered("initialize", "initialize", {}),
    leftOut("silence", "unsafe-to-probe"),
  ]).leftOut(),
  givenHttp("Streamable HTTP, where a server cannot speak first", [hello(1)]).inapplicable("precondition-absent"),
  given("HTTP+SSE, where it can", {
    transport: "http+sse",
    unsolicited: [early(roots(1), 0)],
    exchanges: [hello(1)],
  }).values([roots(1)], { lookedAt: [""] }),
  NOTHING,
]);

const told = (seq: number): Exchange => ({
  step: "notifications/initialized",
  request: message("notifications/initialized"),
  seq,
});

readingTable("early_requests", [
  given("requests before notifications/initialized; notifications do not count", [
    hello(1),
    told(5),
    told(9),
    early(roots(1), 2),
    early(log, 3),
    early(roots(2), 6),
  ]).values([roots(1)], { at: ["/unsolicited/0/message"], names: ["roots/list"] }),
  given("another conversation that was told nothing", [
    told(5),
    within("second", hello(1)),
    early(roots(1), 2, "second"),
  ]).values([], { lookedAt: [""] }),
  given("a notification that was left out", [
    hello(1),
    leftOut("withheld-initialized", "prerequisite-missing"),
  ]).leftOut(),
  NOTHING,
]);

const sample = message("sampling/createMessage", { maxTokens: 1 }, 1);

const asking = (declared: JsonObject, method: string): Exchange =>
  answered("call", "tools/call", { inputRequests: { q: { method } } }, { _meta: statelessMeta(declared) });

readingTable("feature_uses", [
  given("features that were declared at the handshake, and one that was not", [
    hello(1, { sampling: {}, tasks: {} }),
    call(sample, roots(2), message("tasks/get", undefined, 3), message("ping", undefined, 4)),
  ]).values(
    [
      { method: "sampling/createMessage", feature: "sampling", declared: "declared", params: { maxTokens: 1 } },
      { method: "roots/list", feature: "roots", declared: "undeclared" },
      { method: "tasks/get", feature: "tasks", declared: "declared" },
    ],
    {
      at: [0, 1, 2].map((index) => `/meanwhile/${index}/message`),
      names: ["sampling/createMessage", "roots/list", "tasks/get"],
    },
  ),
  given("a conversation whose handshake is not in the capture", [
    hello(1, { sampling: {} }),
    within("second", call(sample)),
  ]).values([]),
  givenStateless("input requests of a stateless server, beside what each request declared", [
    answered(
      "call",
      "tools/call",
      {
        inputRequests: {
          "a/b~": { method: "elicitation/create", params: {} },
          c: { method: "sampling/createMessage" },
          d: "no request",
        },
      },
      { _meta: statelessMeta({ elicitation: {} }) },
    ),
    answered("call", "tools/call", { inputRequests: { e: { method: "roots/list" } } }, {}),
  ]).values(
    [
      { method: "elicitation/create", feature: "elicitation", declared: "declared", params: {} },
      { method: "sampling/createMessage", feature: "sampling", declared: "undeclared" },
    ],
    { at: ["/response/result/inputRequests/a~1b~0", "/response/result/inputRequests/c"] },
  ),
  givenStateless("what only an earlier request declared, and what is asked for although none did", [
    asking({}, "roots/list"),
    asking({ elicitation: {}, roots: {} }, "elicitation/create"),
    asking({}, "elicitation/create"),
  ]).values([
    { method: "roots/list", feature: "roots", declared: "undeclared" },
    { method: "elicitation/create", feature: "elicitation", declared: "declared" },
    { method: "elicitation/create", feature: "elicitation", declared: "undeclared", remembered: "yes" },
  ]),
  givenStateless("a request of a stateless server's own, which belongs to the request at hand", [
    { ...call(roots(1)), request: message("tools/call", { _meta: statelessMeta({ roots: {} }) }, 1) },
    call(sample),
  ]).partly([
    { feature: "roots", declared: "declared" },
    { feature: "sampling", declared: "undeclared" },
  ]),
  NOTHING,
]);
