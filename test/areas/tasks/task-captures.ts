// What the tables about tasks share: calls that make tasks, and looks at them.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenStateless, type ReadingCase } from "../reading-table.ts";
import { answered, refused, statelessMeta } from "../small-captures.ts";

/** The `_meta` of a client that declares the tasks extension. */
export const DECLARED = statelessMeta({ extensions: { "io.modelcontextprotocol/tasks": {} } });

/** A call that asks for a task in the way of 2025-11-25. */
export const taskCall = (result: Json, { step = "task-create", name = "t" } = {}): Exchange =>
  answered(step, "tools/call", result, { name, task: {} });

/** A call that may be answered with a task in the stateless era. */
export const extensionCall = (result: Json, { step = "task-create", name = "t" } = {}): Exchange =>
  answered(step, "tools/call", result, { name, _meta: DECLARED });

export const made = (taskId: string, more: JsonObject = {}) =>
  taskCall({ task: { taskId, status: "working", ...more } });

export const about = (
  method: string,
  taskId: Json,
  result: Json,
  step = `task-${method.slice("tasks/".length)}`,
  params: JsonObject = {},
): Exchange => answered(step, method, result, { taskId, ...params });

export const get = (taskId: string, status: string, step = "task-get", more: JsonObject = {}): Exchange =>
  about("tasks/get", taskId, { taskId, status, ...more }, step);

/** The same with a time to live. */
export const lives = (taskId: string, ttl: JsonObject): Exchange => get(taskId, "working", "task-get", ttl);

/** The server denies the task. */
export const gone = (taskId: string, code = -32602): Exchange => refused("task-get", "tasks/get", code, { taskId });

/** What holds for every question about tasks: a server that makes none gives no occasion to put it. */
export const noOccasion: readonly ReadingCase[] = [
  given("a server that made no task", [taskCall({ content: [] }, { step: "x" })]).inapplicable("precondition-absent"),
  given("no call that may become a task").unseen("not-probed"),
];

/** What holds for every list over the calls that may become tasks. */
export const nothingCalled: readonly ReadingCase[] = [
  given("a server that made no task", [taskCall({ content: [] })]).values([], { lookedAt: [""] }),
  given("calls without any sign of tasks", [answered("call", "tools/call", {}, { name: "t" })]).unseen("not-probed"),
  givenStateless("stateless: a task member is no sign any more", [taskCall({ content: [] })]).unseen("not-probed"),
  given("tasks that are not on offer", [
    { conversation: "main", step: "unsupported-task", reason: "not-offered", detail: "no tasks" },
  ]).inapplicable("not-offered"),
];
