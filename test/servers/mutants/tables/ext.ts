import type { Mutant } from "../mutant.ts";

export const EXT_MUTANTS: readonly Mutant[] = [];
