import type { Mutant } from "../mutant.ts";

export const META_MUTANTS: readonly Mutant[] = [];
