import { type JsonObject, member } from "../../../src/base/json.ts";
import { MODERN, MODERN_HTTP, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

const keyOf = (method: string, params: JsonObject): string => `${method} ${JSON.stringify(params)}`;

/** Keeps what may be kept, as long as it may. */
const CAREFUL = {
  keyOf,
  keeps: (method: string, params: JsonObject, result: JsonObject) => {
    const ttl = Number(member(result, "ttlMs") ?? 0);
    return ttl > 0 && params["uri"] !== "test://asks" ? { key: keyOf(method, params), forMs: ttl } : undefined;
  },
};

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("negative-is-nothing", ["C-CACHE-006"], MODERN_HTTP, "short-lived-lists").does({}),
  nearMiss("caches-with-care", ["C-CACHE-001", "C-CACHE-002", "C-CACHE-010"], MODERN, "caching").does(CAREFUL),
  nearMiss(
    "caches-for-a-short-time",
    ["C-CACHE-005", "C-CACHE-006", "C-CACHE-007", "C-CACHE-008"],
    MODERN_HTTP,
    "short-lived-lists",
  ).does(CAREFUL),
];
