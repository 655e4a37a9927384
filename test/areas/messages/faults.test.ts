import type { Exchange } from "../../../src/model/capture.ts";
import { given, givenHttp, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, overHttp, refused } from "../small-captures.ts";

const post = (request: Exchange["request"], status: number): Exchange =>
  overHttp({ step: "any", ...(request === undefined ? {} : { request }) }, status);
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

readingTable("faults", [
  givenHttp("a request that was answered with 500 and nothing else", [
    overHttp(answered("ping", "ping", {}), 200),
    post(ping, 500),
  ]).values([{ asked: "ping", status: 500 }], { at: [""], exchanges: ["main/2"], names: ["ping"] }),
  givenHttp("500 with a JSON-RPC error, another status, and no fault at all", [
    overHttp(refused("ping", "ping", -32603), 500),
    post(ping, 502),
    post(ping, 404),
  ]).values([], { lookedAt: [""] }),
  givenHttp("500 for a foreign Origin, which is a refusal", [
    post(ping, 200),
    { ...post(ping, 500), step: "foreign-origin" },
  ]).values([], { lookedAt: [""] }),
  givenHttp("no whole request: a notification, bytes, another protocol", [
    post({ jsonrpc: "2.0", method: "ping" }, 500),
    post(undefined, 500),
    post({ jsonrpc: "1.0", id: 1, method: "ping" }, 500),
    post({ jsonrpc: "2.0", id: 1 }, 500),
  ]).unseen("not-probed"),
  given("stdio, where there are no statuses", [answered("ping", "ping", {})]).inapplicable("precondition-absent"),
  { ...NOTHING, capture: { transport: "http+sse", exchanges: [] } },
]);
