import type { Mutant } from "../mutant.ts";

export const MRTR_MUTANTS: readonly Mutant[] = [];
