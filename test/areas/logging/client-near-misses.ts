import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, onParams } from "../../clients/edits.ts";
import { BOTH, MODERN, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("wants-logs", ["C-LOG-002"], MODERN).does(
    onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "notice" }), "tools/call"),
  ),
  nearMiss("emergencies-alone", ["C-LOG-001"], BOTH, "log-level").does(
    onParams("logging/setLevel", () => ({ level: "emergency" })),
  ),
];
