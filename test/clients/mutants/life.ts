import { MODERN_META, onMethod, onParams, stray, without } from "../edits.ts";
import { BOTH, EVERYWHERE, MODERN, MODERN_STDIO, type MutantClient, STDIO } from "../mutant-client.ts";

const ON = { scenario: "server-requests", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "lists-before-initialize",
    fails: ["C-LIFE-001"],
    contexts: STDIO,
    vice: { before: { initialize: [stray("tools/list", 900)] } },
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
            ...stray("initialize", 900),
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
    vice: { after: { "notifications/initialized": [stray("notifications/initialized")] } },
  },
  {
    name: "initialized-last",
    fails: ["C-LIFE-005"],
    contexts: STDIO,
    vice: {
      ...onMethod("notifications/initialized", () => undefined),
      after: { "tools/list": [stray("notifications/initialized")] },
    },
  },
  { name: "sampling-is-true", fails: ["C-LIFE-012"], contexts: EVERYWHERE, vice: { capabilities: { sampling: true } } },
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
    vice: { before: { "server/discover": [{ ...stray("tools/list", 900), params: { _meta: MODERN_META } }] } },
  },
  {
    name: "initialized-out-of-habit",
    fails: ["C-LIFE-036"],
    contexts: MODERN,
    vice: { after: { "server/discover": [stray("notifications/initialized")] } },
  },
  {
    name: "still-pings",
    fails: ["C-LIFE-037"],
    contexts: MODERN,
    vice: { after: { "server/discover": [{ ...stray("ping", 900), params: { _meta: MODERN_META } }] } },
  },
  {
    ...ON,
    name: "asks-for-1.0",
    fails: ["C-LIFE-003"],
    vice: onParams("initialize", (params) => ({ ...params, protocolVersion: "1.0" })),
  },
  {
    name: "goes-on-after-an-error",
    fails: ["C-LIFE-006"],
    contexts: STDIO,
    scenario: "refused-handshake",
    vice: { after: { initialize: [stray("notifications/initialized")] } },
  },
  {
    name: "goes-on-in-1999",
    fails: ["C-LIFE-009"],
    contexts: STDIO,
    scenario: "unknown-version",
    vice: { after: { initialize: [stray("notifications/initialized")] } },
  },
  {
    name: "lists-during-the-handshake",
    fails: ["C-LIFE-007"],
    contexts: STDIO,
    scenario: "slow-handshake",
    vice: { meanwhile: { initialize: [{ jsonrpc: "2.0", id: 900, method: "tools/list" }] } },
  },
  {
    name: "prompts-of-a-server-with-tools",
    fails: ["C-LIFE-011"],
    contexts: [...STDIO, ...MODERN],
    scenario: "tools-only",
    vice: {
      ...onMethod("tools/list", (message) => ({ ...message, method: "prompts/list" })),
    },
  },
  {
    name: "gives-up-on-versions",
    fails: ["C-LIFE-017"],
    contexts: MODERN,
    scenario: "version-refused",
    vice: { givesUp: true },
  },
  {
    name: "tries-for-ever",
    fails: ["C-LIFE-018"],
    contexts: MODERN,
    scenario: "no-common-version",
    vice: { neverGivesUp: true },
  },
];
