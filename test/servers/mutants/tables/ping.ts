import type { Mutant } from "../mutant.ts";

export const PING_MUTANTS: readonly Mutant[] = [];
