import type { Fact } from "../fact.ts";
import { cacheHints, METHOD_HINTS, pageScopes } from "./cache-hints.ts";

export const CACHING_FACTS: readonly Fact[] = [...METHOD_HINTS, cacheHints, pageScopes];
