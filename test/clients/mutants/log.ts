import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta } from "../edits.ts";
import { MODERN, type MutantClient } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "level-in-capitals",
    fails: ["C-LOG-002"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "WARN" }), "tools/call"),
  },
];
