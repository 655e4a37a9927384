import type { Outcome } from "./area.ts";

/** What fuzzing has found and was mended: the smallest input that showed it. */
export interface Find {
  readonly what: string;
  run(): Promise<Outcome>;
}

export const FINDS: readonly Find[] = [];
