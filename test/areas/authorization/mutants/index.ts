import { METADATA_MUTANTS } from "./metadata.ts";
import { TOKENS_MUTANTS } from "./tokens.ts";

export const MUTANTS = { ...TOKENS_MUTANTS, ...METADATA_MUTANTS };
