import { BOTH_ERAS_MUTANTS } from "./both-eras.ts";
import { STATEFUL_MUTANTS } from "./stateful.ts";
import { STATELESS_MUTANTS } from "./stateless.ts";

export const MUTANTS = { ...BOTH_ERAS_MUTANTS, ...STATEFUL_MUTANTS, ...STATELESS_MUTANTS };
