import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, onParams } from "../../clients/edits.ts";
import { BOTH, type InnocentClient, MODERN } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "wants-logs",
    near: ["C-LOG-002"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "notice" }), "tools/call"),
  },

  {
    name: "emergencies-alone",
    near: ["C-LOG-001"],
    contexts: BOTH,
    scenario: "log-level",
    vice: onParams("logging/setLevel", () => ({ level: "emergency" })),
  },
];
