import type { Mutant } from "../mutant.ts";

export const ROOTS_MUTANTS: readonly Mutant[] = [];
