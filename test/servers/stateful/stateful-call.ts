// A running request of the stateful era as a feature sees it.

import { logMessage, progressMessage, readMeta, readProgressToken } from "../call-notifications.ts";
import type { Channel } from "../channel.ts";
import { AskFailed, type Call, CannotAsk, type InputKind, type InputRequest } from "../features/call.ts";
import { checkShape, contentViolations, declares, INPUT_METHODS, isPlain } from "../features/input-requests.ts";
import type { LogLevel } from "../features/log-levels.ts";
import { isObject, type JsonObject, type RequestId, type RpcRequest } from "../json-rpc.ts";
import type { Revision } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { askAsTask, runsAsTask } from "./client-task.ts";
import type { StatefulSession } from "./session.ts";

export class StatefulCall implements Call {
  readonly core: ServerCore;
  readonly revision: Revision;
  readonly signal: AbortSignal;
  readonly #session: StatefulSession;
  readonly #request: RpcRequest;
  readonly #channel: Channel;
  readonly #progressToken: RequestId | undefined;
  #open = true;

  constructor(
    session: StatefulSession,
    request: RpcRequest,
    channel: Channel,
    revision: Revision,
    signal: AbortSignal,
  ) {
    this.core = session.core;
    this.revision = revision;
    this.signal = signal;
    this.#session = session;
    this.#request = request;
    this.#channel = channel;
    this.#progressToken = readProgressToken(readMeta(request.params));
  }

  // Nothing is said about a request once it is answered.
  close(): void {
    this.#open = false;
  }

  progress(progress: number, total: number, message: string): void {
    if (this.#progressToken === undefined) return;
    this.#notify(progressMessage(this.#progressToken, this.revision, progress, total, message));
  }

  log(level: LogLevel, data: JsonObject): void {
    if (!this.core.has("logging")) return;
    const threshold = this.core.checks("log-threshold") ? this.#session.logLevel : "debug";
    const message = logMessage(level, threshold, data);
    if (message !== undefined) this.#notify(message);
  }

  get clientCapabilities(): JsonObject {
    return this.#session.clientCapabilities;
  }

  canAsk(kind: InputKind): boolean {
    if (!this.core.checks("client-capability") && isPlain(kind)) return true;
    // A client that takes nothing but JSON for this POST could not be reached.
    if (!this.#channel.connected) return false;
    return this.#session.initialized && declares(this.#session.clientCapabilities, kind);
  }

  async ask(_key: string, request: InputRequest): Promise<JsonObject> {
    const session = this.#session;
    if (!this.canAsk(request.kind)) throw new CannotAsk(request.kind);
    if (request.kind === "roots" && session.knownRoots !== undefined) return session.knownRoots;
    const context = session.context(this.#channel, this.#request);
    const method = INPUT_METHODS[request.kind];
    if (request.withdrawn === true) {
      session.clientRequests.askAndWithdraw(this.#channel, context, method, request.params);
      return {};
    }
    const put = (asked: string, params: JsonObject | undefined): Promise<JsonObject> =>
      session.clientRequests.ask(this.#channel, context, asked, params, this.signal);
    const answer = runsAsTask(session, method)
      ? await askAsTask(session, put, method, request.params ?? {}, this.signal)
      : await put(method, request.params);
    checkShape(request, answer);
    const problems = this.core.checks("elicited-content") ? contentViolations(request, answer) : [];
    if (problems.length > 0) throw new AskFailed(`The form was filled in wrongly: ${problems.join("; ")}`);
    const { roots } = session.clientCapabilities;
    if (request.kind === "roots" && isObject(roots) && roots.listChanged === true) session.knownRoots = answer;
    return answer;
  }

  async comeBack(): Promise<void> {}

  #notify(message: JsonObject): void {
    if (!this.#open || this.signal.aborted) return;
    this.#channel.send(message, this.#session.context(this.#channel, this.#request));
  }
}
