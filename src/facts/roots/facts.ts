import type { Fact } from "../fact.ts";

export const ROOTS_FACTS: readonly Fact[] = [];
