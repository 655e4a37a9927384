import { type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import { onParams } from "../edits.ts";
import { EVERYWHERE, type InnocentClient, MODERN, MODERN_HTTP, STDIO } from "../mutant-client.ts";

const keyOf = (method: string, params: JsonObject): string => `${method} ${JSON.stringify(params)}`;

/** Keeps what may be kept, as long as it may. */
const CAREFUL = {
  keyOf,
  keeps: (method: string, params: JsonObject, result: JsonObject) => {
    const ttl = Number(member(result, "ttlMs") ?? 0);
    return ttl > 0 && params["uri"] !== "test://asks" ? { key: keyOf(method, params), forMs: ttl } : undefined;
  },
};

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "asks-again-three-times",
    near: ["C-TOOL-005", "C-RES-008"],
    contexts: EVERYWHERE,
    scenario: "unasked-notices",
    vice: {
      onNotice: (notification, core) => {
        const isMeant = stringMember(notification, "method") === "notifications/tools/list_changed";
        if (isMeant && core.lastId < 9) void core.request("tools/list", undefined);
      },
    },
  },
  {
    name: "caches-with-care",
    near: ["C-CACHE-001", "C-CACHE-002", "C-CACHE-010"],
    contexts: MODERN,
    scenario: "caching",
    vice: CAREFUL,
  },
  {
    name: "caches-for-a-short-time",
    near: ["C-CACHE-005", "C-CACHE-006", "C-CACHE-007", "C-CACHE-008"],
    contexts: MODERN_HTTP,
    scenario: "short-lived-lists",
    vice: CAREFUL,
  },
  {
    name: "more-arguments-than-listed",
    near: ["C-PROMPT-001", "C-PROMPT-002"],
    contexts: EVERYWHERE,
    vice: onParams("prompts/get", (params) => ({ ...params, arguments: { name: "", style: "plain" } })),
  },
  {
    name: "adds-to-a-schema",
    near: ["C-SCHEMA-006"],
    contexts: EVERYWHERE,
    scenario: "schema-keywords",
    vice: { keepsSchema: (schema) => ({ ...schema, title: "added" }) },
  },
  {
    name: "says-a-result-in-its-own-words",
    near: ["C-TOOL-006", "C-TOOL-010", "C-PROMPT-005"],
    contexts: EVERYWHERE,
    scenario: "rich-content",
    vice: {
      understands: (result) => ({ blocks: [result["content"] ?? result["messages"] ?? null], ...flagOf(result) }),
    },
  },
  {
    name: "subscribes-twice",
    near: ["C-RES-005", "C-RES-006"],
    contexts: STDIO,
    scenario: "watched-resource",
    vice: {
      after: {
        "resources/subscribe": [
          { jsonrpc: "2.0", id: "again", method: "resources/subscribe", params: { uri: "test://note" } },
        ],
      },
    },
  },
  {
    name: "closes-a-stream-and-says-so",
    near: ["C-SUBS-007"],
    contexts: MODERN_HTTP,
    scenario: "subscriptions",
    vice: { endsSubscriptions: "both" },
  },
  {
    name: "listens-anew",
    near: ["C-SUBS-009"],
    contexts: MODERN_HTTP,
    scenario: "subscription-breaks",
    vice: { listensAgain: { times: 1 } },
  },
  {
    name: "asks-twice-for-a-subscription",
    near: ["C-SUBS-004"],
    contexts: MODERN_HTTP,
    scenario: ["neutral-stateless", "subscription-refused"],
    vice: { listensAgain: { times: 2 } },
  },
];

const flagOf = (result: JsonObject): JsonObject => (result["isError"] === true ? { isError: true } : {});
