import type { Exchange, HttpRecord } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import type { TroubleKind } from "../../../src/model/trouble.ts";
import { givenHttp, givenStatelessHttp } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, deliberate, heard, hearing, leftOut, message, overHttp, refused } from "../small-captures.ts";
import { NO_EXCHANGE, ON_STDIO, STREAM, streamed } from "./small-streams.ts";

const ping = message("ping", undefined, 1);
const post = (status: number, more: Partial<HttpRecord> = {}, request: Json = ping): Exchange =>
  overHttp({ step: "ping", request }, status, { response_headers: [], ...more });
const TEXT = { body: { encoding: "utf8", data: "x" } } as const;
const troubled = (kind: TroubleKind): Exchange => ({ ...post(200), trouble: { kind, detail: "" } });

readingTable("request_posts", [
  givenHttp("what each answer carries, equal ones of a method once", [
    overHttp(answered("ping", "ping", {}), 200),
    overHttp(refused("ping", "ping", -1), 200),
    streamed(answered("ping", "ping", {})),
    overHttp({ step: "ping", request: ping, response: { hello: 1 } }, 200),
    post(200, TEXT),
    post(202),
    overHttp(answered("x", "tools/list", {}), 200),
  ]).values(
    [
      { status: 200, carries: "response", content_type: "application/json" },
      { status: 200, carries: "response", content_type: "text/event-stream" },
      { status: 200, carries: "something else", content_type: "application/json" },
      { status: 200, carries: "something else" },
      { status: 202, carries: "nothing" },
      { status: 200, carries: "response", content_type: "application/json" },
    ],
    { at: ["", "", "", "", "", ""], names: ["ping", "ping", "ping", "ping", "ping", "tools/list"] },
  ),
  givenHttp("what is no regular request or shows nothing", [
    ...[401, 407, 429].map((status) => post(status)),
    ...(["aborted", "limit-exceeded", "not-probed"] as const).map(troubled),
    deliberate(post(200)),
    post(202, {}, message("notifications/x")),
    post(200, {}, message("ping", undefined, null)),
    post(200, { method: "GET" }),
    { step: "ping", request: ping, http: { method: "POST", request_headers: [] } },
  ]).unseen("not-probed"),
  givenHttp("a request that broke off, and headers of sessions in the stateful era", [
    troubled("closed"),
    post(404, { request_headers: [["Mcp-Session-Id", "s"]] }),
  ]).values([
    { status: 200, carries: "nothing" },
    { status: 404, carries: "nothing" },
  ]),
  givenStatelessHttp("headers of the stateful era on a stateless request", [
    post(404, { request_headers: [["Mcp-Session-Id", "s"]] }),
    post(405, { request_headers: [["last-event-id", "1"]] }),
    post(406),
  ]).values([{ status: 406, carries: "nothing" }]),
  ON_STDIO,
  NO_EXCHANGE,
]);

const told = message("notifications/x");
const response: Json = { jsonrpc: "2.0", id: 1, result: {} };

readingTable("notification_posts", [
  givenHttp("what was posted, and what came back", [
    post(202, {}, told),
    post(202, {}, response),
    post(202, {}, [told, response]),
    overHttp({ step: "x", request: told, response: { id: null, error: { code: 1 } } }, 400),
    overHttp({ step: "x", request: told, response: { id: 1, result: {} } }, 200),
    hearing(post(200, {}, told), [heard({ method: "x" })]),
    post(202, { body_bytes: 2 }, told),
    overHttp({ step: "x", request: told, response: null }, 202, { body_bytes: 4 }),
    post(200, { stream: STREAM }, told),
    post(202, {}, told),
  ]).values(
    [
      { posted: "notification", status: 202, body: "empty" },
      { posted: "response", status: 202, body: "empty" },
      { posted: "batch", status: 202, body: "empty" },
      { posted: "notification", status: 400, body: "error" },
      { posted: "notification", status: 200, body: "message" },
      { posted: "notification", status: 202, body: "other" },
      { posted: "notification", status: 200, body: "other" },
    ],
    { exchanges: [1, 2, 3, 4, 5, 7, 9].map((index) => `main/${index}`) },
  ),
  givenHttp("what wants an answer, is refused for other reasons, or was not posted", [
    post(200, {}, ping),
    post(200, {}, [told, ping]),
    post(200, {}, []),
    post(200, {}, "text"),
    post(200, {}, { hello: 1 }),
    ...[401, 407, 429].map((status) => post(status, {}, told)),
    { ...post(403, {}, told), step: "foreign-origin-notification" },
    post(200, { method: "PUT" }, told),
    leftOut("unknown-notification", "unsafe-to-probe"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);

const json = (request: Json, answer: Json): Exchange => overHttp({ step: "x", request, response: answer }, 200);

readingTable("json_answers", [
  givenHttp("what stands in the body, and whose id it bears", [
    json(ping, { id: 1, result: {} }),
    json(ping, { id: 2, result: {} }),
    json(ping, { id: null, error: {} }),
    json(ping, { method: "x" }),
    json(ping, [response]),
    json([ping], [response]),
    json(ping, "text"),
    json(ping, { id: 1, result: { again: 1 } }),
    overHttp({ step: "x", request: ping, response_raw: { encoding: "utf8", data: "{" } }, 200),
  ]).values(
    [
      { posted: "request", body: "object", is: "response", id: "own" },
      { posted: "request", body: "object", is: "response", id: "other" },
      { posted: "request", body: "object", is: "response", id: "none" },
      { posted: "request", body: "object", is: "notification", id: "none" },
      { posted: "request", body: "array" },
      { posted: "batch", body: "array" },
      { posted: "request", body: "other value" },
      { posted: "request", body: "not-json" },
    ],
    { at: Array.from({ length: 8 }, () => "") },
  ),
  givenHttp("answers that are none in JSON, and requests that are no regular ones", [
    streamed(answered("x", "ping", {})),
    overHttp(answered("x", "ping", {}), 400),
    deliberate(json(ping, response)),
    json(told, response),
    post(200, { response_headers: [["content-type", "application/json"]] }),
    { ...json(ping, response), trouble: { kind: "limit-exceeded", detail: "" } },
  ]).unseen("not-probed"),
  ON_STDIO,
  NO_EXCHANGE,
]);
