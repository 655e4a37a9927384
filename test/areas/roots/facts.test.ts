import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  refused,
  statelessMeta,
  unanswered,
  unasked,
  unnamed,
  within,
} from "../small-captures.ts";

const ROOTS = "roots/list";

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const asked = (id: Json, params?: JsonObject) => message(ROOTS, params, id);
const call = (id: Json, params?: JsonObject): Exchange =>
  hearing(answered("call", "tools/call", { done: id }, { name: "t" }), [arrived(asked(id, params), 5)]);

readingTable("roots_requests", [
  given("requests of the server, and whether the client had declared roots", [
    initialize({ roots: {} }),
    call(1),
    within("second", initialize({})),
    within("second", call(2, { _meta: {} })),
    within("third", call(3)),
  ]).values(
    [
      { request: asked(1), declared: "declared" },
      { request: asked(2, { _meta: {} }), declared: "undeclared", params: { _meta: {} } },
      { request: asked(3) },
    ],
    {
      at: ["/meanwhile/0/message", "/meanwhile/0/message", "/meanwhile/0/message"],
      names: ["t", "t", "t"],
      parts: [
        { request: "/meanwhile/0/message", declared: "/meanwhile/0/message" },
        { request: "/meanwhile/0/message", declared: "/meanwhile/0/message/params" },
        {},
      ],
    },
  ),
  givenStateless(
    "stateless: in a result, of a request that declared roots and of one that declared nothing",
    [{ roots: {} }, {}].map((capabilities) =>
      answered(
        "call",
        "tools/call",
        { inputRequests: { r: { method: ROOTS } } },
        { _meta: statelessMeta(capabilities) },
      ),
    ),
  ).values(
    [
      { request: { method: ROOTS }, declared: "declared" },
      { request: { method: ROOTS }, declared: "undeclared" },
    ],
    { at: ["/response/result/inputRequests/r", "/response/result/inputRequests/r"] },
  ),
  given("none", [initialize({ roots: {} })]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

const changed: Exchange = { request: message("notifications/roots/list_changed") };

readingTable("after_roots_change", [
  given("the answers to its step", [
    refused("roots-changed-control", "ping", -32603),
    answered("ping", "ping", {}),
  ]).partly([{ outcome: "error" }], { at: [""], exchanges: ["main/1"] }),
  given("a ping after the notification on the same connection, in a capture without step names", [
    unnamed(answered("", "ping", {})),
    changed,
    unnamed(answered("", "tools/list", {})),
    unnamed(unanswered("", "ping")),
    within("second", unnamed(answered("", "ping", {}))),
  ]).partly([{ outcome: "silence" }], { exchanges: ["main/4"], open: ["timed-out"] }),
  given("a notification that the plan left out", [leftOut("roots-changed", "not-offered")]).leftOut(),
]);

const ping = (seq: number): Exchange => ({ ...answered("ping", "ping", { at: seq }), seq });

const givenUp = (step: string, limit: "toolMs" | "quietMs"): Exchange => ({
  ...unanswered(step, "tools/call", { name: "t" }),
  trouble: { kind: "timed-out", detail: "no response", limit },
});

readingTable("after_empty_roots", [
  given("not a call that asked nothing the second time: somebody else had asked during the first", [
    initialize({ roots: {} }),
    hearing(givenUp("call-1", "toolMs"), [arrived(asked(1), 5)]),
    givenUp("call-1-longer", "quietMs"),
    ping(8),
  ]).partly([{ outcome: "result", result: { at: 8 } }], { exchanges: ["main/4"] }),
  given("a call that was given up and may have asked, since nobody called it again", [
    initialize({ roots: {} }),
    hearing(givenUp("call-1", "toolMs"), [arrived(asked(1), 5)]),
  ]).partly([{ outcome: "silence" }], { exchanges: ["main/2"] }),
  given("the call during which the server asked, and the first ping after that", [
    initialize({ roots: {} }),
    call(1),
    ping(4),
    ping(6),
    ping(8),
  ]).partly(
    [
      { outcome: "result", result: { done: 1 } },
      { outcome: "result", result: { at: 6 } },
    ],
    { at: ["", ""], exchanges: ["main/2", "main/4"] },
  ),
  given("not a ping that says that the session has ended", [
    initialize({ roots: {} }),
    call(1),
    {
      ...unnamed({ step: "ping", request: message("ping", undefined, 2) }),
      seq: 6,
      http: { method: "POST", url: "http://localhost/mcp", request_headers: [["Mcp-Session-Id", "s"]], status: 404 },
    },
  ]).partly([{ outcome: "result", result: { done: 1 } }], { exchanges: ["main/2"] }),
  given("asked outside any request", [
    initialize({ roots: {} }),
    within("second", ping(9)),
    ping(7),
    unasked(arrived(asked(1), 5)),
  ]).partly([{ result: { at: 7 } }]),
  given("asked without a known handshake, and no ping", [
    call(1),
    leftOut("roots-changed", "prerequisite-missing"),
  ]).leftOut(),
  givenStateless("stateless: the retries that answer the question", [
    answered(
      "call",
      "tools/call",
      { inputRequests: { "r/1": { method: ROOTS }, s: { method: "sampling/createMessage" } } },
      { _meta: statelessMeta({ roots: {} }) },
    ),
    refused("call", "tools/call", -1, { inputResponses: { "r/1": { roots: [] } } }),
    refused("call", "tools/call", -2, { inputResponses: { s: {} } }),
    deliberate(refused("call", "tools/call", -3, { inputResponses: { "r/1": 7 } })),
  ]).partly([{ error: { code: -1 } }], { exchanges: ["main/2"] }),
]);
