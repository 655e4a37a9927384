import { onMethod } from "../../clients/edits.ts";
import { BOTH, HTTP, MODERN_HTTP, MODERN_STDIO, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("cancels-without-a-reason", ["C-CANCEL-001", "C-CANCEL-003", "C-CANCEL-004"], BOTH, "cancelled-call").does(
    onMethod("notifications/cancelled", (message) => {
      const { reason: _, ...params } = message["params"] as Record<string, string>;
      return { ...message, params };
    }),
  ),
  nearMiss("closes-and-says-so", ["C-CANCEL-011"], HTTP, "cancelled-call").does({ cancelsBy: ["notice", "close"] }),
  nearMiss("closes-and-says-so-today", ["C-CANCEL-012"], MODERN_HTTP, "cancelled-call").does({
    cancelsBy: ["notice", "close"],
  }),
  nearMiss("cancels-on-stdio", ["C-CANCEL-013"], MODERN_STDIO, "cancelled-call").does({}),
  nearMiss("limits-of-their-own", ["C-CANCEL-008", "C-CANCEL-010"], BOTH, "call-limits").does({}),
  nearMiss("drops-what-is-cancelled", ["C-CANCEL-005"], BOTH, "cancelled-requests").does({}),
  nearMiss("keeps-calls-that-others-cancel", ["C-CANCEL-006"], BOTH, "odd-cancellations").does({ capabilities: {} }),
];
