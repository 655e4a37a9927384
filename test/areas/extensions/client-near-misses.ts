import { MODERN, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("own-extension", ["C-EXT-001"], MODERN).does({
    capabilities: { extensions: { "com.example/x.y-z": { a: 1 } } },
  }),
  nearMiss("extension-in-vain", ["C-EXT-002"], MODERN).does({
    capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } },
  }),
];
