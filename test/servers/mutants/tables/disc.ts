import type { Mutant } from "../mutant.ts";

export const DISC_MUTANTS: readonly Mutant[] = [];
