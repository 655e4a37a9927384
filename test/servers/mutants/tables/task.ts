import type { Mutant } from "../mutant.ts";

export const TASK_MUTANTS: readonly Mutant[] = [];
