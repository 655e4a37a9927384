import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { MODERN_META, stray } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, MODERN_STDIO, type MutantClient, mutant } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("experimental-list", ["C-EXT-003", "C-LIFE-012"], EVERYWHERE).does({ capabilities: { experimental: ["x"] } }),
  mutant("extension-without-prefix", ["C-EXT-001"], MODERN).does({ capabilities: { extensions: { tasks: {} } } }),
  mutant("extension-is-true", ["C-EXT-001", "C-LIFE-012"], MODERN).does({
    capabilities: { extensions: { "com.example/x": true } },
  }),
  mutant("tasks-that-nobody-offers", ["C-EXT-002"], MODERN_STDIO).does({
    after: {
      "tools/list": [
        {
          ...stray("tasks/get", 900),
          params: {
            taskId: "t",
            _meta: {
              ...MODERN_META,
              [META_KEY.clientCapabilities]: { extensions: { "io.modelcontextprotocol/tasks": {} } },
            },
          },
        },
      ],
    },
  }),
];
