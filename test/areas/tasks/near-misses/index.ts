import { CHOICES_NEAR_MISSES } from "./choices.ts";
import { LIFE_NEAR_MISSES } from "./life.ts";

export const NEAR_MISSES = { ...CHOICES_NEAR_MISSES, ...LIFE_NEAR_MISSES };
