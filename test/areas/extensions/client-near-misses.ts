import { type InnocentClient, MODERN } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "own-extension",
    near: ["C-EXT-001"],
    contexts: MODERN,
    vice: { capabilities: { extensions: { "com.example/x.y-z": { a: 1 } } } },
  },

  {
    name: "extension-in-vain",
    near: ["C-EXT-002"],
    contexts: MODERN,
    vice: { capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
  },
];
