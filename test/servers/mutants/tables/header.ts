import type { Mutant } from "../mutant.ts";

export const HEADER_MUTANTS: readonly Mutant[] = [];
