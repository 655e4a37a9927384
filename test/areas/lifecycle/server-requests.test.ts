import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, heard, leftOut, readingTable } from "../reading-table.ts";
import { conversations, message, NOTHING, statelessMeta, within } from "../small-captures.ts";

const roots = (id?: Json): JsonObject => message("roots/list", undefined, id);
const call = (...messages: JsonObject[]): Exchange => ({
  ...answered("call", "tools/call", {}),
  meanwhile: messages.map((one, index) => heard(one, { seq: index + 10 })),
});

readingTable("server_request_ids", [
  {
    shows: "each id, and how many requests have it",
    capture: { exchanges: [call(roots(1), roots("1"), roots(1), roots(), message("notifications/x", undefined, 1))] },
    reads: {
      values: [
        { id: 1, requests: 2 },
        { id: "1", requests: 1 },
      ],
      at: ["/meanwhile/0/message", "/meanwhile/1/message"],
      names: ["roots/list", "roots/list"],
      parts: [{ id: "/meanwhile/0/message/id", requests: "/meanwhile/0/message" }, {}],
    },
  },
  {
    shows: "an id said again under the same event id is one use; under another event it is two",
    capture: {
      exchanges: [
        {
          ...answered("call", "tools/call", {}),
          meanwhile: [
            heard(roots(1), { sse: { id: "e1" } }),
            heard(roots(1), { sse: { id: "e1" } }),
            heard(roots(2), { sse: { id: "e2" } }),
            heard(roots(2), { sse: { id: "e3" } }),
          ],
        },
      ],
    },
    reads: {
      values: [
        { id: 1, requests: 1 },
        { id: 2, requests: 2 },
      ],
    },
  },
  {
    shows: "the same id in two conversations",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [call(roots(1)), within("second", call(roots(1)))],
    },
    reads: {
      values: [
        { id: 1, requests: 1 },
        { id: 1, requests: 1 },
      ],
      exchanges: ["main/1", "main/2"],
    },
  },
  {
    shows: "a server that asks nothing",
    capture: { exchanges: [call()] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);

const log = message("notifications/message", { data: 1 });
const hello = (seq: number, capabilities?: Json): Exchange => ({
  ...answered("initialize", "initialize", {}, capabilities === undefined ? {} : { capabilities }),
  seq,
});
const early = (one: Json, seq: number, conversation = "main") => ({ conversation, ...heard(one, { seq }) });

readingTable("first_words", [
  {
    shows: "what was said before initialize, but for responses, log messages, ping, and what is no message",
    capture: {
      exchanges: [{ ...answered("before-initialize-list", "tools/list", {}), seq: 0, response_seq: 1 }, hello(4)],
      unsolicited: [
        early(log, 2),
        early(message("notifications/tools/list_changed"), 2),
        early({ ...message("ping"), id: 1 }, 2),
        early(roots(1), 3),
        early({ id: 9, result: {} }, 3),
        early("text", 3),
        early({ level: 30, msg: "started" }, 3),
        early(message("notifications/late"), 5),
      ],
    },
    reads: {
      values: [message("notifications/tools/list_changed"), roots(1)],
      at: ["/unsolicited/1/message", "/unsolicited/3/message"],
    },
  },
  {
    shows: "the first initialize of each conversation counts, whatever the order of the capture",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [hello(9), hello(2), within("second", hello(1))],
      unsolicited: [early(log, 5), early(log, 3, "second"), early(roots(1), 1)],
    },
    reads: { values: [roots(1)] },
  },
  {
    shows: "messages whose order nobody knows",
    capture: {
      exchanges: [answered("initialize", "initialize", {})],
      not_probed: [leftOut("silence", "unsafe-to-probe")],
    },
    reads: { unseen: "unsafe-to-probe" },
  },
  {
    shows: "Streamable HTTP, where a server cannot speak first",
    capture: { transport: "streamable-http", exchanges: [hello(1)] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "HTTP+SSE, where it can",
    capture: { transport: "http+sse", exchanges: [hello(1)], unsolicited: [early(roots(1), 0)] },
    reads: { values: [roots(1)], lookedAt: [""] },
  },
  NOTHING,
]);

const told = (seq: number): Exchange => ({
  step: "notifications/initialized",
  request: message("notifications/initialized"),
  seq,
});

readingTable("early_requests", [
  {
    shows: "requests before notifications/initialized; notifications do not count",
    capture: {
      exchanges: [hello(1), told(5), told(9)],
      unsolicited: [early(roots(1), 2), early(log, 3), early(roots(2), 6)],
    },
    reads: { values: [roots(1)], at: ["/unsolicited/0/message"], names: ["roots/list"] },
  },
  {
    shows: "another conversation that was told nothing",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [told(5), within("second", hello(1))],
      unsolicited: [early(roots(1), 2, "second")],
    },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "a notification that was left out",
    capture: { exchanges: [hello(1)], not_probed: [leftOut("withheld-initialized", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
  NOTHING,
]);

const sample = message("sampling/createMessage", { maxTokens: 1 }, 1);

const asking = (declared: JsonObject, method: string): Exchange =>
  answered("call", "tools/call", { inputRequests: { q: { method } } }, { _meta: statelessMeta(declared) });

readingTable("feature_uses", [
  {
    shows: "features that were declared at the handshake, and one that was not",
    capture: {
      exchanges: [
        hello(1, { sampling: {}, tasks: {} }),
        call(sample, roots(2), message("tasks/get", undefined, 3), message("ping", undefined, 4)),
      ],
    },
    reads: {
      values: [
        { method: "sampling/createMessage", feature: "sampling", declared: "declared", params: { maxTokens: 1 } },
        { method: "roots/list", feature: "roots", declared: "undeclared" },
        { method: "tasks/get", feature: "tasks", declared: "declared" },
      ],
      at: [0, 1, 2].map((index) => `/meanwhile/${index}/message`),
      names: ["sampling/createMessage", "roots/list", "tasks/get"],
    },
  },
  {
    shows: "a conversation whose handshake is not in the capture",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [hello(1, { sampling: {} }), within("second", call(sample))],
    },
    reads: { values: [] },
  },
  {
    shows: "input requests of a stateless server, beside what each request declared",
    capture: {
      exchanges: [
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
      ],
    },
    revision: "2026-07-28",
    reads: {
      values: [
        { method: "elicitation/create", feature: "elicitation", declared: "declared", params: {} },
        { method: "sampling/createMessage", feature: "sampling", declared: "undeclared" },
      ],
      at: ["/response/result/inputRequests/a~1b~0", "/response/result/inputRequests/c"],
    },
  },
  {
    shows: "what only an earlier request declared, and what is asked for although none did",
    capture: {
      exchanges: [
        asking({}, "roots/list"),
        asking({ elicitation: {}, roots: {} }, "elicitation/create"),
        asking({}, "elicitation/create"),
      ],
    },
    revision: "2026-07-28",
    reads: {
      values: [
        { method: "roots/list", feature: "roots", declared: "undeclared" },
        { method: "elicitation/create", feature: "elicitation", declared: "declared" },
        { method: "elicitation/create", feature: "elicitation", declared: "undeclared", remembered: "yes" },
      ],
    },
  },
  {
    shows: "a request of a stateless server's own, which belongs to the request at hand",
    capture: {
      exchanges: [
        { ...call(roots(1)), request: message("tools/call", { _meta: statelessMeta({ roots: {} }) }, 1) },
        call(sample),
      ],
    },
    revision: "2026-07-28",
    reads: {
      partly: [
        { feature: "roots", declared: "declared" },
        { feature: "sampling", declared: "undeclared" },
      ],
    },
  },
  NOTHING,
]);
