import { onMeta, onParams } from "../edits.ts";
import { BOTH, EVERYWHERE, type MutantClient } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "token-is-an-object",
    fails: ["C-PROG-001"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, progressToken: { callback: "f" } }), "tools/call"),
  },
  {
    name: "one-token-for-all",
    fails: ["C-PROG-002"],
    contexts: BOTH,
    scenario: "slow-call",
    vice: onParams("tools/call", (params) => ({ ...params, _meta: { progressToken: "t" } })),
  },
];
