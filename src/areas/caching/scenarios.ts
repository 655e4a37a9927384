import type { JsonObject } from "../../base/json.ts";
import { CHANGE_WAIT_MS } from "../../capture/scenario-names.ts";
import { PLAIN_OFFER } from "../../probe/scenario/plain-offer.ts";
import type { Operation, Reaction, Scenario } from "../../probe/scenario/scenario.ts";

const LONG = { ttlMs: 600_000, cacheScope: "private" } as const;

/** A list whose entries say which answer they are of. */
const list = (method: string, key: string, entry: JsonObject, hints: JsonObject): Reaction => ({
  on: { method },
  actions: [{ do: "result", result: { [key]: [{ ...entry, description: "$serial" }], ...hints } }],
});

const reads = (uri: string, step: string): readonly Operation[] => [
  { op: "read", uri },
  { op: "report", step },
];

const lists = (what: "tools" | "resources" | "templates" | "prompts", step: string): readonly Operation[] => [
  { op: "list", what },
  { op: "report", step },
];

const [ADD, , ECHO, REPORT] = PLAIN_OFFER.tools;

const TOOLS = [ADD.tool, ECHO.tool, REPORT.tool] as const;

/** How long answers may be kept. */
export const CACHES: readonly Scenario[] = [
  {
    name: "caching",
    face: "stateless",
    reactions: [
      {
        on: { method: "tools/list" },
        actions: [
          {
            do: "result",
            result: {
              tools: [...TOOLS, { name: "fresh", description: "$serial", inputSchema: { type: "object" } }],
              ...LONG,
            },
          },
        ],
      },
      {
        on: { method: "resources/read", name: "test://asks", repeats: false },
        actions: [
          {
            do: "result",
            result: {
              resultType: "input_required",
              inputRequests: {
                name: {
                  method: "elicitation/create",
                  params: {
                    mode: "form",
                    message: "What is your name?",
                    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
                  },
                },
              },
              requestState: "state",
            },
          },
        ],
      },
      {
        on: { method: "resources/read" },
        actions: [{ do: "result", result: { contents: [{ uri: "test://any", text: "$serial" }], ...LONG } }],
      },
      {
        on: { method: "tools/call", name: "add" },
        actions: [
          { do: "notify", method: "notifications/tools/list_changed", where: "listening" },
          { do: "wait", ms: CHANGE_WAIT_MS },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "listen", notifications: { toolsListChanged: true }, forMs: 0 },
      ...lists("tools", "before-notice"),
      ...reads("test://first", "first-resource"),
      ...reads("test://second", "other-resource"),
      ...reads("test://asks", "input"),
      ...reads("test://asks", "after-input"),
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      // The notice comes on another connection than the answer, and a busy client may read it later.
      { op: "call", name: "echo", arguments: { text: "a" } },
      ...lists("tools", "after-notice"),
      { op: "close" },
    ],
  },
  {
    // Two of the lists lack a hint that is valid.
    name: "short-lived-lists",
    face: "stateless",
    deliberate: true,
    reactions: [
      {
        on: { method: "tools/list" },
        actions: [
          {
            do: "result",
            result: {
              tools: [...TOOLS, { name: "fresh", description: "$serial", inputSchema: { type: "object" } }],
              ttlMs: 0,
              cacheScope: "private",
            },
          },
        ],
      },
      list("resources/list", "resources", { uri: "test://note", name: "note" }, { cacheScope: "private" }),
      list("prompts/list", "prompts", { name: "greet" }, { ttlMs: -5, cacheScope: "private" }),
      list(
        "resources/templates/list",
        "resourceTemplates",
        { uriTemplate: "test://notes/{number}", name: "notes" },
        { ttlMs: 300, cacheScope: "private" },
      ),
    ],
    plan: [
      { op: "connect" },
      ...lists("tools", "zero"),
      ...lists("tools", "zero-again"),
      ...lists("resources", "absent"),
      ...lists("resources", "absent-again"),
      ...lists("prompts", "negative"),
      ...lists("prompts", "negative-again"),
      ...lists("templates", "expired"),
      { op: "wait", ms: 600 },
      ...lists("templates", "expired-again"),
      { op: "report", step: "before-idle" },
      { op: "wait", ms: 2000 },
      { op: "report", step: "idle" },
      { op: "close" },
    ],
  },
];
