import { answering } from "../edits.ts";
import { BOTH, type MutantClient } from "../mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    ...FEATURES,
    name: "elicitation-undeclared",
    fails: ["C-ELICIT-001", "C-ELICIT-008"],
    vice: answering("elicitation/create", () => ({ action: "cancel" }), { roots: {}, sampling: {} }),
  },
  {
    ...FEATURES,
    name: "action-ok",
    fails: ["C-ELICIT-002"],
    vice: answering("elicitation/create", () => ({ action: "ok" })),
  },
];
