import { HTTP, type MutantClient, mutant } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("session-id-for-tools", ["C-HTTP-030", "C-SEC-008"], HTTP).does({ leaksSession: true }),
];
