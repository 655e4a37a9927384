import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenHttp, givenStatelessHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  answered,
  deliberate,
  leftOut,
  overHttp,
  refused,
  statelessMeta,
  unanswered,
  within,
} from "../small-captures.ts";
import { NO_EXCHANGE, ON_STDIO } from "./small-streams.ts";

const issued = (id?: string, exchange: Exchange = answered("initialize", "initialize", {})): Exchange =>
  overHttp(exchange, 200, { response_headers: id === undefined ? [] : [["Mcp-Session-Id", id]] });

const WITHOUT: readonly ReadingCase[] = [
  givenHttp("a server without sessions", [issued(), issued()]).inapplicable("precondition-absent"),
  givenHttp("no handshake that began a session: a refusal, another request, a session that is already there", [
    issued("a", refused("initialize", "initialize", -1)),
    issued("b", answered("ping", "ping", {})),
    overHttp(answered("initialize", "initialize", {}), 200, {
      request_headers: [["mcp-session-id", "x"]],
      response_headers: [["mcp-session-id", "x"]],
    }),
    leftOut("initialize", "prerequisite-missing"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
];

readingTable("session_ids", [
  givenHttp("every id, once", [issued("a"), issued("b"), issued(), issued("a")]).values(["a", "b"], {
    at: ["/http/response_headers", "/http/response_headers"],
    lookedAt: Array.from({ length: 3 }, () => "/http/response_headers"),
  }),
  ...WITHOUT,
]);

readingTable("session_id_make", [
  givenHttp("ids that differ in all places, in one, and in none", [
    issued("abc"),
    issued("bcd"),
    issued("cdef"),
  ]).values([{ issued: 3, repeated: 0, varying: 4 }], { at: ["/http/response_headers"] }),
  givenHttp("a counter", [issued("session-01"), issued("session-02"), issued("session-03")]).values([
    { issued: 3, repeated: 0, varying: 1 },
  ]),
  givenHttp("an id that is given again", [issued("x"), issued("x"), issued("y"), issued("x")]).values([
    { issued: 4, repeated: 2, varying: 1 },
  ]),
  givenHttp("too few to compare", [issued("a"), issued("b")]).unseen("not-probed"),
  ...WITHOUT,
]);

readingTable("session_missing", answerCases(["session-missing"]));
readingTable("session_unknown", answerCases(["session-unknown"]));
readingTable("session_ended", answerCases(["session-ended-ping"]));
readingTable("session_delete", answerCases(["session-ended-delete"]));
readingTable("initialize_anew", answerCases(["own-origin-none", "session-renewed", "abrupt-close-again"]));

const modern = answered("tools/list", "tools/list", {}, { _meta: statelessMeta() });

readingTable("session_headers", [
  givenStatelessHttp("session ids in answers to stateless requests, once each", [
    issued("a", modern),
    issued("a", modern),
    issued("b", modern),
    issued(undefined, modern),
  ]).values(["a", "b"], { at: ["/http/response_headers", "/http/response_headers"] }),
  givenStatelessHttp("answers without one", [
    issued(undefined, modern),
    issued("a", answered("ping", "ping", {})),
    deliberate(issued("b", modern)),
  ]).values([], { lookedAt: ["/http/response_headers"] }),
  givenStatelessHttp("no answer to a stateless request", [
    issued("a"),
    { ...modern, http: { method: "POST", request_headers: [] } },
  ]).unseen("not-probed"),
  ON_STDIO,
  NO_EXCHANGE,
]);

const reply = (step: string, method: string, response: Json, status = 200): Exchange =>
  overHttp({ step, request: { jsonrpc: "2.0", id: 1, method }, response }, status);

readingTable("parallel_answers", [
  givenHttp("each with its own id, another's, and none", [
    reply("concurrent-1", "ping", { id: 1, result: {} }),
    reply("interleaved-2", "ping", { id: 2, result: {} }),
    reply("concurrent-3", "ping", { id: null, error: {} }, 400),
    reply("concurrent-4", "ping", [{ id: 1, result: {} }]),
    { ...reply("concurrent-5", "ping", { id: "1", result: {} }), http: { method: "POST", request_headers: [] } },
    reply("twin-ids-integer", "ping", { id: 1, result: {} }),
  ]).values(
    [
      { outcome: "result", id: "own", status: 200 },
      { outcome: "result", id: "other", status: 200 },
      { outcome: "error", id: "none", status: 400 },
      { outcome: "other", id: "none", status: 200 },
      { outcome: "result", id: "other" },
    ],
    { at: ["", "", "", "", ""], names: Array.from({ length: 5 }, () => "ping") },
  ),
  givenHttp("silence, of which the outcome can be judged, and a request to slow down", [
    unanswered("concurrent-1", "ping"),
    overHttp({ step: "concurrent-2" }, 429),
  ]).partly([{ outcome: "silence" }, { outcome: "refused", status: 429 }], {
    open: ["timed-out", "not-probed"],
    except: [["outcome"], []],
  }),
  givenHttp("a question that the plan left out", [leftOut("interleaved-1", "unsafe-to-probe")]).leftOut(),
  NO_EXCHANGE,
]);

const result = (step: string, method: string, found: Json): Exchange => reply(step, method, { id: 1, result: found });

readingTable("same_id_answers", [
  givenHttp("answers that belong to what was asked", [
    result("introduce", "initialize", { serverInfo: {} }),
    result("same-ids-1-ping", "ping", {}),
    result("same-ids-1-list", "tools/list", { tools: [] }),
    reply("same-ids-2-unknown", "x/y", { id: 1, error: {} }),
    result("same-id-discover", "server/discover", { supportedVersions: [] }),
    result("same-id-list", "prompts/list", { prompts: [] }),
    result("same-ids-3-list", "resources/list", { resources: [] }),
  ]).partly(
    Array.from({ length: 7 }, () => ({ id: "own", belongs: "own", status: 200 })),
    { names: ["initialize", "ping", "tools/list", "x/y", "server/discover", "prompts/list", "resources/list"] },
  ),
  givenHttp("answers to something else, to an unknown method, and none", [
    result("same-ids-1-ping", "ping", { tools: [] }),
    result("same-ids-1-list", "tools/list", {}),
    result("same-ids-2-list", "tools/list", { prompts: [] }),
    result("same-ids-2-unknown", "x/y", {}),
    reply("same-ids-1-list", "tools/list", "text"),
  ]).values([
    ...Array.from({ length: 4 }, () => ({ outcome: "result", id: "own", belongs: "other", status: 200 })),
    { outcome: "other", id: "none", belongs: "nothing", status: 200 },
  ]),
  givenHttp("silence, of which nothing can be said, and other steps", [
    unanswered("same-ids-1-ping", "ping"),
    result("duplicate-id-first", "ping", {}),
  ]).partly([{ outcome: "silence", belongs: "nothing" }], { open: ["timed-out"], except: [[]] }),
  NO_EXCHANGE,
]);

const conversation = (id: string, closed_ms?: number) => ({
  id,
  purpose: "",
  transport: "http+sse" as const,
  probes: "2024-11-05",
  opened_ms: 0,
  ...(closed_ms === undefined ? {} : { closed_ms }),
});
const hello = (id: string, start_ms: number): Exchange =>
  within(id, { ...answered("initialize", "initialize", { id }), timing: { start_ms, end_ms: start_ms + 1 } });

readingTable("reconnections", [
  givenHttp("a server that lives, one that refuses, one that is stuck and one that is gone", [
    answered("abrupt-close-again", "initialize", {}),
    refused("abrupt-close-again", "initialize", -32603),
    unanswered("abrupt-close-again", "initialize"),
    { step: "abrupt-close-again", trouble: { kind: "refused", detail: "" } },
    overHttp({ step: "abrupt-close-again" }, 429),
    answered("initialize", "initialize", {}),
  ]).values(
    ["result", "error", "silence", "unreachable", "refused"].map((outcome) => ({ outcome })),
    { open: [null, null, null, null, "not-probed"] },
  ),
  given("over HTTP+SSE a handshake after another conversation was cut off", {
    transport: "http+sse",
    conversations: [conversation("a", 10), conversation("b", 30), conversation("c")],
    revision: "2024-11-05",
    exchanges: [hello("a", 20), hello("b", 11), hello("c", 9), within("c", { ...hello("c", 99), step: "ping" })],
  }).values([{ outcome: "result" }], { exchanges: ["main/2"] }),
  givenHttp("over Streamable HTTP such a handshake shows nothing", {
    conversations: [conversation("a", 10), conversation("b")],
    revision: "2024-11-05",
    exchanges: [hello("b", 11)],
  }).unseen("not-probed"),
]);

/** The same exchange at this time, answered at once. */
const timed = (exchange: Exchange, start_ms: number): Exchange => ({
  ...exchange,
  timing: { start_ms, response_ms: start_ms + 1, end_ms: start_ms + 1 },
});
/** A refusal without a message, which is asked again later. */
const turnedAway = (status: number, step = "second-client", method = "POST"): Exchange => ({
  ...overHttp({ step }, status, { method }),
  interrupted: true,
  timing: { start_ms: 10, end_ms: 11 },
});
const second = overHttp(answered("second-client", "initialize", {}), 200);
const latePing = timed(overHttp(answered("ping", "ping", {}), 200), 20);

readingTable("further_clients", [
  givenHttp("one that is served, one that gets an error, and other handshakes", [
    second,
    overHttp(refused("second-client", "initialize", -32600), 400),
    overHttp(refused("initialize", "initialize", -32600), 400),
  ]).values(
    [
      { met: "served", status: 200 },
      { met: "refused", status: 400 },
    ],
    { exchanges: ["main/1", "main/2"], parts: [{ status: "/http/status" }, {}] },
  ),
  givenHttp("one that is refused, and served when the first has left", [turnedAway(503), timed(second, 20)]).values(
    [{ met: "refused", status: 503 }],
    { exchanges: ["main/1"] },
  ),
  given("over HTTP+SSE the stream is refused", {
    transport: "http+sse",
    conversations: [conversation("a"), conversation("b")],
    revision: "2024-11-05",
    exchanges: [within("b", turnedAway(503, "open-stream", "GET")), within("a", latePing)],
  }).values([{ met: "refused", status: 503 }], { exchanges: ["main/1"] }),
  givenHttp("walls and rate limits, which say nothing about the number of clients", [
    turnedAway(429),
    turnedAway(401),
    overHttp({ step: "second-client" }, 429),
    latePing,
  ]).unseen("not-probed"),
  givenHttp("a server that answered nothing afterwards", [
    timed(overHttp(answered("ping", "ping", {}), 200), 5),
    turnedAway(503),
  ]).unseen("not-probed"),
  givenHttp("other requests that were cut short while the server was there", [
    turnedAway(503, "ping"),
    turnedAway(503, "open-stream"),
    latePing,
  ]).unseen("not-probed"),
  given("stdio, where a process has one client", [answered("second-client", "initialize", {})]).inapplicable(
    "precondition-absent",
  ),
]);
