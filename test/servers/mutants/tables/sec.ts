import type { Mutant } from "../mutant.ts";

export const SEC_MUTANTS: readonly Mutant[] = [];
