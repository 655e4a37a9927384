// The tasks of a client: what a server of 2025-11-25 asks for as a task, and about tasks.

import { randomUUID } from "node:crypto";
import { type Json, type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { ANSWERS } from "./answers.ts";
import type { OwnTaskVice } from "./vice.ts";

interface OwnTask {
  readonly id: string;
  readonly method: string;
  readonly params: Json | undefined;
  status: "working" | "completed" | "cancelled";
  polls: number;
}

const NOT_FOUND: JsonObject = { error: { code: -32602, message: "Task not found" } };
const AT = "2025-11-25T10:30:00Z";

export class OwnTasks {
  readonly #tasks = new Map<string, OwnTask>();
  readonly #vice: OwnTaskVice;

  constructor(vice: OwnTaskVice) {
    this.#vice = vice;
  }

  /** Undefined where it is no business of tasks. */
  answer(method: string, params: Json | undefined, capabilities: JsonObject): JsonObject | undefined {
    const declared = capabilities["tasks"];
    if (declared === undefined) return undefined;
    const [feature = "", operation = ""] = method.split("/");
    const isTask =
      member(params, "task") !== undefined &&
      member(member(member(declared, "requests"), feature), operation) !== undefined;
    const answer = isTask ? this.#create(method, params) : this.#manage(method, params, declared);
    return answer && (this.#vice.change?.(method, answer, params) ?? answer);
  }

  #create(method: string, params: Json | undefined): JsonObject {
    const task: OwnTask = { id: randomUUID(), method, params, status: "working", polls: 0 };
    this.#tasks.set(task.id, task);
    return { task: described(task) };
  }

  #manage(method: string, params: Json | undefined, declared: Json): JsonObject | undefined {
    const task = this.#tasks.get(stringMember(params, "taskId") ?? "");
    switch (method) {
      case "tasks/list":
        if (member(declared, "list") === undefined) return undefined;
        if (member(params, "cursor") !== undefined) return { error: { code: -32602, message: "Invalid cursor" } };
        return { tasks: [...this.#tasks.values()].map(described) };
      case "tasks/get":
        if (!task) return NOT_FOUND;
        task.polls += 1;
        if (task.polls > 1 && task.status === "working") task.status = "completed";
        return described(task);
      case "tasks/cancel":
        if (member(declared, "cancel") === undefined) return undefined;
        if (task?.status !== "working") return NOT_FOUND;
        task.status = "cancelled";
        return described(task);
      case "tasks/result":
        if (!task) return NOT_FOUND;
        // Nothing takes time here: who waits for the end has it at once.
        task.status = "completed";
        return {
          ...ANSWERS[task.method]?.(task.params, {}),
          _meta: { [META_KEY.relatedTask]: { taskId: task.id } },
        };
      default:
        return undefined;
    }
  }
}

const described = ({ id, status }: OwnTask): JsonObject => ({
  ...{ taskId: id, status, createdAt: AT, lastUpdatedAt: AT, ttl: 60_000, pollInterval: 50 },
});
