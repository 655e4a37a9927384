import type { Fact } from "../fact.ts";

export const SAMPLING_FACTS: readonly Fact[] = [];
