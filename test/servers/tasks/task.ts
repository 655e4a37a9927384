// A task: work that goes on after its request was answered, and what is known of it meanwhile.

import { randomUUID } from "node:crypto";
import { currentCaller } from "../caller.ts";
import { type Hooks, skips } from "../hooks.ts";
import type { JsonObject, RpcError } from "../json-rpc.ts";

export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

export type TaskOutcome = { result: JsonObject } | { error: RpcError };

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

export const RELATED_TASK = "io.modelcontextprotocol/related-task";

// However long a client wants a task kept, there is an end to it.
const MOST_TTL_MS = 5 * 60_000;
const POLL_MS = 50;

export class Task {
  readonly id: string;
  readonly owner = currentCaller();
  readonly createdAt = new Date().toISOString();
  readonly ttl: number;
  readonly pollInterval = POLL_MS;
  lastUpdatedAt = this.createdAt;
  status: TaskStatus = "working";
  statusMessage: string | undefined;
  outcome: TaskOutcome | undefined;
  readonly running = new AbortController();
  readonly ended: Promise<void>;
  readonly #onChange: (task: Task) => void;
  #end: () => void = () => undefined;

  constructor(id: string, wantedTtl: number | undefined, onChange: (task: Task) => void) {
    this.id = id;
    this.ttl = Math.min(Math.max(wantedTtl ?? MOST_TTL_MS, 1), MOST_TTL_MS);
    this.#onChange = onChange;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get terminal(): boolean {
    return this.status !== "working" && this.status !== "input_required";
  }

  // A task that has ended stays as it is.
  move(status: TaskStatus, message?: string): void {
    if (this.terminal || this.status === status) return;
    this.status = status;
    this.statusMessage = message;
    this.lastUpdatedAt = new Date().toISOString();
    if (this.terminal) this.#end();
    this.#onChange(this);
  }

  finish(status: "completed" | "failed", outcome: TaskOutcome, message?: string): void {
    if (this.terminal) return;
    this.outcome = outcome;
    this.move(status, message);
  }

  // The work is stopped, and whatever still comes of it is thrown away.
  cancel(): void {
    this.move("cancelled", "The task was cancelled by request.");
    this.running.abort();
  }
}

export class TaskStore {
  readonly #tasks = new Map<string, Task>();
  readonly #listeners = new Set<(task: Task) => void>();
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  create(wantedTtl?: number): Task {
    const task = new Task(this.#hooks.taskId?.() ?? randomUUID(), wantedTtl, (changed) => {
      for (const listener of [...this.#listeners]) listener(changed);
    });
    this.#tasks.set(task.id, task);
    setTimeout(() => this.#tasks.delete(task.id), task.ttl).unref();
    return task;
  }

  find(id: unknown): Task | undefined {
    const task = typeof id === "string" ? this.#tasks.get(id) : undefined;
    return task && this.#isOwn(task) ? task : undefined;
  }

  all(): Task[] {
    return [...this.#tasks.values()].filter((task) => this.#isOwn(task));
  }

  #isOwn({ owner }: Task): boolean {
    return owner === currentCaller() || skips(this.#hooks, "task-user");
  }

  onChange(listener: (task: Task) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
