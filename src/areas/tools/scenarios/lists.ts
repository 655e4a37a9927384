import type { JsonObject } from "../../../base/json.ts";
import { CHANGE_WAIT_MS } from "../../../capture/scenario-names.ts";
import { PLAIN_OFFER, REPORT_TOOL } from "../../../probe/scenario/plain-offer.ts";
import type { Action, OfferedTool, Operation, Reaction, Scenario } from "../../../probe/scenario/scenario.ts";

const CALL: Operation = { op: "call", name: "add", arguments: { a: 2, b: 3 } };

const named = (name: string, more: JsonObject = {}): OfferedTool => ({
  tool: { name, description: "A tool.", inputSchema: { type: "object" }, ...more },
  result: { content: [{ type: "text", text: "ok" }] },
});

const HINTS = { ttlMs: 600_000, cacheScope: "private" } as const;

/** What a list is in the second phase. */
const later = (method: string, result: JsonObject): Reaction => ({
  on: { method, phase: "after" },
  actions: [{ do: "result", result: { ...result, ...HINTS } }],
});

const changed = (kind: string): Action => ({
  do: "notify",
  method: `notifications/${kind}/list_changed`,
  where: "listening",
});

/** Lists that change, are long, or hold unusual names. */
export const LISTS: readonly Scenario[] = [
  {
    name: "changing-lists",
    face: "dual",
    offers: {
      tools: [...PLAIN_OFFER.tools, named("before_tool")],
      prompts: [{ name: "before_prompt" }],
      resources: [{ uri: "test://before", name: "before" }],
    },
    reactions: [
      later("tools/list", { tools: [...PLAIN_OFFER.tools.map(({ tool }) => tool), named("after_tool").tool] }),
      later("prompts/list", { prompts: [{ name: "after_prompt" }] }),
      later("resources/list", { resources: [{ uri: "test://after", name: "after" }] }),
      { on: { method: "prompts/get", phase: "after" }, actions: [{ do: "result", result: { messages: [] } }] },
      {
        on: { method: "tools/call", name: "add" },
        actions: [
          changed("tools"),
          changed("prompts"),
          changed("resources"),
          { do: "phase", phase: "after" },
          // Time enough to hear of it; what comes sooner all the same is left open.
          { do: "wait", ms: CHANGE_WAIT_MS },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      {
        op: "listen",
        notifications: { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
        forMs: 0,
      },
      { op: "list", what: "tools" },
      { op: "list", what: "prompts" },
      { op: "list", what: "resources" },
      CALL,
      { op: "use-all", what: "tools" },
      { op: "use-all", what: "prompts" },
      { op: "use-all", what: "resources" },
      { op: "close" },
    ],
    instructions: ["Call the tool add with two numbers.", "Then use every tool, prompt and resource that you see."],
  },
  {
    name: "unasked-notices",
    face: "dual",
    official: "tools_call",
    deliberate: true,
    reactions: [
      { on: { method: "tools/call", name: "report" }, actions: [{ do: "answer" }] },
      {
        on: { method: "tools/call", time: 1 },
        actions: [
          { do: "notify", method: "notifications/tools/list_changed", where: "listening", times: 50 },
          {
            do: "notify",
            method: "notifications/resources/updated",
            params: { uri: "test://never-heard-of" },
            where: "listening",
          },
          { do: "wait", ms: 500 },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "listen", notifications: { toolsListChanged: true }, forMs: 0 },
      { op: "list", what: "tools" },
      CALL,
      { op: "report", step: "sum" },
      CALL,
      { op: "close" },
    ],
  },
  {
    name: "three-pages",
    face: "dual",
    offers: {
      pageSize: 2,
      prompts: ["one", "two", "three", "four", "five"].map((name) => ({ name, description: "A prompt." })),
    },
    plan: [{ op: "connect" }, { op: "list", what: "prompts" }, { op: "report", step: "prompts" }, { op: "close" }],
  },
  {
    name: "odd-tool-names",
    face: "dual",
    offers: {
      tools: [
        named("getUser"),
        named("getuser"),
        named("admin.tools-list_v2", { title: "List" }),
        named("x"),
        named("a".repeat(128)),
        REPORT_TOOL,
      ],
    },
    plan: [{ op: "connect" }, { op: "use-all", what: "tools" }, { op: "report", step: "used" }, { op: "close" }],
    instructions: ["Call every tool that you see."],
  },
];
