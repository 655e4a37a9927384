import { stray } from "../../clients/edits.ts";
import { BOTH, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

const PROGRESS = (progress: number) => ({
  ...stray("notifications/progress"),
  params: { progressToken: "sp1", progress },
});

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("progress-that-grows", ["C-PROG-005"], BOTH, "progress-wanted").does({
    before: { "": [PROGRESS(0), PROGRESS(0.5), PROGRESS(100)] },
  }),
];
