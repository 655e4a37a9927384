import { EVERYWHERE, type InnocentClient } from "../mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "own-capability",
    near: ["C-LIFE-012", "C-EXT-003"],
    contexts: EVERYWHERE,
    vice: { capabilities: { experimental: { "com.example/x": {} }, somethingNew: {} } },
  },
];
