import { BOTH, MODERN, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("no-roots-open", ["C-ROOTS-002"], FEATURES).does({ answers: { "roots/list": () => ({ roots: [] }) } }),
  nearMiss("declares-nothing", ["C-ROOTS-005", "C-SAMPLE-005", "C-ELICIT-008"], FEATURES).does({ capabilities: {} }),
  nearMiss("dots-in-names", ["C-ROOTS-003", "C-ROOTS-004"], FEATURES).does({
    answers: { "roots/list": () => ({ roots: [{ uri: "file:///home/ada/.config/a..b" }] }) },
  }),
  nearMiss("roots-that-change", ["C-ROOTS-006", "C-ROOTS-007"], BOTH, "roots-changes").does({
    capabilities: { roots: { listChanged: true } },
  }),
  nearMiss("roots-change-in-silence", ["C-ROOTS-009"], MODERN, "roots-changes").does({}),
];
