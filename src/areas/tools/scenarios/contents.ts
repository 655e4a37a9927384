import type { Json, JsonObject } from "../../../base/json.ts";
import { CHANGE_WAIT_MS } from "../../../capture/scenario-names.ts";
import { REPORT_TOOL } from "../../../probe/scenario/plain-offer.ts";
import type { OfferedTool, Operation, Reaction, Scenario } from "../../../probe/scenario/scenario.ts";

const tool = (name: string, result: JsonObject): OfferedTool => ({
  tool: { name, description: "Returns something.", inputSchema: { type: "object" } },
  result,
});

const text = (marker: string): JsonObject => ({ type: "text", text: marker });

/** One black pixel, and a moment of silence. */
const IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/** Content of every type; each block has a text of ours somewhere that a client has if it has the block. */
const EVERY_TYPE: Json[] = [
  { ...text("mcptest-text"), annotations: { audience: ["user"], priority: 0.5 }, _meta: { "com.example/a": 1 } },
  { type: "image", data: IMAGE, mimeType: "image/png", _meta: { "com.example/mark": "mcptest-image" } },
  { type: "audio", data: SOUND, mimeType: "audio/wav", _meta: { "com.example/mark": "mcptest-audio" } },
  { type: "resource_link", uri: "test://mcptest-link", name: "link" },
  { type: "resource", resource: { uri: "test://mcptest-embedded", mimeType: "text/plain", text: "A text." } },
  { type: "resource", resource: { uri: "test://mcptest-blob", mimeType: "image/png", blob: IMAGE } },
];

const calls = (name: string, step: string): readonly Operation[] => [
  { op: "call", name },
  { op: "report", step },
];

const HINTS = { ttlMs: 0, cacheScope: "private" } as const;

const contents = (uri: string, all: Json[]): Reaction => ({
  on: { method: "resources/read", name: uri },
  actions: [{ do: "result", result: { contents: all, ...HINTS } }],
});

const reads = (uri: string, step: string): readonly Operation[] => [
  { op: "read", uri },
  { op: "report", step },
];

const PROMPT_REF = { type: "ref/prompt", name: "code_review" } as const;

const completed = (time: number, completion: JsonObject): Reaction => ({
  on: { method: "completion/complete", time },
  actions: [{ do: "result", result: { completion } }],
});

/** What results, resources, prompts and completions hold. */
export const CONTENTS: readonly Scenario[] = [
  {
    name: "rich-content",
    face: "dual",
    revisions: ["2025-06-18", "2025-11-25", "2026-07-28"],
    offers: {
      tools: [
        tool("all_content", { content: EVERY_TYPE }),
        tool("fails", { content: [text("mcptest-why")], isError: true }),
        REPORT_TOOL,
      ],
      prompts: [{ name: "rich", description: "A prompt." }],
    },
    reactions: [
      {
        on: { method: "prompts/get" },
        actions: [
          {
            do: "result",
            result: {
              messages: EVERY_TYPE.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
            },
          },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      ...calls("all_content", "all-content"),
      ...calls("fails", "tool-error"),
      { op: "get", name: "rich" },
      { op: "report", step: "prompt" },
      { op: "close" },
    ],
  },
  {
    // No revision has such content.
    name: "odd-results",
    face: "dual",
    deliberate: true,
    offers: {
      tools: [
        tool("future_content", { content: [text("mcptest-text"), { type: "x-hologram", data: "mcptest-hologram" }] }),
        tool("refused", {}),
        REPORT_TOOL,
      ],
    },
    reactions: [
      {
        on: { method: "tools/call", name: "refused" },
        actions: [{ do: "error", error: { code: -32602, message: "Unknown tool: refused" } }],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      ...calls("future_content", "future-content"),
      ...calls("refused", "refused"),
      { op: "list", what: "tools" },
      { op: "close" },
    ],
  },
  {
    name: "odd-resources",
    face: "dual",
    offers: {
      resources: [
        "file:///a%20b/ü.txt",
        "test://Host/?q=1&r=2#frag",
        "custom:opaque",
        "ui://x/y",
        "test://a/../b",
        "test://text",
        "test://blob",
        "test://three",
      ].map((uri) => ({ uri, name: uri })),
      templates: [
        { uriTemplate: "test://files/{path}", name: "files" },
        { uriTemplate: "test://items/{id}{?q}", name: "items" },
      ],
    },
    reactions: [
      contents("test://text", [{ uri: "test://text", text: "mcptest-text" }]),
      contents("test://blob", [{ uri: "test://mcptest-blob", blob: IMAGE }]),
      contents("test://three", [
        { uri: "test://mcptest-first", text: "mcptest-first" },
        { uri: "test://mcptest-second", blob: IMAGE },
        { uri: "test://mcptest-third", text: "mcptest-third" },
      ]),
      {
        on: { method: "resources/read" },
        actions: [{ do: "result", result: { contents: [{ uri: "test://any", text: "A text." }], ...HINTS } }],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "use-all", what: "resources" },
      ...reads("test://text", "text"),
      ...reads("test://blob", "blob"),
      ...reads("test://three", "three"),
      { op: "read-template", template: "test://files/{path}", values: { path: "a b/ü" } },
      { op: "read-template", template: "test://items/{id}{?q}", values: { id: "7" } },
      { op: "close" },
    ],
  },
  {
    name: "watched-resource",
    face: "dual",
    reactions: [
      {
        on: { method: "resources/read" },
        actions: [
          {
            do: "result",
            result: {
              contents: [{ uri: "test://note", mimeType: "text/plain", text: "$serial" }],
              ttlMs: 600_000,
              cacheScope: "private",
            },
          },
        ],
      },
      {
        on: { method: "tools/call", name: "add" },
        actions: [
          {
            do: "notify",
            method: "notifications/resources/updated",
            params: { uri: "test://note" },
            where: "listening",
          },
          { do: "wait", ms: CHANGE_WAIT_MS },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "subscribe", uri: "test://note" },
      ...reads("test://note", "before-update"),
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      // The notice may come on another connection than the answer, and a busy client may read it later.
      { op: "call", name: "echo", arguments: { text: "a" } },
      ...reads("test://note", "after-update"),
      { op: "unsubscribe", uri: "test://note" },
      { op: "close" },
    ],
  },
  {
    name: "completions",
    face: "dual",
    offers: {
      prompts: [
        {
          name: "code_review",
          arguments: [{ name: "language", required: true }, { name: "framework" }],
        },
      ],
    },
    reactions: [
      completed(1, { values: [] }),
      completed(2, { values: ["flask"], hasMore: true }),
      completed(3, { values: ["1", "2"] }),
      {
        on: { method: "completion/complete", time: 4 },
        actions: [{ do: "error", error: { code: -32603, message: "Internal error" } }],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "prompts" },
      { op: "complete", ref: PROMPT_REF, argument: { name: "language", value: "py" } },
      {
        op: "complete",
        ref: PROMPT_REF,
        argument: { name: "framework", value: "fla" },
        context: { arguments: { language: "python" } },
      },
      {
        op: "complete",
        ref: { type: "ref/resource", uri: "test://notes/{number}" },
        argument: { name: "number", value: "1" },
      },
      { op: "complete", ref: PROMPT_REF, argument: { name: "language", value: "pyt" } },
      { op: "report", step: "completed" },
      { op: "close" },
    ],
  },
];
