import type { Mutant } from "../mutant.ts";

export const CACHE_MUTANTS: readonly Mutant[] = [];
