import type { Mutant } from "../mutant.ts";

export const LOG_MUTANTS: readonly Mutant[] = [];
