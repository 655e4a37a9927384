// The tasks extension of 2026-07-28: the server decides, the client polls, and answers what a task asks.

import { AskFailed, type Call, CannotAsk, type InputKind, type InputRequest } from "../features/call.ts";
import { checkShape, contentViolations, declares, INPUT_METHODS } from "../features/input-requests.ts";
import { callTool, findTool } from "../features/tools.ts";
import {
  INVALID_PARAMS,
  isObject,
  type JsonObject,
  MISSING_CAPABILITY,
  RpcError,
  type RpcRequest,
} from "../json-rpc.ts";
import { type Revision, STATELESS_REVISION } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import type { RequestMeta } from "../stateless/request-meta.ts";
import { TASKS_EXTENSION, type Task } from "./task.ts";

interface Question {
  readonly request: InputRequest;
  settle(answer: JsonObject): void;
}

// The questions that are open, by task and key.
const QUESTIONS = new WeakMap<Task, Map<string, Question>>();

export function offersTasks(core: ServerCore): boolean {
  return core.has("tasks") && core.has("tools");
}

// Undefined: not a matter of tasks.
export function serveTasks(
  core: ServerCore,
  request: RpcRequest,
  meta: RequestMeta,
  toError: (thrown: unknown) => RpcError,
): JsonObject | undefined {
  if (!offersTasks(core)) return undefined;
  const { method, params } = request;
  if (method === "tools/call") return callAsTask(core, request, meta, toError);
  if (method === "subscriptions/listen") {
    if (isObject(params.notifications) && params.notifications.taskIds !== undefined) checkDeclared(core, meta);
    return undefined;
  }
  if (method !== "tasks/get" && method !== "tasks/update" && method !== "tasks/cancel") return undefined;
  checkDeclared(core, meta);
  const task = core.tasks.find(params.taskId);
  if (task === undefined) throw new RpcError(INVALID_PARAMS, "There is no such task");
  if (method === "tasks/get") return detailed(task);
  if (method === "tasks/cancel") task.cancel();
  else update(task, params.inputResponses);
  return {};
}

// The task with what belongs to its status: the result, the error, or the open questions.
export function detailed(task: Task): JsonObject {
  const { outcome } = task;
  const questions = QUESTIONS.get(task) ?? new Map<string, Question>();
  return {
    ...described(task),
    ...(task.status === "input_required" ? { inputRequests: Object.fromEntries([...questions].map(asked)) } : {}),
    ...(outcome !== undefined && "result" in outcome ? { result: outcome.result } : {}),
    ...(outcome !== undefined && "error" in outcome ? { error: errorObject(outcome.error) } : {}),
  };
}

function described(task: Task): JsonObject {
  const { id, status, statusMessage, createdAt, lastUpdatedAt, ttl, pollInterval } = task;
  return {
    taskId: id,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttlMs: ttl,
    pollIntervalMs: pollInterval,
  };
}

function callAsTask(
  core: ServerCore,
  request: RpcRequest,
  meta: RequestMeta,
  toError: (thrown: unknown) => RpcError,
): JsonObject | undefined {
  const { name } = request.params;
  const tool = typeof name === "string" ? findTool(core, STATELESS_REVISION, name) : undefined;
  if (tool?.task === undefined) return undefined;
  if (!declaresTasks(meta)) {
    if (tool.task === "required" && core.checks("task-required")) throw undeclared();
    if (core.checks("task-opt-in")) return undefined;
  }
  const task = core.tasks.create();
  // A failure inside the tool is still a result; only an error of the protocol makes a task fail.
  callTool(request.params, new StatelessTaskCall(core, meta, task)).then(
    (result) => task.finish("completed", { result: { resultType: "complete", ...result } }),
    (thrown: unknown) => {
      const error = toError(thrown);
      task.finish("failed", { error }, error.message);
    },
  );
  return { resultType: "task", ...described(task) };
}

// Answers to questions that are not open mean nothing.
function update(task: Task, responses: unknown): void {
  if (!isObject(responses)) throw new RpcError(INVALID_PARAMS, "The inputResponses are not an object");
  const questions = QUESTIONS.get(task);
  for (const [key, answer] of Object.entries(responses)) {
    const question = questions?.get(key);
    if (question === undefined) continue;
    try {
      question.settle(checkShape(question.request, answer));
    } catch (thrown) {
      if (thrown instanceof AskFailed) throw new RpcError(INVALID_PARAMS, thrown.message);
      throw thrown;
    }
  }
}

class StatelessTaskCall implements Call {
  readonly core: ServerCore;
  readonly revision: Revision = STATELESS_REVISION;
  readonly signal: AbortSignal;
  readonly #meta: RequestMeta;
  readonly #task: Task;
  #rounds = 0;

  constructor(core: ServerCore, meta: RequestMeta, task: Task) {
    this.core = core;
    this.signal = task.running.signal;
    this.#meta = meta;
    this.#task = task;
  }

  // The extension has neither progress nor log messages.
  progress(): void {}

  log(): void {}

  canAsk(kind: InputKind): boolean {
    return declares(this.#meta.capabilities, kind);
  }

  async ask(key: string, request: InputRequest): Promise<JsonObject> {
    if (!this.canAsk(request.kind)) throw new CannotAsk(request.kind);
    const questions = QUESTIONS.get(this.#task) ?? new Map<string, Question>();
    QUESTIONS.set(this.#task, questions);
    // A key is used once in the life of a task.
    this.#rounds += 1;
    const unique = `${key}-${this.#rounds}`;
    const answer = await new Promise<JsonObject>((resolve) => {
      questions.set(unique, {
        request,
        settle: (given) => {
          questions.delete(unique);
          if (questions.size === 0) this.#task.move("working");
          resolve(given);
        },
      });
      this.#task.move("input_required", "The task waits for an answer of the client.");
    });
    const problems = contentViolations(request, answer);
    if (problems.length > 0) throw new AskFailed(`The form was filled in wrongly: ${problems.join("; ")}`);
    return answer;
  }

  async comeBack(): Promise<void> {}
}

function asked([key, { request }]: [string, Question]): [string, JsonObject] {
  const { kind, params } = request;
  return [key, { method: INPUT_METHODS[kind], ...(params === undefined ? {} : { params }) }];
}

function errorObject({ code, message, data }: RpcError): JsonObject {
  return { code, message, ...(data === undefined ? {} : { data }) };
}

function declaresTasks({ capabilities }: RequestMeta): boolean {
  return isObject(capabilities.extensions) && isObject(capabilities.extensions[TASKS_EXTENSION]);
}

function checkDeclared(core: ServerCore, meta: RequestMeta): void {
  if (!declaresTasks(meta) && core.checks("task-declared")) throw undeclared();
}

function undeclared(): RpcError {
  const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  return new RpcError(MISSING_CAPABILITY, "This client did not declare the tasks extension", data, 400);
}
