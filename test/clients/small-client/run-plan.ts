// Follows a plan as a program under test would.

import { type Operation, type Scenario, USUAL_PLAN } from "../../../src/client/scenario.ts";
import type { ClientEnd } from "../../../src/model/capture.ts";
import { isJsonObject, type JsonObject, listMember, member, stringMember } from "../../../src/model/json.ts";
import { callTool } from "./call-tool.ts";
import { type ClientChoice, ClientCore } from "./client-core.ts";
import { connect } from "./connect.ts";
import { HttpLine } from "./http-line.ts";
import { repeatAsked } from "./input-rounds.ts";
import { StdioLine } from "./stdio-line.ts";
import { learnTools } from "./tasks.ts";

const LISTS = {
  tools: "tools/list",
  resources: "resources/list",
  templates: "resources/templates/list",
  prompts: "prompts/list",
} as const;

/** Opens a connection with the scenario: a process of its own on stdio. */
export type OpenLine = () => HttpLine | StdioLine;

/** Connects to a scenario over its transport and does what its plan says. Resolves with how it came to its end. */
export const runPlan = async (
  scenario: Scenario,
  transport: "http" | "stdio",
  address: string,
  choice: ClientChoice,
): Promise<ClientEnd> => {
  const core = new ClientCore(choice);
  const lines: (HttpLine | StdioLine)[] = [];
  const open: OpenLine = () => {
    const line = transport === "http" ? new HttpLine(core, address) : new StdioLine(core, address);
    lines.push(line);
    core.line = line;
    return line;
  };
  try {
    for (const operation of scenario.plan ?? USUAL_PLAN)
      if (!(await perform(operation, core, open)) || core.ended) break;
  } finally {
    await Promise.all(lines.map((line) => line.close()));
  }
  return core.ended ?? "itself";
};

/** False where the client cannot go on. */
const perform = async (operation: Operation, core: ClientCore, open: OpenLine): Promise<boolean> => {
  if (core.isLost) {
    core.isLost = false;
    await connect(core, open);
  }
  for (let time = 0; time < (core.choice.vice.restarts ?? 0); time += 1) {
    await core.line?.hopeless(300);
    if (!core.line?.isOver) break;
    open();
    await core.request("server/discover", undefined);
    await core.request("tools/list", undefined);
  }
  switch (operation.op) {
    case "connect":
      return connect(core, open);
    case "list":
      return listAll(LISTS[operation.what], core);
    case "call":
      return call(operation, core);
    case "read":
      await repeatAsked("resources/read", { uri: operation.uri }, core);
      return true;
    case "get":
      await repeatAsked("prompts/get", { name: operation.name, arguments: operation.arguments ?? {} }, core);
      return true;
    case "complete": {
      const { ref, argument, context } = operation;
      await core.request("completion/complete", { ref, argument, ...(context ? { context } : {}) });
      return true;
    }
    case "subscribe":
    case "unsubscribe":
      await core.request(`resources/${operation.op}`, { uri: operation.uri });
      return true;
    case "set-level":
      await core.request("logging/setLevel", { level: operation.level });
      return true;
    case "ping":
      await core.request("ping", undefined);
      return true;
    case "listen":
      void core.request("subscriptions/listen", { notifications: operation.notifications });
      await pause(operation.forMs);
      return true;
    case "parallel":
      await Promise.all(operation.operations.map((one) => perform(one, core, open)));
      return true;
    case "sequence":
      for (const one of operation.operations) if (!(await perform(one, core, open))) return false;
      return true;
    case "answers":
      core.rules = operation;
      return true;
    case "change-roots":
      core.roots = [...core.roots, { uri: "file:///home/ada/other", name: "other" }];
      if (core.era === "stateful") await core.notify("notifications/roots/list_changed");
      return true;
    case "wait":
      await pause(operation.ms);
      return true;
    case "close":
      await core.line?.close();
      core.line = undefined;
      core.negotiated = undefined;
      return true;
    default:
      return operation satisfies never;
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Every page, but not without end. */
const listAll = async (method: string, core: ClientCore): Promise<boolean> => {
  const { wantsPage = (_, next) => next !== undefined } = core.choice.vice;
  const sizes: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await repeatAsked(method, cursor === undefined ? undefined : { cursor }, core);
    learnTools(member(answer, "result"), core);
    if (core.ended) return false;
    const result = member(answer, "result");
    const next = member(result, "nextCursor");
    const entries = isJsonObject(result) ? Object.values(result).find(Array.isArray) : undefined;
    sizes.push(Array.isArray(entries) ? entries.length : 0);
    if (!wantsPage(sizes, next)) return true;
    // A server that gives the same cursor again would go on for ever.
    if (core.choice.vice.wantsPage === undefined && next === cursor) return true;
    cursor = typeof next === "string" ? next : cursor;
  }
  return true;
};

const MOST_PAGES = 320;

let tokens = 0;

const call = async (operation: Extract<Operation, { op: "call" }>, core: ClientCore): Promise<boolean> => {
  const { name, arguments: given = {}, progress, report } = operation;
  tokens += 1;
  const token = tokens;
  const params = { name, arguments: given, ...(progress ? { _meta: { progressToken: token } } : {}) };
  const patience = { cancelAfterMs: operation.cancelAfterMs, timeoutMs: operation.timeoutMs };
  let answer = await callTool(params, core, patience);
  const { repeatsAfter } = core.choice.vice;
  for (let time = 0; time < (repeatsAfter?.times ?? 0); time += 1)
    if (member(member(answer, "error"), "code") === repeatsAfter?.code) answer = await callTool(params, core, patience);
  if (core.ended) return false;
  if (report === undefined) return true;
  const text = textOf(answer, core);
  const values = progress ? { progress: core.progress.get(JSON.stringify(token)) ?? [] } : {};
  const told = text === undefined ? { failed: true } : { text };
  await core.request("tools/call", { name: "report", arguments: { of: report, ...told, ...values } });
  return true;
};

/** The text of the first block; nothing where the call failed, or its result is of a kind that nobody knows. */
const textOf = (answer: JsonObject | undefined, core: ClientCore): string | undefined => {
  const result = member(answer, "result");
  const type = member(result, "resultType") ?? "complete";
  if (core.era === "stateless" && type !== "complete" && !core.choice.vice.trustsEveryResult) return undefined;
  return stringMember(listMember(result, "content")[0], "text");
};
