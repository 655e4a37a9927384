import { REQUESTS_NEAR_MISSES } from "./requests.ts";
import { STREAMS_NEAR_MISSES } from "./streams.ts";

export const NEAR_MISSES = { ...REQUESTS_NEAR_MISSES, ...STREAMS_NEAR_MISSES };
