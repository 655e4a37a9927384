// tools/list and tools/call.

import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../json-rpc.ts";
import { atLeast, type Revision } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { withPage } from "./apps.ts";
import { AskFailed, type Call, Cancelled, CannotAsk } from "./call.ts";
import { violations } from "./json-schema.ts";
import { page } from "./pagination.ts";
import { shapeContent, shapeTool } from "./shape.ts";
import { complain, type Tool, type ToolOutcome } from "./tool.ts";
import { ASKING_TOOLS } from "./tools-asking.ts";
import { READING_TOOLS } from "./tools-reading.ts";
import { TASK_TOOLS } from "./tools-tasks.ts";
import { WORKING_TOOLS } from "./tools-working.ts";

const PAGE_SIZE = 7;
const PLAIN_TOOLS: readonly string[] = ["catalogue_info", "look_up"];

export function listTools(params: JsonObject, call: Call): JsonObject {
  const all = toolsOf(call.core, call.revision);
  const { items, nextCursor } = page(call.core, "tools", all, PAGE_SIZE, params);
  return { tools: items.map((tool) => withPage(listedTool(tool, call), call)), nextCursor };
}

export function findTool(core: ServerCore, revision: Revision, name: string): Tool | undefined {
  return toolsOf(core, revision).find((tool) => tool.name === name);
}

export async function callTool(params: JsonObject, call: Call): Promise<JsonObject> {
  const { core, revision } = call;
  if (typeof params.name !== "string") {
    if (core.checks("tool-params")) throw new RpcError(INVALID_PARAMS, "The name of the tool is missing");
    return { content: [] };
  }
  const tool = findTool(core, revision, params.name);
  if (tool === undefined) {
    if (core.checks("tool-known")) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${params.name}`);
    return shapeOutcome(complain("Unknown tool"), revision);
  }
  const args = params.arguments ?? {};
  if (!isObject(args)) {
    if (core.checks("tool-params")) throw new RpcError(INVALID_PARAMS, "The arguments are not an object");
    return shapeOutcome(complain("The arguments are not an object"), revision);
  }
  if (core.checks("rate-limit") && !core.world.withinRateLimit()) {
    return shapeOutcome(complain("Too many calls. Try again in a second."), revision);
  }
  const problems = core.checks("tool-arguments") ? violations(tool.definition(1).inputSchema, args) : [];
  if (problems.length > 0) return refuseArguments(tool, problems, revision);
  return shapeOutcome(await runTool(tool, args, call), revision);
}

function toolsOf(core: ServerCore, revision: Revision): readonly Tool[] {
  const all = [...READING_TOOLS, ...WORKING_TOOLS, ...ASKING_TOOLS, ...(hasTasks(core, revision) ? TASK_TOOLS : [])];
  // Elicitation does not exist before 2025-06-18, its URL mode before 2025-11-25: a tool that can never work is not offered.
  const unborn = [
    ...(atLeast(revision, "2025-06-18") ? [] : ["ask_user"]),
    ...(atLeast(revision, "2025-11-25") ? [] : ["show_rules"]),
  ];
  const plain = core.has("rich-tools") ? undefined : PLAIN_TOOLS;
  const offered = all.filter(({ name }) => !unborn.includes(name) && (plain === undefined || plain.includes(name)));
  if (!atLeast(revision, "2026-07-28")) return offered;
  return offered.filter((tool) => tool.statefulOnly !== true && (core.has("deprecated") || tool.deprecated !== true));
}

function listedTool(tool: Tool, call: Call): JsonObject {
  const definition = tool.definition(call.core.world.editions.tools);
  // The extension of 2026-07-28 does not tell: there the server decides call by call.
  const tells = tool.task !== undefined && call.revision === "2025-11-25" && hasTasks(call.core, call.revision);
  const execution = tells ? { execution: { taskSupport: tool.task } } : {};
  return shapeTool({ name: tool.name, ...definition, ...execution }, call.revision);
}

function hasTasks(core: ServerCore, revision: Revision): boolean {
  return core.has("tasks") && atLeast(revision, "2025-11-25");
}

// From 2025-11-25 on the model should see what was wrong, so it is a tool error; before that a protocol error.
function refuseArguments(tool: Tool, problems: string[], revision: Revision): JsonObject {
  const message = `Invalid arguments for ${tool.name}: ${problems.join("; ")}`;
  if (!atLeast(revision, "2025-11-25")) throw new RpcError(INVALID_PARAMS, message);
  return shapeOutcome(complain(message), revision);
}

async function runTool(tool: Tool, args: JsonObject, call: Call): Promise<ToolOutcome> {
  const { log } = call.core;
  log.add({ kind: "tool", name: tool.name, state: "started" });
  try {
    const outcome = await tool.run(args, call);
    log.add({ kind: "tool", name: tool.name, state: "finished" });
    return outcome;
  } catch (thrown) {
    log.add({ kind: "tool", name: tool.name, state: thrown instanceof Cancelled ? "cancelled" : "failed" });
    if (thrown instanceof AskFailed) return complain(thrown.message);
    if (thrown instanceof CannotAsk && !atLeast(call.revision, "2026-07-28")) return complain(thrown.message);
    throw thrown;
  }
}

function shapeOutcome(outcome: ToolOutcome, revision: Revision): JsonObject {
  const content = outcome.content.map((block) => shapeContent(block, revision));
  const structured = atLeast(revision, "2025-06-18") ? outcome.structuredContent : undefined;
  return {
    content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(outcome.isError === true ? { isError: true } : {}),
  };
}
