import type { Mutant } from "../mutant.ts";

export const PROG_MUTANTS: readonly Mutant[] = [];
