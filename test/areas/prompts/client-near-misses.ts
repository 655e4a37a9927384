import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("pages-of-prompts", ["C-PROMPT-003"], EVERYWHERE, "three-pages").does(
    onParams("prompts/list", (params) => ({ ...params })),
  ),
  nearMiss("more-arguments-than-listed", ["C-PROMPT-001", "C-PROMPT-002"], EVERYWHERE).does(
    onParams("prompts/get", (params) => ({ ...params, arguments: { name: "", style: "plain" } })),
  ),
];
