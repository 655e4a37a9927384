import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "null-arguments",
    fails: ["C-TOOL-001", "C-TOOL-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/call", (params) => ({ ...params, arguments: null })),
  },
  {
    name: "numbers-as-texts",
    fails: ["C-TOOL-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/call", (params) => ({ ...params, arguments: { a: "2", b: "3" } })),
  },
];
