import type { Mutant } from "../mutant.ts";
import { TOOL_CALL_MUTANTS } from "./tool-calls.ts";
import { TOOL_LIST_MUTANTS } from "./tool-lists.ts";

export const TOOL_MUTANTS: readonly Mutant[] = [...TOOL_LIST_MUTANTS, ...TOOL_CALL_MUTANTS];
