import type { Mutant } from "../mutant.ts";

export const SAMPLE_MUTANTS: readonly Mutant[] = [];
