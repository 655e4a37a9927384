import type { Exchange } from "../../../src/model/capture.ts";
import { answered, overHttp, readingTable, refused } from "../reading-table.ts";
import { NOTHING } from "../small-captures.ts";

const post = (request: Exchange["request"], status: number): Exchange =>
  overHttp({ step: "any", ...(request === undefined ? {} : { request }) }, status);
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

readingTable("faults", [
  {
    shows: "a request that was answered with 500 and nothing else",
    capture: {
      transport: "streamable-http",
      exchanges: [overHttp(answered("ping", "ping", {}), 200), post(ping, 500)],
    },
    reads: { values: [{ asked: "ping", status: 500 }], at: [""], exchanges: ["main/2"], names: ["ping"] },
  },
  {
    shows: "500 with a JSON-RPC error, another status, and no fault at all",
    capture: {
      transport: "streamable-http",
      exchanges: [overHttp(refused("ping", "ping", -32603), 500), post(ping, 502), post(ping, 404)],
    },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "500 for a foreign Origin, which is a refusal",
    capture: {
      transport: "streamable-http",
      exchanges: [post(ping, 200), { ...post(ping, 500), step: "foreign-origin" }],
    },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "no whole request: a notification, bytes, another protocol",
    capture: {
      transport: "streamable-http",
      exchanges: [
        post({ jsonrpc: "2.0", method: "ping" }, 500),
        post(undefined, 500),
        post({ jsonrpc: "1.0", id: 1, method: "ping" }, 500),
        post({ jsonrpc: "2.0", id: 1 }, 500),
      ],
    },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "stdio, where there are no statuses",
    capture: { exchanges: [answered("ping", "ping", {})] },
    reads: { inapplicable: "precondition-absent" },
  },
  { ...NOTHING, capture: { transport: "http+sse", exchanges: [] } },
]);
