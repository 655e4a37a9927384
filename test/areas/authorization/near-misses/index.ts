import { METADATA_NEAR_MISSES } from "./metadata.ts";
import { TOKENS_NEAR_MISSES } from "./tokens.ts";

export const NEAR_MISSES = { ...METADATA_NEAR_MISSES, ...TOKENS_NEAR_MISSES };
