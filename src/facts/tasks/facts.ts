import type { Fact } from "../fact.ts";

export const TASKS_FACTS: readonly Fact[] = [];
