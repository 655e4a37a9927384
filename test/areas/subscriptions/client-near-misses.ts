import { MODERN_HTTP, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss(
    "listens-and-reads-again",
    ["C-SUBS-001", "C-SUBS-002", "C-SUBS-006", "C-SUBS-007", "C-SUBS-008", "C-TOOL-004", "C-PROMPT-004", "C-RES-007"],
    MODERN_HTTP,
    ["neutral-stateless", "subscriptions", "subscription-ends", "changing-lists"],
  ).does({}),
  nearMiss("closes-a-stream-and-says-so", ["C-SUBS-007"], MODERN_HTTP, "subscriptions").does({
    endsSubscriptions: "both",
  }),
  nearMiss("listens-anew", ["C-SUBS-009"], MODERN_HTTP, "subscription-breaks").does({ listensAgain: { times: 1 } }),
  nearMiss("asks-twice-for-a-subscription", ["C-SUBS-004"], MODERN_HTTP, [
    "neutral-stateless",
    "subscription-refused",
  ]).does({ listensAgain: { times: 2 } }),
];
