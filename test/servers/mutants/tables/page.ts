import type { Mutant } from "../mutant.ts";

export const PAGE_MUTANTS: readonly Mutant[] = [];
