import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import type { ClientCapabilities } from "./client-answers.ts";

/** So long that a pause is told from none on a busy machine, and so short that four of them fit into any call. */
const POLL_INTERVAL_MS = 600;
/** As often as the server has to ask how the first task is doing: then its pace is known. */
const POLLS_OF_FIRST = 4;

interface ClientTask {
  readonly answer: JsonObject;
  readonly createdAt: string;
  pollsLeft: number;
  status: "working" | "completed" | "cancelled";
}

/** What the server asked of the client and the client runs as a task (2025-11-25), as long as it declared that it does. */
export class ClientTasks {
  readonly #tasks = new Map<string, ClientTask>();
  readonly #wallClock: () => number;
  /** While it is true, no task comes to its end. */
  isHeld = false;
  /** Called whenever a task was made. */
  onCreated: (() => void) | undefined;

  constructor(wallClock: () => number) {
    this.#wallClock = wallClock;
  }

  get count(): number {
    return this.#tasks.size;
  }

  /** The response to a request of the server; undefined where it has to wait. `plainly` is how it is answered without tasks. */
  answer(request: Json, capabilities: ClientCapabilities, plainly: () => Json | undefined): Json | undefined {
    const id = member(request, "id");
    const params = member(request, "params");
    if (id === undefined || !Object.hasOwn(capabilities, "tasks")) return plainly();
    switch (stringMember(request, "method")) {
      case "sampling/createMessage":
      case "elicitation/create":
        return isJsonObject(member(params, "task")) ? this.#create(id, plainly()) : plainly();
      case "tasks/get":
        return this.#ofTask(id, params, (taskId, task) => this.#look(taskId, task));
      case "tasks/cancel":
        return this.#ofTask(id, params, (taskId, task) => {
          if (task.status !== "working") return undefined;
          task.status = "cancelled";
          return this.#describe(taskId, task);
        });
      case "tasks/result":
        if (this.isHeld) return undefined;
        return this.#ofTask(id, params, (taskId, task) => {
          if (task.status === "cancelled") return undefined;
          task.status = "completed";
          return { ...task.answer, _meta: { [META_KEY.relatedTask]: { taskId } } };
        });
      default:
        return plainly();
    }
  }

  #create(id: Json, plain: Json | undefined): Json | undefined {
    const answer = member(plain, "result");
    if (!isJsonObject(answer)) return plain;
    const taskId = `mcptest-client-task-${this.#tasks.size + 1}`;
    const task: ClientTask = {
      answer,
      createdAt: new Date(this.#wallClock()).toISOString(),
      pollsLeft: this.#tasks.size === 0 ? POLLS_OF_FIRST : 1,
      status: "working",
    };
    this.#tasks.set(taskId, task);
    this.onCreated?.();
    return { jsonrpc: "2.0", id, result: { task: this.#describe(taskId, task) } };
  }

  #look(taskId: string, task: ClientTask): JsonObject {
    if (task.status === "working" && !this.isHeld) {
      task.pollsLeft -= 1;
      if (task.pollsLeft <= 0) task.status = "completed";
    }
    return this.#describe(taskId, task);
  }

  #describe(taskId: string, { status, createdAt }: ClientTask): JsonObject {
    const lastUpdatedAt = new Date(this.#wallClock()).toISOString();
    return { taskId, status, createdAt, lastUpdatedAt, ttl: null, pollInterval: POLL_INTERVAL_MS };
  }

  #ofTask(
    id: Json,
    params: Json | undefined,
    serve: (taskId: string, task: ClientTask) => JsonObject | undefined,
  ): Json {
    const taskId = stringMember(params, "taskId") ?? "";
    const task = this.#tasks.get(taskId);
    const result = task && serve(taskId, task);
    if (result) return { jsonrpc: "2.0", id, result };
    const message = task ? `The task is ${task.status}` : "There is no such task";
    return { jsonrpc: "2.0", id, error: { code: ERROR_CODE.invalidParams, message } };
  }
}
