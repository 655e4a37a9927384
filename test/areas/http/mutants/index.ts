import { REQUESTS_MUTANTS } from "./requests.ts";
import { STREAMS_MUTANTS } from "./streams.ts";

export const MUTANTS = { ...REQUESTS_MUTANTS, ...STREAMS_MUTANTS };
