import type { Mutant } from "../mutant.ts";

export const CANCEL_MUTANTS: readonly Mutant[] = [];
