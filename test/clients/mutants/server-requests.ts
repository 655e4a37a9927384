import { member } from "../../../src/model/json.ts";
import type { Vice } from "../small-client/vice.ts";
import { onMethod, onParams } from "./edits.ts";
import { BOTH, MODERN, type MutantClient, STDIO } from "./mutant-client.ts";

type Answering = NonNullable<Vice["answers"]>[string];

const answering = (method: string, answer: Answering, capabilities?: Vice["capabilities"]): Vice => ({
  answers: { [method]: answer },
  ...(capabilities ? { capabilities } : {}),
});

const ON = { scenario: "server-requests", contexts: BOTH } as const;
const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

export const SERVER_REQUEST_MUTANTS: readonly MutantClient[] = [
  {
    ...ON,
    name: "id-becomes-text",
    fails: ["C-PING-001", "C-PROTO-006"],
    vice: answering("ping", (request) => ({ id: String(request["id"]), result: {} })),
  },
  { ...ON, name: "never-pongs", fails: ["C-PING-001", "C-PROTO-006"], vice: answering("ping", () => undefined) },
  { ...ON, name: "pong", fails: ["C-PING-001"], vice: answering("ping", () => ({ status: "pong" })) },
  {
    ...ON,
    name: "result-and-error",
    fails: ["C-PROTO-007", "C-PROTO-008"],
    vice: answering("ping", ({ id = null }) => ({ id, result: {}, error: null })),
  },
  {
    ...ON,
    name: "code-is-text",
    fails: ["C-PROTO-008", "C-PROTO-009"],
    vice: answering("x/unknown", () => ({ error: { code: "-32601", message: "Method not found" } })),
  },
  {
    ...ON,
    name: "own-code-for-unknown",
    fails: ["C-PROTO-009"],
    vice: answering("x/unknown", () => ({ error: { code: -32000, message: "Method not found" } })),
  },
  {
    ...ON,
    name: "answers-nothing-asked",
    fails: ["C-PROTO-010"],
    vice: { after: { "tools/list": [{ jsonrpc: "2.0", id: "nobody", result: {} }] } },
  },
  {
    name: "answers-in-the-stateless-era",
    fails: ["C-PROTO-001", "C-PROTO-010", "C-PROTO-022"],
    contexts: [{ transport: "stdio", version: "2026-07-28" }],
    scenario: "stateless-server-requests",
    vice: answering("ping", () => ({})),
  },
  { ...ON, name: "pongs-when-idle", fails: ["C-PING-002"], vice: { answersWhenIdle: ["ping"] } },
  {
    name: "tasks-undeclared",
    fails: ["C-TASK-015"],
    contexts: BOTH,
    scenario: "client-tasks",
    vice: answering("sampling/createMessage", () => ({ task: { taskId: "t", status: "working" } })),
  },
  {
    ...FEATURES,
    name: "roots-undeclared",
    fails: ["C-ROOTS-001", "C-ROOTS-005"],
    vice: answering("roots/list", () => ({ roots: [] }), { sampling: {}, elicitation: {} }),
  },
  {
    ...FEATURES,
    name: "sampling-undeclared",
    fails: ["C-SAMPLE-001", "C-SAMPLE-005"],
    vice: answering(
      "sampling/createMessage",
      () => ({ role: "assistant", content: { type: "text", text: "x" }, model: "m" }),
      { roots: {}, elicitation: {} },
    ),
  },
  {
    ...FEATURES,
    name: "elicitation-undeclared",
    fails: ["C-ELICIT-001", "C-ELICIT-008"],
    vice: answering("elicitation/create", () => ({ action: "cancel" }), { roots: {}, sampling: {} }),
  },
  {
    ...FEATURES,
    name: "bare-roots",
    fails: ["C-ROOTS-002"],
    vice: answering("roots/list", () => ({ roots: ["file:///home/ada"] })),
  },
  {
    ...FEATURES,
    name: "windows-path",
    fails: ["C-ROOTS-003"],
    vice: answering("roots/list", () => ({ roots: [{ uri: "C:\\projects" }] })),
  },
  {
    ...FEATURES,
    name: "path-that-climbs",
    fails: ["C-ROOTS-004"],
    vice: answering("roots/list", () => ({ roots: [{ uri: "file:///home/ada/../root" }] })),
  },
  {
    ...FEATURES,
    name: "bare-text-of-a-model",
    fails: ["C-SAMPLE-002", "C-SAMPLE-003"],
    vice: answering("sampling/createMessage", () => ({ role: "assistant", content: "Tea.", model: "m" })),
  },
  {
    ...FEATURES,
    name: "unknown-content",
    fails: ["C-SAMPLE-003"],
    vice: answering("sampling/createMessage", () => ({ role: "assistant", content: { type: "video" }, model: "m" })),
  },
  {
    ...FEATURES,
    name: "action-ok",
    fails: ["C-ELICIT-002"],
    vice: answering("elicitation/create", () => ({ action: "ok" })),
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
    vice: { after: { initialize: [INITIALIZED] } },
  },
  {
    name: "goes-on-in-1999",
    fails: ["C-LIFE-009"],
    contexts: STDIO,
    scenario: "unknown-version",
    vice: { after: { initialize: [INITIALIZED] } },
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
    name: "cursor-becomes-a-number",
    fails: ["C-PAGE-001"],
    contexts: [...STDIO, ...MODERN],
    scenario: "pages",
    vice: onParams("tools/list", (params) =>
      member(params, "cursor") === undefined ? params : { ...params, cursor: "2" },
    ),
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
