import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editCapabilities, objectOf } from "../edits.ts";
import { ANY, eachAlways, meets, never } from "../stricter.ts";
import { type NearMissTable, nearMiss } from "../variant.ts";

const shelving = (capabilities: JsonObject): JsonObject => ({
  ...capabilities,
  extensions: { ...objectOf(capabilities.extensions), "com.example.shelves/lists": {} },
});

const SHELF_MARK = "com.example.shelves/place";

export const NEAR_MISSES: NearMissTable = {
  "odd-extensions": nearMiss(STATELESS, STATEFUL, {
    choice:
      "Advertises extensions of every permitted spelling with settings of their own, and experimental features with nested ones.",
    permittedBy:
      "2026-07-28 basic/index#meta: a prefix is one or more labels, com.example.mcp/ is not reserved, and a name may be empty or have dots and underscores.",
    hooks: editCapabilities((capabilities) => ({
      ...capabilities,
      experimental: { shelves: { on: true, rows: [1, 2] }, "two words": {} },
      extensions: {
        ...objectOf(capabilities.extensions),
        "acme/bars": { colours: ["red"], deep: { on: true } },
        "com.example.mcp/Tools_v2.beta-1": {},
        "x-9.z/": {},
        "io.modelcontextprotocol/of-next-year": { since: 2027 },
      },
    })),
    "EXT-001": meets("an experimental feature has no settings", "capabilities", {
      properties: { experimental: { additionalProperties: { maxProperties: 0 } } },
    }),
    "EXT-002": meets("a prefix has two labels and a name follows", "capabilities", {
      properties: { extensions: { propertyNames: { pattern: "^[^/.]+\\.[^/]+/." } } },
    }),
    "EXT-003": meets("an extension has no settings", "capabilities", {
      properties: { extensions: { additionalProperties: { maxProperties: 0 } } },
    }),
    "EXT-004": meets("no label of a prefix is mcp, and what is official is known", "capabilities", {
      properties: {
        extensions: { propertyNames: { not: { pattern: "\\.mcp/|^io\\.modelcontextprotocol/(?:[^t]|t[^a])" } } },
      },
    }),
  }),
  "extension-in-core-results": nearMiss(STATELESS, {
    choice: "Adds to the core results of every client what one of its extensions knows, and a kind beside resultType.",
    permittedBy:
      "2026-07-28 basic/versioning#extension-negotiation: without the extension a server falls back to core behaviour; unknown keys of _meta and unknown members are part of it.",
    result: (result, { request }) => {
      if (isObject(result.capabilities)) return { ...result, capabilities: shelving(result.capabilities) };
      if (request?.method !== "tools/call" || result.resultType === "task") return undefined;
      return { ...result, resultKind: "shelf", _meta: { ...objectOf(result._meta), [SHELF_MARK]: "A7" } };
    },
    "EXT-005": eachAlways.isAbsent(
      "a client that declares no extension sees nothing of one",
      'results._meta["com.example.shelves/place"]',
    ),
    "EXT-007": never("a result has no kind that no extension explains", {
      request: { method: "tools/call" },
      response: { result: { resultKind: ANY } },
    }),
  }),
};
