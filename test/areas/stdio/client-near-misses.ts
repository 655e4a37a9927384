import { MODERN_STDIO, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("spaces-after-colons", ["C-STDIO-001", "C-STDIO-002"], [...STDIO, ...MODERN_STDIO]).does({
    text: (text) => text.replaceAll('":', '": '),
  }),
  nearMiss("reads-by-lines", ["C-STDIO-003"], [...STDIO, ...MODERN_STDIO], "pieces").does({ capabilities: {} }),
  nearMiss("starts-again-a-few-times", ["C-STDIO-008", "C-STDIO-009"], MODERN_STDIO, [
    "process-ends",
    "process-ends-at-rest",
  ]).does({ restarts: 2 }),
];
