import { BOTH, type InnocentClient } from "../mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const INNOCENTS: readonly InnocentClient[] = [
  {
    ...FEATURES,
    name: "declines",
    near: ["C-ELICIT-002"],
    vice: { answers: { "elicitation/create": () => ({ action: "decline" }) } },
  },
];
