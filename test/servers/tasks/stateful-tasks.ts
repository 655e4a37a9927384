// Tasks of 2025-11-25: the client asks for one, polls it, and fetches its result.

import type { Channel } from "../channel.ts";
import { Cancelled } from "../features/call.ts";
import { page } from "../features/pagination.ts";
import { callTool, findTool } from "../features/tools.ts";
import {
  INVALID_PARAMS,
  isObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  notificationMessage,
  RpcError,
  type RpcRequest,
  toRpcError,
} from "../json-rpc.ts";
import type { StatefulSession } from "../stateful/session.ts";
import { StatefulTaskCall } from "./stateful-task-call.ts";
import { RELATED_TASK, type Task } from "./task.ts";

const PAGE_SIZE = 4;

export class StatefulTasks {
  readonly #session: StatefulSession;

  constructor(session: StatefulSession) {
    this.#session = session;
  }

  // Undefined: not a matter of tasks.
  serve(request: RpcRequest, channel: Channel, signal: AbortSignal): JsonObject | Promise<JsonObject> | undefined {
    const { core, revision } = this.#session;
    if (revision !== "2025-11-25" || !core.has("tasks") || !core.has("tools")) return undefined;
    const { method, params } = request;
    if (method === "tools/call") return this.#call(request);
    if (method === "tasks/get") return described(this.#find(params));
    if (method === "tasks/result") return this.#result(this.#find(params), channel, signal);
    if (method === "tasks/cancel") return this.#cancel(this.#find(params));
    if (method === "tasks/list" && (listsTasks(this.#session) || !core.checks("task-list-private"))) {
      const { items, nextCursor } = page(core, "tasks", core.tasks.all(), PAGE_SIZE, params);
      return { tasks: items.map(described), nextCursor };
    }
    return undefined;
  }

  #call(request: RpcRequest): JsonObject | undefined {
    const { core } = this.#session;
    const { name, task: wanted } = request.params;
    const tool = typeof name === "string" ? findTool(core, "2025-11-25", name) : undefined;
    // Whatever else is wrong with the call is found where calls are served.
    if (tool === undefined) return undefined;
    if (wanted === undefined) {
      if (tool.task !== "required" || !core.checks("task-required")) return undefined;
      throw new RpcError(METHOD_NOT_FOUND, `The tool ${tool.name} runs as a task only`);
    }
    if (tool.task === undefined && core.checks("task-support")) {
      throw new RpcError(METHOD_NOT_FOUND, `The tool ${tool.name} does not run as a task`);
    }
    if (!isObject(wanted) || (wanted.ttl !== undefined && typeof wanted.ttl !== "number")) {
      throw new RpcError(INVALID_PARAMS, "The task is not an object with a ttl in milliseconds");
    }
    return { task: described(this.#start(request, wanted.ttl as number | undefined)) };
  }

  #start(request: RpcRequest, ttl: number | undefined): Task {
    const session = this.#session;
    const task = session.core.tasks.create(ttl);
    const stop = session.core.tasks.onChange((changed) => {
      if (changed !== task) return;
      if (task.terminal) stop();
      const context = session.context(session.standalone, undefined);
      session.standalone.send(notificationMessage("notifications/tasks/status", described(task)), context);
    });
    const call = new StatefulTaskCall(session, request, task);
    // The handle goes out before the work begins: a new task is working, whatever comes of it.
    afterwards()
      .then(() => callTool(request.params, call))
      .then(
        (result) => {
          // The status tells of a failure inside the tool, too; the result stays what the tool returned.
          if (result.isError === true) task.finish("failed", { result }, `The tool failed: ${firstText(result)}`);
          else task.finish("completed", { result });
        },
        (thrown: unknown) => {
          const error = toRpcError(thrown);
          task.finish("failed", { error }, error.message);
        },
      )
      .finally(() => call.close());
    return task;
  }

  async #result(task: Task, channel: Channel, signal: AbortSignal): Promise<JsonObject> {
    this.#session.resultChannels.open(task, channel);
    await Promise.race([task.ended, aborted(signal)]);
    const { outcome } = task;
    if (outcome === undefined) throw new RpcError(INVALID_PARAMS, "The task was cancelled and has no result");
    if ("error" in outcome) throw outcome.error;
    const meta = isObject(outcome.result._meta) ? outcome.result._meta : {};
    return { ...outcome.result, _meta: { ...meta, [RELATED_TASK]: { taskId: task.id } } };
  }

  #cancel(task: Task): JsonObject {
    if (task.terminal && this.#session.core.checks("task-terminal")) {
      throw new RpcError(INVALID_PARAMS, `The task cannot be cancelled: it is already ${task.status}`);
    }
    task.cancel();
    return described(task);
  }

  #find({ taskId }: JsonObject): Task {
    const task = this.#session.core.tasks.find(taskId);
    if (task === undefined) throw new RpcError(INVALID_PARAMS, "There is no such task");
    return task;
  }
}

// Over HTTP nobody knows who asks, and everybody would see the tasks of everybody.
export function listsTasks({ transport }: Pick<StatefulSession, "transport">): boolean {
  return transport === "stdio";
}

function afterwards(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function described(task: Task): JsonObject {
  const { id, status, statusMessage, createdAt, lastUpdatedAt, ttl, pollInterval } = task;
  return {
    taskId: id,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttl,
    pollInterval,
  };
}

function firstText({ content }: JsonObject): string {
  const first = Array.isArray(content) ? content[0] : undefined;
  return isObject(first) && typeof first.text === "string" ? first.text : "no reason given";
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Cancelled()), { once: true });
  });
}
