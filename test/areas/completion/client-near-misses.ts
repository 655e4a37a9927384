import { isJsonObject } from "../../../src/base/json.ts";
import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("completes-an-address", ["C-COMPL-002", "C-COMPL-003", "C-COMPL-005"], EVERYWHERE, [
    "neutral",
    "completions",
  ]).does(
    onParams("completion/complete", (params) => {
      const { ref } = params;
      const isResource = isJsonObject(ref) && ref["type"] === "ref/resource";
      return isResource ? { ...params, ref: { ...ref, uri: "test://notes/1" } } : params;
    }),
  ),
];
