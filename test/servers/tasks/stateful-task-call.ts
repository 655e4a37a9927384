// A running task of 2025-11-25 as a feature sees it: what it says carries the id of its task.

import { logMessage, progressMessage, readMeta, readProgressToken } from "../call-notifications.ts";
import type { Channel } from "../channel.ts";
import { AskFailed, type Call, CannotAsk, type InputKind, type InputRequest } from "../features/call.ts";
import { checkShape, contentViolations, declares, INPUT_METHODS } from "../features/input-requests.ts";
import type { LogLevel } from "../features/log-levels.ts";
import { isObject, type JsonObject, type RequestId, type RpcRequest } from "../json-rpc.ts";
import type { Revision } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import type { StatefulSession } from "../stateful/session.ts";
import { RELATED_TASK, type Task } from "./task.ts";

// The streams of tasks/result, over which a task asks its client.
export class ResultChannels {
  readonly #open = new Map<Task, Channel>();
  readonly #waiting = new Map<Task, ((channel: Channel) => void)[]>();

  open(task: Task, channel: Channel): void {
    if (!channel.connected) return;
    this.#open.set(task, channel);
    for (const take of this.#waiting.get(task) ?? []) take(channel);
    this.#waiting.delete(task);
  }

  next(task: Task): Promise<Channel> {
    const channel = this.#open.get(task);
    if (channel !== undefined) return Promise.resolve(channel);
    return new Promise((resolve) => {
      this.#waiting.set(task, [...(this.#waiting.get(task) ?? []), resolve]);
    });
  }
}

export class StatefulTaskCall implements Call {
  readonly core: ServerCore;
  readonly revision: Revision = "2025-11-25";
  readonly signal: AbortSignal;
  readonly #session: StatefulSession;
  readonly #request: RpcRequest;
  readonly #task: Task;
  readonly #token: RequestId | undefined;
  #asking = 0;
  #open = true;

  constructor(session: StatefulSession, request: RpcRequest, task: Task) {
    this.core = session.core;
    this.signal = task.running.signal;
    this.#session = session;
    this.#request = request;
    this.#task = task;
    this.#token = readProgressToken(readMeta(request.params));
  }

  close(): void {
    this.#open = false;
  }

  progress(progress: number, total: number, message: string): void {
    if (this.#token === undefined) return;
    this.#notify(progressMessage(this.#token, this.revision, progress, total, message));
  }

  log(level: LogLevel, data: JsonObject): void {
    if (!this.core.has("logging")) return;
    const message = logMessage(level, this.#session.logLevel, data);
    if (message !== undefined) this.#notify(message);
  }

  canAsk(kind: InputKind): boolean {
    return this.#session.initialized && declares(this.#session.clientCapabilities, kind);
  }

  // The question waits until the client comes for the result; polling tells it to.
  async ask(_key: string, request: InputRequest): Promise<JsonObject> {
    if (!this.canAsk(request.kind)) throw new CannotAsk(request.kind);
    this.#asking += 1;
    this.#task.move("input_required", "The task waits for an answer of the client.");
    try {
      const channel = await this.#session.resultChannels.next(this.#task);
      const context = this.#session.context(channel, this.#request);
      const method = INPUT_METHODS[request.kind];
      const params = this.#related(request.params ?? {});
      const answer = await this.#session.clientRequests.ask(channel, context, method, params, this.signal);
      checkShape(request, answer);
      const problems = contentViolations(request, answer);
      if (problems.length > 0) throw new AskFailed(`The form was filled in wrongly: ${problems.join("; ")}`);
      return answer;
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) this.#task.move("working");
    }
  }

  async comeBack(): Promise<void> {}

  #notify(message: JsonObject): void {
    if (!this.#open || this.#task.terminal) return;
    const params = this.#related(isObject(message.params) ? message.params : {});
    const { standalone } = this.#session;
    standalone.send({ ...message, params }, this.#session.context(standalone, this.#request));
  }

  #related(params: JsonObject): JsonObject {
    return { ...params, _meta: { [RELATED_TASK]: { taskId: this.#task.id } } };
  }
}
