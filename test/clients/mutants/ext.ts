import { EVERYWHERE, MODERN, type MutantClient } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "experimental-list",
    fails: ["C-EXT-003", "C-LIFE-012"],
    contexts: EVERYWHERE,
    vice: { capabilities: { experimental: ["x"] } },
  },
  {
    name: "extension-without-prefix",
    fails: ["C-EXT-001"],
    contexts: MODERN,
    vice: { capabilities: { extensions: { tasks: {} } } },
  },
  {
    name: "extension-is-true",
    fails: ["C-EXT-001", "C-LIFE-012"],
    contexts: MODERN,
    vice: { capabilities: { extensions: { "com.example/x": true } } },
  },
];
