// A question that the client runs as a task (2025-11-25): polled at the pace it suggests, withdrawn with tasks/cancel.

import { setTimeout as sleep } from "node:timers/promises";
import { AskFailed, Cancelled } from "../features/call.ts";
import { isObject, type JsonObject } from "../json-rpc.ts";
import type { StatefulSession } from "./session.ts";

type Put = (method: string, params: JsonObject) => Promise<JsonObject>;

const DEFAULT_POLL_MS = 500;

export function runsAsTask({ core, revision, clientCapabilities }: StatefulSession, method: string): boolean {
  if (!core.clientTasks || revision !== "2025-11-25" || !isObject(clientCapabilities.tasks)) return false;
  const { requests } = clientCapabilities.tasks;
  if (!isObject(requests)) return false;
  const { sampling, elicitation } = requests;
  if (method === "sampling/createMessage") return isObject(sampling) && isObject(sampling.createMessage);
  return method === "elicitation/create" && isObject(elicitation) && isObject(elicitation.create);
}

export async function askAsTask(
  session: StatefulSession,
  put: Put,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { task } = await put(method, { ...params, task: { ttl: 60_000 } });
  if (!isObject(task) || typeof task.taskId !== "string") throw new AskFailed("The client made no task");
  const { taskId } = task;
  try {
    let seen: JsonObject = task;
    while (seen.status === "working") {
      await sleep(typeof seen.pollInterval === "number" ? seen.pollInterval : DEFAULT_POLL_MS, undefined, { signal });
      seen = await put("tasks/get", { taskId });
    }
    return await put("tasks/result", { taskId });
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    withdraw(session, taskId);
    throw new Cancelled();
  }
}

// The stream of the call ends with it, so this goes where everything unasked goes.
function withdraw(session: StatefulSession, taskId: string): void {
  const { standalone, clientRequests } = session;
  if (!standalone.connected) return;
  const context = session.context(standalone, undefined);
  clientRequests
    .ask(standalone, context, "tasks/cancel", { taskId }, new AbortController().signal)
    .catch(() => undefined);
}
