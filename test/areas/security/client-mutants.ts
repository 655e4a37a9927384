import { HTTP, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "session-id-for-tools",
    fails: ["C-HTTP-030", "C-SEC-008"],
    contexts: HTTP,
    vice: { leaksSession: true },
  },
];
