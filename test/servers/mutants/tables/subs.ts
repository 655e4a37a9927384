import type { Mutant } from "../mutant.ts";

export const SUBS_MUTANTS: readonly Mutant[] = [];
