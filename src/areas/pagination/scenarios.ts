import type { JsonObject } from "../../base/json.ts";
import { PLAIN_OFFER, REPORT_TOOL } from "../../probe/scenario/plain-offer.ts";
import type { Action, OfferedTool, Operation, Reaction, Scenario } from "../../probe/scenario/scenario.ts";
import { step, WITH_REPORT } from "../../probe/scenario/steps.ts";

const HINTS = { ttlMs: 0, cacheScope: "private" } as const;

const tool = (name: string): OfferedTool => ({
  tool: { name, description: "One of many.", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
});

const many = (count: number, first: number): readonly OfferedTool[] =>
  Array.from({ length: count }, (_, index) => tool(`tool_${first + index}`));

/** Pages as they are given out, each with the cursor of the next. */
const pages = (method: string, key: string, all: readonly (readonly JsonObject[])[]): readonly Reaction[] =>
  all.map((entries, index): Reaction => {
    const next = index + 1 < all.length ? { nextCursor: `${key}/${index + 1}` } : {};
    const actions: readonly Action[] = [{ do: "result", result: { [key]: [...entries], ...next, ...HINTS } }];
    return { on: { method, time: index + 1 }, actions };
  });

const TOOL_PAGES = [PLAIN_OFFER.tools, [], many(1, 1), [...many(6, 2), tool("last_tool")]] as const;

/** What is left for a page behind one with the tool report. */
const OTHER_TOOLS = PLAIN_OFFER.tools.filter((one) => one !== REPORT_TOOL);

const resource = (name: string): JsonObject => ({ uri: `test://${name}`, name });
const template = (name: string): JsonObject => ({ uriTemplate: `test://${name}/{x}`, name });
const prompt = (name: string): JsonObject => ({ name });

const threePages = (one: (name: string) => JsonObject): readonly (readonly JsonObject[])[] => [
  [one("first"), one("second")],
  [one("third")],
  [one("last")],
];

const list = (what: Extract<Operation, { op: "list" }>["what"]): Operation => ({ op: "list", what });

/** Lists in pages of every kind. */
export const PAGES: readonly Scenario[] = [
  {
    name: "uneven-pages",
    face: "dual",
    offers: { tools: TOOL_PAGES.flat() },
    reactions: [
      ...pages(
        "tools/list",
        "tools",
        TOOL_PAGES.map((page) => page.map((one) => one.tool as JsonObject)),
      ),
      ...pages("resources/list", "resources", threePages(resource)),
      ...pages("resources/templates/list", "resourceTemplates", threePages(template)),
      ...pages("prompts/list", "prompts", threePages(prompt)),
    ],
    plan: [
      { op: "connect" },
      step(1),
      list("tools"),
      list("resources"),
      list("templates"),
      list("prompts"),
      { op: "call", name: "last_tool", arguments: {} },
      { op: "close" },
    ],
    instructions: ["Look at all tools, resources and prompts.", "Call the tool last_tool."],
  },
  {
    name: "empty-cursor",
    face: "stateless",
    offers: WITH_REPORT,
    reactions: [
      {
        on: { method: "tools/list", time: 1 },
        actions: [{ do: "result", result: { tools: [REPORT_TOOL.tool as JsonObject], nextCursor: "", ...HINTS } }],
      },
      {
        on: { method: "tools/list" },
        actions: [{ do: "result", result: { tools: OTHER_TOOLS.map((one) => one.tool as JsonObject), ...HINTS } }],
      },
    ],
    plan: [{ op: "connect" }, step(1), list("tools"), step(2), { op: "close" }],
    instructions: ["Look at all tools.", "Call the tool echo."],
  },
  {
    name: "long-list",
    face: "dual",
    offers: { tools: [...PLAIN_OFFER.tools, ...many(500, 1)] },
    plan: [{ op: "connect" }, step(1), list("tools"), step(2), { op: "close" }],
    instructions: ["Look at all tools.", "Call the tool echo."],
  },
  {
    name: "endless-pages",
    face: "dual",
    deliberate: true,
    offers: WITH_REPORT,
    reactions: [
      {
        on: { method: "tools/list" },
        actions: [{ do: "result", result: { tools: [REPORT_TOOL.tool as JsonObject], nextCursor: "same", ...HINTS } }],
      },
    ],
    plan: [{ op: "connect" }, step(1), list("tools"), { op: "close" }],
    instructions: ["Look at all tools."],
  },
  {
    name: "two-sessions",
    face: "stateful",
    reactions: [
      {
        on: { method: "tools/list", time: 1 },
        actions: [{ do: "result", result: { tools: [], nextCursor: "$session" } }],
      },
      {
        on: { method: "tools/list", time: 2 },
        actions: [{ do: "result", result: { tools: PLAIN_OFFER.tools.map((one) => one.tool as JsonObject) } }],
      },
    ],
    plan: [{ op: "connect" }, list("tools"), { op: "close" }, { op: "connect" }, list("tools"), { op: "close" }],
    instructions: ["Look at all tools.", "Disconnect, connect again, and look at them once more."],
  },
];
