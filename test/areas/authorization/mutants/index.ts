import { TOKENS_MUTANTS } from "./tokens.ts";
import { METADATA_MUTANTS } from "./metadata.ts";

export const MUTANTS = { ...TOKENS_MUTANTS, ...METADATA_MUTANTS };
