import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answered, leftOut, overHttp, readingTable, refused, unanswered } from "../reading-table.ts";
import { within } from "../small-captures.ts";
import { http, NO_EXCHANGE } from "./small-streams.ts";

const reply = (step: string, method: string, response: Json, status = 200): Exchange =>
  overHttp({ step, request: { jsonrpc: "2.0", id: 1, method }, response }, status);

readingTable("parallel_answers", [
  {
    shows: "each with its own id, another's, and none",
    capture: http(
      reply("concurrent-1", "ping", { id: 1, result: {} }),
      reply("interleaved-2", "ping", { id: 2, result: {} }),
      reply("concurrent-3", "ping", { id: null, error: {} }, 400),
      reply("concurrent-4", "ping", [{ id: 1, result: {} }]),
      { ...reply("concurrent-5", "ping", { id: "1", result: {} }), http: { method: "POST", request_headers: [] } },
      reply("twin-ids-integer", "ping", { id: 1, result: {} }),
    ),
    reads: {
      values: [
        { outcome: "result", id: "own", status: 200 },
        { outcome: "result", id: "other", status: 200 },
        { outcome: "error", id: "none", status: 400 },
        { outcome: "other", id: "none", status: 200 },
        { outcome: "result", id: "other" },
      ],
      at: ["", "", "", "", ""],
      names: Array.from({ length: 5 }, () => "ping"),
    },
  },
  {
    shows: "silence, of which the outcome can be judged, and a request to slow down",
    capture: http(unanswered("concurrent-1", "ping"), overHttp({ step: "concurrent-2" }, 429)),
    reads: {
      partly: [{ outcome: "silence" }, { outcome: "refused", status: 429 }],
      open: ["timed-out", "not-probed"],
      except: [["outcome"], []],
    },
  },
  {
    shows: "a question that the plan left out",
    capture: { ...http(), not_probed: [leftOut("interleaved-1", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  NO_EXCHANGE,
]);

const result = (step: string, method: string, found: Json): Exchange => reply(step, method, { id: 1, result: found });

readingTable("same_id_answers", [
  {
    shows: "answers that belong to what was asked",
    capture: http(
      result("introduce", "initialize", { serverInfo: {} }),
      result("same-ids-1-ping", "ping", {}),
      result("same-ids-1-list", "tools/list", { tools: [] }),
      reply("same-ids-2-unknown", "x/y", { id: 1, error: {} }),
      result("same-id-discover", "server/discover", { supportedVersions: [] }),
      result("same-id-list", "prompts/list", { prompts: [] }),
      result("same-ids-3-list", "resources/list", { resources: [] }),
    ),
    reads: {
      partly: Array.from({ length: 7 }, () => ({ id: "own", belongs: "own", status: 200 })),
      names: ["initialize", "ping", "tools/list", "x/y", "server/discover", "prompts/list", "resources/list"],
    },
  },
  {
    shows: "answers to something else, to an unknown method, and none",
    capture: http(
      result("same-ids-1-ping", "ping", { tools: [] }),
      result("same-ids-1-list", "tools/list", {}),
      result("same-ids-2-list", "tools/list", { prompts: [] }),
      result("same-ids-2-unknown", "x/y", {}),
      reply("same-ids-1-list", "tools/list", "text"),
    ),
    reads: {
      values: [
        ...Array.from({ length: 4 }, () => ({ outcome: "result", id: "own", belongs: "other", status: 200 })),
        { outcome: "other", id: "none", belongs: "nothing", status: 200 },
      ],
    },
  },
  {
    shows: "silence, of which nothing can be said, and other steps",
    capture: http(unanswered("same-ids-1-ping", "ping"), result("duplicate-id-first", "ping", {})),
    reads: { partly: [{ outcome: "silence", belongs: "nothing" }], open: ["timed-out"], except: [[]] },
  },
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
  {
    shows: "a server that lives, one that refuses, one that is stuck and one that is gone",
    capture: http(
      answered("abrupt-close-again", "initialize", {}),
      refused("abrupt-close-again", "initialize", -32603),
      unanswered("abrupt-close-again", "initialize"),
      { step: "abrupt-close-again", trouble: { kind: "refused", detail: "" } },
      overHttp({ step: "abrupt-close-again" }, 429),
      answered("initialize", "initialize", {}),
    ),
    reads: {
      values: ["result", "error", "silence", "unreachable", "refused"].map((outcome) => ({ outcome })),
      open: [null, null, null, null, "not-probed"],
    },
  },
  {
    shows: "over HTTP+SSE a handshake after another conversation was cut off",
    capture: {
      transport: "http+sse",
      conversations: [conversation("a", 10), conversation("b", 30), conversation("c")],
      exchanges: [hello("a", 20), hello("b", 11), hello("c", 9), within("c", { ...hello("c", 99), step: "ping" })],
    },
    revision: "2024-11-05",
    reads: { values: [{ outcome: "result" }], exchanges: ["main/2"] },
  },
  {
    shows: "over Streamable HTTP such a handshake shows nothing",
    capture: {
      transport: "streamable-http",
      conversations: [conversation("a", 10), conversation("b")],
      exchanges: [hello("b", 11)],
    },
    revision: "2024-11-05",
    reads: { unseen: "not-probed" },
  },
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
  {
    shows: "one that is served, one that gets an error, and other handshakes",
    capture: http(
      second,
      overHttp(refused("second-client", "initialize", -32600), 400),
      overHttp(refused("initialize", "initialize", -32600), 400),
    ),
    reads: {
      values: [
        { met: "served", status: 200 },
        { met: "refused", status: 400 },
      ],
      exchanges: ["main/1", "main/2"],
      parts: [{ status: "/http/status" }, {}],
    },
  },
  {
    shows: "one that is refused, and served when the first has left",
    capture: http(turnedAway(503), timed(second, 20)),
    reads: { values: [{ met: "refused", status: 503 }], exchanges: ["main/1"] },
  },
  {
    shows: "over HTTP+SSE the stream is refused",
    capture: {
      transport: "http+sse",
      conversations: [conversation("a"), conversation("b")],
      exchanges: [within("b", turnedAway(503, "open-stream", "GET")), within("a", latePing)],
    },
    revision: "2024-11-05",
    reads: { values: [{ met: "refused", status: 503 }], exchanges: ["main/1"] },
  },
  {
    shows: "walls and rate limits, which say nothing about the number of clients",
    capture: http(turnedAway(429), turnedAway(401), overHttp({ step: "second-client" }, 429), latePing),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a server that answered nothing afterwards",
    capture: http(timed(overHttp(answered("ping", "ping", {}), 200), 5), turnedAway(503)),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "other requests that were cut short while the server was there",
    capture: http(turnedAway(503, "ping"), turnedAway(503, "open-stream"), latePing),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "stdio, where a process has one client",
    capture: { transport: "stdio", exchanges: [answered("second-client", "initialize", {})] },
    reads: { inapplicable: "precondition-absent" },
  },
]);
