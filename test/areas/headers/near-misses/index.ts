import { REFUSALS_NEAR_MISSES } from "./refusals.ts";
import { VALUES_NEAR_MISSES } from "./values.ts";

export const NEAR_MISSES = { ...REFUSALS_NEAR_MISSES, ...VALUES_NEAR_MISSES };
