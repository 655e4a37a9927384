import { BOTH, type InnocentClient } from "../../clients/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const INNOCENTS: readonly InnocentClient[] = [
  {
    ...FEATURES,
    name: "no-roots-open",
    near: ["C-ROOTS-002"],
    vice: { answers: { "roots/list": () => ({ roots: [] }) } },
  },
  {
    ...FEATURES,
    name: "declares-nothing",
    near: ["C-ROOTS-005", "C-SAMPLE-005", "C-ELICIT-008"],
    vice: { capabilities: {} },
  },
  {
    ...FEATURES,
    name: "dots-in-names",
    near: ["C-ROOTS-003", "C-ROOTS-004"],
    vice: { answers: { "roots/list": () => ({ roots: [{ uri: "file:///home/ada/.config/a..b" }] }) } },
  },
];
