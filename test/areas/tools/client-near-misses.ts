import { type JsonObject, stringMember } from "../../../src/base/json.ts";
import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

const flagOf = (result: JsonObject): JsonObject => (result["isError"] === true ? { isError: true } : {});

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("calls-by-name", ["C-TOOL-003"], EVERYWHERE, "odd-tool-names").does(
    onParams("tools/call", (params) => ({ arguments: {}, ...params })),
  ),
  nearMiss("survives-what-comes-later", ["C-TOOL-007", "C-TOOL-011"], EVERYWHERE, "odd-results").does({
    capabilities: {},
  }),
  nearMiss("checks-by-schema", ["C-TOOL-008", "C-SCHEMA-001", "C-SCHEMA-002"], EVERYWHERE, [
    "output-schemas",
    "schema-dialects",
  ]).does({ capabilities: {} }),
  nearMiss("structures-of-every-type", ["C-TOOL-009"], MODERN, "typed-results").does({ capabilities: {} }),
  nearMiss("asks-again-three-times", ["C-TOOL-005", "C-RES-008"], EVERYWHERE, "unasked-notices").does({
    onNotice: (notification, core) => {
      const isMeant = stringMember(notification, "method") === "notifications/tools/list_changed";
      if (isMeant && core.lastId < 9) void core.request("tools/list", undefined);
    },
  }),
  nearMiss(
    "says-a-result-in-its-own-words",
    ["C-TOOL-006", "C-TOOL-010", "C-PROMPT-005"],
    EVERYWHERE,
    "rich-content",
  ).does({
    understands: (result) => ({ blocks: [result["content"] ?? result["messages"] ?? null], ...flagOf(result) }),
  }),
];
