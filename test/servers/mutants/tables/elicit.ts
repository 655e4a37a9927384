import type { Mutant } from "../mutant.ts";

export const ELICIT_MUTANTS: readonly Mutant[] = [];
