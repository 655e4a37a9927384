import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import {
  arrived,
  conversations,
  deliberate,
  message,
  NOTHING,
  statelessMeta,
  unnamed,
  within,
} from "../small-captures.ts";

const ROOTS = "roots/list";

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const asked = (id: Json, params?: JsonObject) => message(ROOTS, params, id);
const call = (id: Json, params?: JsonObject): Exchange => ({
  ...answered("call", "tools/call", { done: id }, { name: "t" }),
  meanwhile: [arrived(asked(id, params), 5)],
});

readingTable("roots_requests", [
  {
    shows: "requests of the server, and whether the client had declared roots",
    capture: {
      conversations: conversations(["main", "second", "third"]),
      exchanges: [
        initialize({ roots: {} }),
        call(1),
        within("second", initialize({})),
        within("second", call(2, { _meta: {} })),
        within("third", call(3)),
      ],
    },
    reads: {
      values: [
        { request: asked(1), declared: "declared" },
        { request: asked(2, { _meta: {} }), declared: "undeclared", params: { _meta: {} } },
        { request: asked(3) },
      ],
      at: ["/meanwhile/0/message", "/meanwhile/0/message", "/meanwhile/0/message"],
      names: ["t", "t", "t"],
      parts: [
        { request: "/meanwhile/0/message", declared: "/meanwhile/0/message" },
        { request: "/meanwhile/0/message", declared: "/meanwhile/0/message/params" },
        {},
      ],
    },
  },
  {
    shows: "stateless: in a result, of a request that declared roots and of one that declared nothing",
    revision: "2026-07-28",
    capture: {
      exchanges: [{ roots: {} }, {}].map((capabilities) =>
        answered(
          "call",
          "tools/call",
          { inputRequests: { r: { method: ROOTS } } },
          { _meta: statelessMeta(capabilities) },
        ),
      ),
    },
    reads: {
      values: [
        { request: { method: ROOTS }, declared: "declared" },
        { request: { method: ROOTS }, declared: "undeclared" },
      ],
      at: ["/response/result/inputRequests/r", "/response/result/inputRequests/r"],
    },
  },
  {
    shows: "none",
    capture: { exchanges: [initialize({ roots: {} })] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);

const changed: Exchange = { request: message("notifications/roots/list_changed") };

readingTable("after_roots_change", [
  {
    shows: "the answers to its step",
    capture: { exchanges: [refused("roots-changed-control", "ping", -32603), answered("ping", "ping", {})] },
    reads: { partly: [{ outcome: "error" }], at: [""], exchanges: ["main/1"] },
  },
  {
    shows: "a ping after the notification on the same connection, in a capture without step names",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        unnamed(answered("", "ping", {})),
        changed,
        unnamed(answered("", "tools/list", {})),
        unnamed(unanswered("", "ping")),
        within("second", unnamed(answered("", "ping", {}))),
      ],
    },
    reads: { partly: [{ outcome: "silence" }], exchanges: ["main/4"], open: ["timed-out"] },
  },
  {
    shows: "a notification that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("roots-changed", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

const ping = (seq: number): Exchange => ({ ...answered("ping", "ping", { at: seq }), seq });

const givenUp = (step: string, limit: "toolMs" | "quietMs"): Exchange => ({
  ...unanswered(step, "tools/call", { name: "t" }),
  trouble: { kind: "timed-out", detail: "no response", limit },
});

readingTable("after_empty_roots", [
  {
    shows: "not a call that asked nothing the second time: somebody else had asked during the first",
    capture: {
      exchanges: [
        initialize({ roots: {} }),
        { ...givenUp("call-1", "toolMs"), meanwhile: [arrived(asked(1), 5)] },
        givenUp("call-1-longer", "quietMs"),
        ping(8),
      ],
    },
    reads: { partly: [{ outcome: "result", result: { at: 8 } }], exchanges: ["main/4"] },
  },
  {
    shows: "a call that was given up and may have asked, since nobody called it again",
    capture: {
      exchanges: [initialize({ roots: {} }), { ...givenUp("call-1", "toolMs"), meanwhile: [arrived(asked(1), 5)] }],
    },
    reads: { partly: [{ outcome: "silence" }], exchanges: ["main/2"] },
  },
  {
    shows: "the call during which the server asked, and the first ping after that",
    capture: { exchanges: [initialize({ roots: {} }), call(1), ping(4), ping(6), ping(8)] },
    reads: {
      partly: [
        { outcome: "result", result: { done: 1 } },
        { outcome: "result", result: { at: 6 } },
      ],
      at: ["", ""],
      exchanges: ["main/2", "main/4"],
    },
  },
  {
    shows: "not a ping that says that the session has ended",
    capture: {
      exchanges: [
        initialize({ roots: {} }),
        call(1),
        {
          ...unnamed({ step: "ping", request: message("ping", undefined, 2) }),
          seq: 6,
          http: {
            method: "POST",
            url: "http://localhost/mcp",
            request_headers: [["Mcp-Session-Id", "s"]],
            status: 404,
          },
        },
      ],
    },
    reads: { partly: [{ outcome: "result", result: { done: 1 } }], exchanges: ["main/2"] },
  },
  {
    shows: "asked outside any request",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [initialize({ roots: {} }), within("second", ping(9)), ping(7)],
      unsolicited: [{ conversation: "main", ...arrived(asked(1), 5) }],
    },
    reads: { partly: [{ result: { at: 7 } }] },
  },
  {
    shows: "asked without a known handshake, and no ping",
    capture: { exchanges: [call(1)], not_probed: [leftOut("roots-changed", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "stateless: the retries that answer the question",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        answered(
          "call",
          "tools/call",
          { inputRequests: { "r/1": { method: ROOTS }, s: { method: "sampling/createMessage" } } },
          {
            _meta: statelessMeta({ roots: {} }),
          },
        ),
        refused("call", "tools/call", -1, { inputResponses: { "r/1": { roots: [] } } }),
        refused("call", "tools/call", -2, { inputResponses: { s: {} } }),
        deliberate(refused("call", "tools/call", -3, { inputResponses: { "r/1": 7 } })),
      ],
    },
    reads: { partly: [{ error: { code: -1 } }], exchanges: ["main/2"] },
  },
]);
