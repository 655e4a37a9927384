import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenHttp, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  heard,
  hearing,
  leftOut,
  message,
  overHttp,
  refused,
  statelessMeta,
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

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

readingTable("advertised_lists", [
  given("lists that are advertised, one of them unknown, and one that is not advertised", [
    advertises({ tools: {}, prompts: {} }),
    answered("tools/list", "tools/list", { tools: [] }),
    refused("prompts/list", "prompts/list", -32601),
    refused("resources/list", "resources/list", -32601),
  ]).partly([{ outcome: "result" }, { outcome: "error", error: { code: -32601 } }], {
    names: ["tools/list", "prompts/list"],
  }),
  given("a capture without names of steps, other lists and later pages", [
    advertises({ resources: {} }),
    unnamed(answered("resources/list", "resources/list", { resources: [] })),
    unnamed(refused("resources/templates/list", "resources/templates/list", -32601)),
    unnamed(refused("resources/list", "resources/list", -32602, { cursor: "x" })),
  ]).partly([{ outcome: "result" }], { names: ["resources/list"] }),
  given("nothing that is advertised", [advertises({}), refused("tools/list", "tools/list", -32601)]).unseen(
    "not-probed",
  ),
]);

const completed = (values: string[]): Exchange =>
  answered("complete-absent", "completion/complete", { completion: { values } });

readingTable("unadvertised", [
  given("methods that are served, refused and left unanswered", [
    advertises({}),
    answered("tools/list-absent", "tools/list", { tools: [{}, {}] }),
    refused("resources/list-absent", "resources/list", -32601),
    unanswered("prompts/list-absent", "prompts/list"),
    completed(["a"]),
  ]).values(
    [
      { outcome: "result", asked: "tools/list", entries: 2 },
      { outcome: "error", asked: "resources/list", entries: 0, code: -32601 },
      { outcome: "silence", asked: "prompts/list", entries: 0 },
      { outcome: "result", asked: "completion/complete", entries: 1 },
    ],
    {
      at: ["", "", "", ""],
      names: ["tools/list", "resources/list", "prompts/list", "completion/complete"],
      open: [null, null, "timed-out", null],
      except: [[], [], [], []],
    },
  ),
  given("what is advertised, what another step asks, and what no capability covers", [
    advertises({ tools: {} }),
    answered("tools/list-absent", "tools/list", { tools: [{}] }),
    answered("prompts/list", "prompts/list", { prompts: [{}] }),
    answered("ping", "ping", {}),
  ]).values([], { lookedAt: ["/response/result/capabilities"] }),
  given("lists that are none, and captures without step names", [
    advertises({}),
    unnamed(answered("", "prompts/list", { prompts: "all" })),
    unnamed(answered("", "resources/list", { resources: [{}] })),
  ]).values([
    { outcome: "result", asked: "prompts/list", entries: 0 },
    { outcome: "result", asked: "resources/list", entries: 1 },
  ]),
  given("completions in 2024-11-05, which had no capability for them", {
    revision: "2024-11-05",
    exchanges: [advertises({}), completed(["a"])],
  }).values([]),
  givenStateless("a stateless server: only requests of its era", [
    answered("server/discover", "server/discover", { capabilities: {} }, { _meta: statelessMeta() }),
    answered("tools/list-absent", "tools/list", { tools: [] }),
    answered("tools/list-absent", "tools/list", { tools: [{}] }, { _meta: statelessMeta() }),
  ]).values([{ outcome: "result", asked: "tools/list", entries: 1 }], { exchanges: ["main/3"] }),
  givenHttp("a server that asks to slow down, or for credentials", [
    overHttp(advertises({}), 200),
    overHttp(refused("tools/list-absent", "tools/list", -32000), 429),
    overHttp(refused("prompts/list-absent", "prompts/list", -32001), 401),
  ]).partly([{ asked: "tools/list" }, { asked: "prompts/list" }], {
    open: ["not-probed", "auth-required"],
    except: [[], []],
  }),
  given("a server whose capabilities nobody knows", [
    answered("tools/list-absent", "tools/list", { tools: [{}] }),
    leftOut("complete-absent", "prerequisite-missing"),
  ]).leftOut(),
  NOTHING,
]);

readingTable("odd_version", answerCases(["odd-version"]));
readingTable("before_initialize", answerCases(["before-initialize-list"]));
readingTable("unknown_capability", answerCases(["strange-initialize", "unknown-capability"]));
readingTable("recoveries", [
  ...answerCases(["ping-after", "odd-version-again", "abrupt-close-again"]),
  given("a process that left after a version it did not know, and one that stayed and says nothing", [
    { ...unanswered("odd-version-again", "initialize"), trouble: { kind: "unexpected-exit", detail: "gone" } },
    unanswered("ping-after", "ping"),
  ]).partly([{ outcome: "silence" }], { exchanges: ["main/2"] }),
  given("second handshakes on one pipe: a refused one shows nothing", [
    refused("odd-version-again", "initialize", -32600),
    answered("odd-version-again", "initialize", {}),
    unanswered("odd-version-again", "initialize"),
    refused("ping-after", "ping", -32603),
  ]).partly([{ outcome: "result" }, { outcome: "silence" }, { outcome: "error" }], {
    exchanges: ["main/2", "main/3", "main/4"],
  }),
]);
