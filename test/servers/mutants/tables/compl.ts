import type { Mutant } from "../mutant.ts";

export const COMPL_MUTANTS: readonly Mutant[] = [];
