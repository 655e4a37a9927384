// A running request of the stateless era as a feature sees it.

import { logMessage, progressMessage } from "../call-notifications.ts";
import type { Channel } from "../channel.ts";
import { AskFailed, type Call, CannotAsk, type InputKind, type InputRequest } from "../features/call.ts";
import { checkShape, contentViolations, declares, INPUT_METHODS, isPlain } from "../features/input-requests.ts";
import type { LogLevel } from "../features/log-levels.ts";
import type { MessageContext } from "../hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, RpcError, type RpcRequest } from "../json-rpc.ts";
import { type Revision, STATELESS_REVISION } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import type { RequestMeta } from "./request-meta.ts";
import { readState, writeState } from "./request-state.ts";

// Thrown to end a request that cannot go on without an answer of the client.
export class InputRequired extends Error {
  readonly result: JsonObject;

  constructor(result: JsonObject) {
    super("Input required");
    this.result = result;
  }
}

const MAY_ASK = new Set(["tools/call", "prompts/get", "resources/read"]);

export class StatelessCall implements Call {
  readonly core: ServerCore;
  readonly revision: Revision = STATELESS_REVISION;
  readonly signal: AbortSignal;
  readonly #request: RpcRequest;
  readonly #meta: RequestMeta;
  readonly #channel: Channel;
  readonly #context: MessageContext;
  readonly #answers: JsonObject;
  readonly #responses: JsonObject;
  #open = true;

  constructor(
    core: ServerCore,
    request: RpcRequest,
    meta: RequestMeta,
    channel: Channel,
    context: MessageContext,
    signal: AbortSignal,
  ) {
    this.core = core;
    this.signal = signal;
    this.#request = request;
    this.#meta = meta;
    this.#channel = channel;
    this.#context = context;
    const asks = MAY_ASK.has(request.method);
    const responses = asks ? readResponses(core, request) : {};
    const state = asks ? readState(core, request) : undefined;
    this.#answers = { ...state };
    // Without our state nothing was asked, so there is nothing to answer: the question is put again.
    this.#responses = state === undefined ? {} : responses;
  }

  // Nothing is said about a request once it is answered.
  close(): void {
    this.#open = false;
  }

  progress(progress: number, total: number, message: string): void {
    const token = this.#meta.progressToken;
    if (token !== undefined) this.#notify(progressMessage(token, this.revision, progress, total, message));
  }

  // Without a level in this very request there are no log messages at all.
  log(level: LogLevel, data: JsonObject): void {
    const wanted = this.core.checks("log-threshold") ? this.#meta.logLevel : "debug";
    if (wanted === undefined || !this.core.has("logging") || !this.core.has("deprecated")) return;
    const message = logMessage(level, wanted, data);
    if (message !== undefined) this.#notify(message);
  }

  get clientCapabilities(): JsonObject {
    return this.#meta.capabilities;
  }

  canAsk(kind: InputKind): boolean {
    return declares(this.#meta.capabilities, kind) || (!this.core.checks("client-capability") && isPlain(kind));
  }

  async ask(key: string, request: InputRequest): Promise<JsonObject> {
    if (!this.canAsk(request.kind)) throw new CannotAsk(request.kind);
    const earlier = this.#answers[key];
    if (isObject(earlier)) return earlier;
    const response = Object.hasOwn(this.#responses, key) ? this.#responses[key] : undefined;
    if (response === undefined) throw this.#inputRequired(key, request);
    const answer = this.#check(request, response);
    const problems = this.core.checks("elicited-content") ? contentViolations(request, answer) : [];
    if (problems.length > 0) throw this.#inputRequired(key, request);
    this.#answers[key] = answer;
    return answer;
  }

  async comeBack(key: string): Promise<void> {
    if (isObject(this.#answers[key])) return;
    const requestState = writeState(this.core, this.#request, { ...this.#answers, [key]: {} });
    throw new InputRequired({ resultType: "input_required", requestState });
  }

  #check(request: InputRequest, response: unknown): JsonObject {
    try {
      return checkShape(request, response);
    } catch (thrown) {
      if (!this.core.checks("input-responses") && isObject(response)) return response;
      if (thrown instanceof AskFailed) throw new RpcError(INVALID_PARAMS, thrown.message);
      throw thrown;
    }
  }

  #inputRequired(key: string, request: InputRequest): InputRequired {
    const { params } = request;
    const bare = { method: INPUT_METHODS[request.kind], ...(params === undefined ? {} : { params }) };
    return new InputRequired({
      resultType: "input_required",
      inputRequests: { [key]: bare },
      requestState: writeState(this.core, this.#request, this.#answers),
    });
  }

  #notify(message: JsonObject): void {
    if (this.#open && !this.signal.aborted) this.#channel.send(message, this.#context);
  }
}

function readResponses(core: ServerCore, request: RpcRequest): JsonObject {
  const responses = request.params.inputResponses;
  if (responses === undefined) return {};
  if (isObject(responses)) return responses;
  if (!core.checks("input-responses")) return {};
  throw new RpcError(INVALID_PARAMS, "The inputResponses are not an object");
}
