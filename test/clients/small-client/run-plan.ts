// Follows a plan as a program under test would.

import { type Operation, type Scenario, USUAL_PLAN } from "../../../src/client/scenario.ts";
import { isJsonObject, type JsonObject, listMember, member, stringMember } from "../../../src/model/json.ts";
import { CLIENT_INFO, type ClientChoice, ClientCore } from "./client-core.ts";
import { HttpLine } from "./http-line.ts";
import { StdioLine } from "./stdio-line.ts";

const LISTS = {
  tools: "tools/list",
  resources: "resources/list",
  templates: "resources/templates/list",
  prompts: "prompts/list",
} as const;

/** Connects to a scenario over its transport and does what its plan says. */
export const runPlan = async (
  scenario: Scenario,
  transport: "http" | "stdio",
  address: string,
  choice: ClientChoice,
): Promise<void> => {
  const core = new ClientCore(choice);
  const line = transport === "http" ? new HttpLine(core, address) : new StdioLine(core, address);
  core.line = line;
  try {
    for (const operation of scenario.plan ?? USUAL_PLAN) if (!(await perform(operation, core, line))) break;
  } finally {
    await line.close();
  }
};

/** False where the client cannot go on. */
const perform = async (operation: Operation, core: ClientCore, line: HttpLine | StdioLine): Promise<boolean> => {
  if (core.isLost) {
    core.isLost = false;
    await connect(core, line);
  }
  switch (operation.op) {
    case "connect":
      return connect(core, line);
    case "list":
      return listAll(LISTS[operation.what], core);
    case "call": {
      const { name, arguments: given = {}, progress } = operation;
      return repeatAsked(
        "tools/call",
        { name, arguments: given, ...(progress ? { _meta: { progressToken: 1 } } : {}) },
        core,
      );
    }
    case "read":
      return repeatAsked("resources/read", { uri: operation.uri }, core);
    case "get":
      return repeatAsked("prompts/get", { name: operation.name, arguments: operation.arguments ?? {} }, core);
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
      await Promise.all(operation.operations.map((one) => perform(one, core, line)));
      return true;
    case "change-roots":
      await core.notify("notifications/roots/list_changed");
      return true;
    case "wait":
      await pause(operation.ms);
      return true;
    case "close":
      return true;
    default:
      return operation satisfies never;
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const connect = async (core: ClientCore, line: HttpLine | StdioLine): Promise<boolean> => {
  const { era, version, vice } = core.choice;
  if (era === "stateless") {
    const isReady = await discover(core);
    if (isReady && line instanceof HttpLine && vice.opensStream === true) await line.openStream();
    return isReady;
  }
  const answer = await core.request("initialize", {
    protocolVersion: version,
    capabilities: core.capabilities,
    clientInfo: CLIENT_INFO,
  });
  const negotiated = stringMember(member(answer, "result"), "protocolVersion");
  if (negotiated === undefined || !KNOWN.includes(negotiated)) return false;
  core.negotiated = negotiated;
  await core.notify("notifications/initialized");
  const streams = vice.insistsOnStream ?? (vice.opensStream === true ? 1 : 0);
  if (line instanceof HttpLine) for (let count = 0; count < streams; count += 1) await line.openStream();
  return true;
};

/** Tries again in a version of the list, once. */
const discover = async (core: ClientCore): Promise<boolean> => {
  const { version, vice } = core.choice;
  let answer = await core.request("server/discover", undefined);
  for (let attempt = 1; attempt <= (vice.neverGivesUp ? 10 : 1); attempt += 1) {
    const error = member(answer, "error");
    if (member(error, "code") !== -32022) return answer !== undefined;
    const isListed = listMember(member(error, "data"), "supported").includes(version);
    if (vice.givesUp || (!isListed && !vice.neverGivesUp)) return false;
    answer = await core.request("server/discover", undefined);
  }
  return member(answer, "result") !== undefined;
};

const KNOWN = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** Every page, but not without end. */
const listAll = async (method: string, core: ClientCore): Promise<boolean> => {
  let cursor: string | undefined;
  for (let page = 0; page < 50; page += 1) {
    const answer = await core.request(method, cursor === undefined ? undefined : { cursor });
    const next = member(member(answer, "result"), "nextCursor");
    if (typeof next !== "string" || next === cursor) return true;
    cursor = next;
  }
  return true;
};

/** In the stateless era a request that was answered with questions is repeated with their answers. */
const repeatAsked = async (method: string, params: JsonObject, core: ClientCore): Promise<boolean> => {
  let answer = await core.request(method, params);
  for (let round = 0; round < 5; round += 1) {
    const result = member(answer, "result");
    if (member(result, "resultType") !== "input_required") return true;
    const requests = member(result, "inputRequests");
    const responses = Object.fromEntries(
      Object.entries(isJsonObject(requests) ? requests : {}).map(([key, request]) => [
        key,
        inputFor(request as JsonObject),
      ]),
    );
    const state = member(result, "requestState");
    const again = { ...params, ...(requests === undefined ? {} : { inputResponses: responses }) };
    answer = await core.request(method, state === undefined ? again : { ...again, requestState: state });
  }
  return true;
};

const inputFor = (request: JsonObject): JsonObject => {
  switch (request["method"]) {
    case "roots/list":
      return { roots: [{ uri: "file:///home/ada/project", name: "project" }] };
    case "sampling/createMessage":
      return { role: "assistant", content: { type: "text", text: "Tea." }, model: "small" };
    default:
      return { action: "accept", content: { name: "Ada" } };
  }
};
