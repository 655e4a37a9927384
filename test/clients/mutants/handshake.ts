import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, onMethod, onParams, without } from "./edits.ts";
import { BOTH, EVERYWHERE, MODERN, MODERN_HTTP, MODERN_STDIO, type MutantClient, STDIO } from "./mutant-client.ts";

const STRAY = (method: string, id?: number) => ({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method });

const META = {
  [META_KEY.protocolVersion]: "2026-07-28",
  [META_KEY.clientCapabilities]: {},
  [META_KEY.clientInfo]: { name: "small-client", version: "1.0.0" },
};

export const HANDSHAKE_MUTANTS: readonly MutantClient[] = [
  {
    name: "lists-before-initialize",
    fails: ["C-LIFE-001"],
    contexts: STDIO,
    vice: { before: { initialize: [STRAY("tools/list", 900)] } },
  },
  {
    name: "no-capabilities",
    fails: ["C-LIFE-002"],
    contexts: BOTH,
    vice: onParams("initialize", (params) => without(params, "capabilities")),
  },
  {
    name: "version-is-missing",
    fails: ["C-LIFE-002", "C-META-004"],
    contexts: BOTH,
    vice: onParams("initialize", (params) => ({ ...params, clientInfo: { name: "x" } })),
  },
  {
    name: "initialize-before-discover",
    fails: ["C-LIFE-026"],
    contexts: MODERN_STDIO,
    scenario: "neutral",
    vice: {
      before: {
        "server/discover": [
          {
            ...STRAY("initialize", 900),
            params: {
              protocolVersion: "2025-11-25",
              capabilities: {},
              clientInfo: { name: "small-client", version: "1.0.0" },
            },
          },
        ],
      },
    },
  },
  {
    name: "never-initialized",
    fails: ["C-LIFE-005"],
    contexts: BOTH,
    vice: onMethod("notifications/initialized", () => undefined),
  },
  {
    name: "initialized-twice",
    fails: ["C-LIFE-005"],
    contexts: BOTH,
    vice: { after: { "notifications/initialized": [STRAY("notifications/initialized")] } },
  },
  {
    name: "initialized-last",
    fails: ["C-LIFE-005"],
    contexts: STDIO,
    vice: {
      ...onMethod("notifications/initialized", () => undefined),
      after: { "tools/list": [STRAY("notifications/initialized")] },
    },
  },
  { name: "sampling-is-true", fails: ["C-LIFE-012"], contexts: EVERYWHERE, vice: { capabilities: { sampling: true } } },
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
    name: "apps-without-types",
    fails: ["C-UI-001"],
    contexts: EVERYWHERE,
    vice: { capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } } },
  },
  {
    name: "numbered-version",
    fails: ["C-META-004"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.clientInfo]: { name: "x", version: 1 } })),
  },
  {
    name: "discover-with-more",
    fails: ["C-LIFE-021"],
    contexts: MODERN,
    vice: onParams("server/discover", (params) => ({ ...params, verbose: true })),
  },
  {
    name: "lists-right-away",
    fails: ["C-LIFE-034"],
    contexts: MODERN_STDIO,
    vice: { before: { "server/discover": [{ ...STRAY("tools/list", 900), params: { _meta: META } }] } },
  },
  {
    name: "initialized-out-of-habit",
    fails: ["C-LIFE-036"],
    contexts: MODERN,
    vice: { after: { "server/discover": [STRAY("notifications/initialized")] } },
  },
  {
    name: "still-pings",
    fails: ["C-LIFE-037"],
    contexts: MODERN,
    vice: { after: { "server/discover": [{ ...STRAY("ping", 900), params: { _meta: META } }] } },
  },
  {
    name: "no-version-in-lists",
    fails: ["C-META-001"],
    contexts: MODERN_STDIO,
    vice: onMeta((meta) => without(meta, META_KEY.protocolVersion), "tools/list"),
  },
  {
    name: "capabilities-once",
    fails: ["C-META-002"],
    contexts: MODERN,
    vice: onMeta((meta) => without(meta, META_KEY.clientCapabilities), "tools/call"),
  },
  {
    name: "anonymous-lists",
    fails: ["C-META-003"],
    contexts: MODERN,
    vice: onMeta((meta) => without(meta, META_KEY.clientInfo), "prompts/list"),
  },
  {
    name: "level-in-capitals",
    fails: ["C-LOG-002"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "WARN" }), "tools/call"),
  },
  {
    name: "inputs-always",
    fails: ["C-MRTR-009"],
    contexts: MODERN,
    vice: onParams("tools/call", (params) => ({ ...params, inputResponses: {} })),
  },
  {
    name: "announces-roots",
    fails: ["C-ROOTS-007"],
    contexts: STDIO,
    vice: { capabilities: { roots: {} }, before: { "tools/list": [STRAY("notifications/roots/list_changed")] } },
  },
  {
    name: "filter-is-a-list",
    fails: ["C-SUBS-001"],
    contexts: MODERN_HTTP,
    scenario: "subscriptions",
    vice: onParams("subscriptions/listen", (params) => ({
      ...params,
      notifications: ["notifications/tools/list_changed"],
    })),
  },
  {
    name: "names-the-task-twice",
    fails: ["C-TASK-011"],
    contexts: STDIO,
    vice: {
      before: {
        "tools/list": [
          { ...STRAY("tasks/get", 900), params: { taskId: "t", _meta: { [META_KEY.relatedTask]: { taskId: "t" } } } },
        ],
      },
    },
  },
  {
    name: "forgets-the-extension",
    fails: ["C-TASK-024"],
    contexts: MODERN,
    vice: { after: { "tools/list": [{ ...STRAY("tasks/get", 900), params: { taskId: "t", _meta: META } }] } },
  },
];
