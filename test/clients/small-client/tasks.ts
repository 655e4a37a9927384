// The tasks of the server, in the words of either era: handles are followed until they come to an end.

import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import { TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import type { ClientCore } from "./client-core.ts";
import { inputsFor } from "./input-rounds.ts";

const FINAL = ["completed", "failed", "cancelled"];

/** What is added to a call that is to be a task. */
export const taskParams = (name: string, core: ClientCore): JsonObject => {
  const { era } = core;
  const { vice } = core.choice;
  if (vice.tasks?.asTask) return vice.tasks.asTask(name) ? { task: { ttl: 60_000 } } : {};
  if (era === "stateless") return {};
  const offered = member(member(member(core.serverCapabilities, "tasks"), "requests"), "tools");
  const support = stringMember(member(core.tools.get(name), "execution"), "taskSupport");
  return member(offered, "call") !== undefined && support === "required" ? { task: { ttl: 60_000 } } : {};
};

/** The task that an answer hands out. */
export const handleIn = (answer: Json | undefined, core: ClientCore): Json | undefined => {
  const result = member(answer, "result");
  const { era } = core;
  const { vice } = core.choice;
  if (vice.tasks?.takesHandle) return undefined;
  if (era === "stateful") return member(result, "task");
  const isDeclared = member(core.capabilities["extensions"], TASKS_EXTENSION) !== undefined || vice.tasks?.followsAll;
  return isDeclared && stringMember(result, "resultType") === "task" ? result : undefined;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const intervalIn = (task: Json | undefined): number =>
  Number(member(task, "pollInterval") ?? member(task, "pollIntervalMs") ?? 100);

/** Polls until the end, and fetches the result where the era has it elsewhere. Resolves with what the call returns. */
export const followTask = async (
  handle: Json,
  core: ClientCore,
  cancelAfterMs?: number,
): Promise<JsonObject | undefined> => {
  const { era } = core;
  const { tasks = {} } = core.choice.vice;
  const taskId = stringMember(handle, "taskId") ?? "";
  if (cancelAfterMs !== undefined) {
    await pause(cancelAfterMs);
    await cancelTask(taskId, core);
    return undefined;
  }
  if (tasks.waits) {
    await pause(2500);
    return undefined;
  }
  const last = await poll(taskId, handle, core);
  if (last === undefined) return undefined;
  const status = stringMember(last, "status") ?? "";
  if (!FINAL.includes(status) && (era === "stateless" || status !== "input_required")) return undefined;
  if (era === "stateful") return tasks.takesStatus ? undefined : core.request("tasks/result", { taskId });
  const [result, error] = [member(last, "result"), member(last, "error")];
  return result !== undefined ? { result } : error !== undefined ? { error } : undefined;
};

/** The task as it was seen last. */
const poll = async (taskId: string, handle: Json, core: ClientCore): Promise<Json | undefined> => {
  const { tasks = {} } = core.choice.vice;
  const answered = new Set<string>();
  let known: Json = handle;
  for (let count = 0; count < (tasks.polls ?? 40); count += 1) {
    await pause(tasks.pollMs ?? intervalIn(known));
    const task = member(await core.request("tasks/get", { taskId }), "result");
    if (task === undefined && !tasks.pollsOnError) return undefined;
    known = task ?? known;
    const status = stringMember(task, "status") ?? "";
    if (FINAL.includes(status)) return known;
    if (status !== "input_required") continue;
    if (core.era === "stateful" && !tasks.ignoresInput) return known;
    if (core.era === "stateless") await update(taskId, known, answered, core);
    if (tasks.stopsAfterUpdate) return known;
  }
  return known;
};

const cancelTask = async (taskId: string, core: ClientCore): Promise<void> => {
  const by = core.choice.vice.tasks?.cancelsBy;
  if (by === "notice")
    await core.notify("notifications/cancelled", { requestId: core.lastCall, reason: "no longer needed" });
  else if (by === undefined) await core.request("tasks/cancel", { taskId });
};

/** Answers what is new, once. */
const update = async (taskId: string, task: Json, answered: Set<string>, core: ClientCore): Promise<void> => {
  const by = core.choice.vice.tasks?.inputBy;
  const requests = member(task, "inputRequests");
  if (!isJsonObject(requests) || by === "nothing") return;
  const fresh = Object.keys(requests).filter((key) => by === "every-poll" || !answered.has(key));
  if (fresh.length === 0) return;
  const responses = await inputsFor(Object.fromEntries(fresh.map((key) => [key, requests[key] ?? null])), core);
  const old = by === "all-keys" ? Object.fromEntries([...answered].map((key) => [key, { action: "accept" }])) : {};
  for (const key of fresh) answered.add(key);
  if (by === "call") {
    await core.request("tools/call", { name: "task_asks", arguments: {}, inputResponses: responses });
    return;
  }
  const given = by === "invented-key" ? { ...responses, [`${fresh[0]}-answer`]: { action: "accept" } } : responses;
  await core.request("tasks/update", { taskId, inputResponses: { ...old, ...given } });
};

/** Remembers the tools of a list. */
export const learnTools = (result: Json | undefined, core: ClientCore): void => {
  for (const tool of listMember(result, "tools")) core.tools.set(stringMember(tool, "name") ?? "", tool);
};
