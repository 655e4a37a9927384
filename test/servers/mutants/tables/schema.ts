import type { Mutant } from "../mutant.ts";

export const SCHEMA_MUTANTS: readonly Mutant[] = [];
