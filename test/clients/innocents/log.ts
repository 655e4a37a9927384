import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta } from "../edits.ts";
import { type InnocentClient, MODERN } from "../mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "wants-logs",
    near: ["C-LOG-002"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "notice" }), "tools/call"),
  },
];
