// Follows a plan as a program under test would.

import { member } from "../../../src/base/json.ts";
import type { ClientEnd } from "../../../src/capture/capture.ts";
import { type Operation, type Scenario, USUAL_PLAN } from "../../../src/probe/scenario/scenario.ts";
import { type ClientChoice, ClientCore } from "./client-core.ts";
import { connect } from "./connect.ts";
import { HttpLine } from "./http-line.ts";
import { StdioLine } from "./stdio-line.ts";
import { echoSchema, expand, get, list, read, reportedCall, useAll } from "./steps.ts";
import { listen, unlisten } from "./subscriptions.ts";

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
  const { polls } = choice.vice;
  const poll = polls && setInterval(() => void core.request(polls.method, undefined), polls.everyMs);
  try {
    for (const operation of scenario.plan ?? USUAL_PLAN)
      if (!(await perform(operation, core, open)) || core.ended) break;
  } finally {
    clearInterval(poll);
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
      core.memory.last = await list(operation.what, core);
      return !core.ended;
    case "call":
      core.memory.last = await reportedCall(operation, core);
      return !core.ended;
    case "read":
      core.memory.last = await read(operation.uri, core);
      return true;
    case "get":
      core.memory.last = await get(operation.name, operation.arguments ?? {}, core);
      return true;
    case "complete": {
      const { ref, argument, context } = operation;
      const answer = await core.request("completion/complete", { ref, argument, ...(context ? { context } : {}) });
      if (core.choice.vice.chokesOnCompletion?.(member(member(answer, "result"), "completion"))) core.end("itself");
      return true;
    }
    case "subscribe":
    case "unsubscribe":
      return watch(operation.op, operation.uri, core);
    case "set-level":
      await core.request("logging/setLevel", { level: operation.level });
      return true;
    case "ping":
      await core.request("ping", undefined);
      return true;
    case "listen":
      if (core.era === "stateful") return true;
      listen("changes", operation.notifications, core);
      await pause(operation.forMs);
      if (operation.forMs > 0) await unlisten("changes", core);
      return true;
    case "use-all":
      await useAll(operation.what, core);
      return true;
    case "sequence":
      for (const one of operation.operations) if (!(await perform(one, core, open))) return false;
      return true;
    case "answers":
      core.rules = operation;
      return true;
    case "read-template": {
      const { expands = expand } = core.choice.vice;
      core.memory.last = await read(expands(operation.template, operation.values), core);
      return true;
    }
    case "echo-schema":
      await echoSchema(operation.of, operation.through, core);
      return true;
    case "report": {
      const { last } = core.memory;
      await core.request("tools/call", { name: "report", arguments: { step: operation.step, ...last } });
      return true;
    }
    case "parallel": {
      const outcomes = await Promise.all(
        operation.operations.map(async (one) => {
          await perform(one, core, open);
          return core.memory.last;
        }),
      );
      core.memory.last = { outcome: "result", value: outcomes.map((one) => ({ ...one })) };
      return true;
    }
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

/** In the stateless era a resource is watched by a subscription. */
const watch = async (what: "subscribe" | "unsubscribe", uri: string, core: ClientCore): Promise<boolean> => {
  if (core.era === "stateful") await core.request(`resources/${what}`, { uri });
  else if (what === "subscribe") listen(uri, { resourceSubscriptions: [uri] }, core);
  else await unlisten(uri, core);
  return true;
};
