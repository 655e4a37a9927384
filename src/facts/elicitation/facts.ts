import type { Fact } from "../fact.ts";

export const ELICITATION_FACTS: readonly Fact[] = [];
