import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { MODERN_META, stray } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, MODERN_STDIO, type MutantClient } from "../../clients/mutant-client.ts";

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

  {
    name: "tasks-that-nobody-offers",
    fails: ["C-EXT-002"],
    contexts: MODERN_STDIO,
    vice: {
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
    },
  },
];
