// One session of the stateful era: from initialize to its end, over any transport.

import type { Channel } from "../channel.ts";
import { Cancelled } from "../features/call.ts";
import { FEATURE_METHODS } from "../features/feature-methods.ts";
import { isLogLevel, type LogLevel } from "../features/log-levels.ts";
import { isKnownResource, notFound } from "../features/resources.ts";
import type { Change } from "../features/world.ts";
import type { MessageContext, TransportName } from "../hooks.ts";
import {
  classify,
  errorMessage,
  INVALID_PARAMS,
  INVALID_REQUEST,
  type Incoming,
  isObject,
  isRequestId,
  type JsonObject,
  type JsonValue,
  METHOD_NOT_FOUND,
  notificationMessage,
  type RequestId,
  RpcError,
  type RpcRequest,
  resultMessage,
  toRpcError,
} from "../json-rpc.ts";
import { atLeast, newest, type Revision } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { ResultChannels } from "../tasks/stateful-task-call.ts";
import { StatefulTasks } from "../tasks/stateful-tasks.ts";
import { BatchChannel } from "./batch-channel.ts";
import { ClientRequests } from "./client-requests.ts";
import { shakeHands } from "./initialize.ts";
import { StatefulCall } from "./stateful-call.ts";

export class StatefulSession {
  readonly core: ServerCore;
  readonly transport: TransportName;
  readonly standalone: Channel;
  readonly clientRequests: ClientRequests;
  readonly resultChannels = new ResultChannels();
  revision: Revision | undefined;
  clientCapabilities: JsonObject = {};
  initialized = false;
  logLevel: LogLevel = "info";
  // Roots are kept while the client promises to tell when they change.
  knownRoots: JsonObject | undefined;
  readonly #inFlight = new Map<RequestId, AbortController>();
  readonly #subscriptions = new Set<string>();
  readonly #ended = new AbortController();
  readonly #tasks: StatefulTasks;
  #stopListening: (() => void) | undefined;
  #pinging: NodeJS.Timeout | undefined;

  constructor(core: ServerCore, transport: TransportName, standalone: Channel) {
    this.core = core;
    this.transport = transport;
    this.standalone = standalone;
    this.clientRequests = new ClientRequests(core.clientRequestTimeoutMs);
    this.#tasks = new StatefulTasks(this);
  }

  // Resolves when everything in the message has been dealt with; false if a hook wants it left unanswered.
  async receive(incoming: JsonValue, channel: Channel): Promise<boolean> {
    this.core.log.add({ kind: "received", message: incoming });
    let value = incoming;
    const verdict = this.core.hooks.incoming?.(value, {
      era: "stateful",
      transport: this.transport,
      revision: this.revision,
      send: (wire) => channel.sendRaw(wire),
      sendStandalone: (wire) => this.standalone.sendRaw(wire),
    });
    if (verdict === "ignore") return false;
    if (verdict !== undefined && "answerWith" in verdict) {
      for (const wire of verdict.answerWith) channel.sendRaw(wire);
      return true;
    }
    if (verdict !== undefined) value = verdict.replaceWith;
    if (Array.isArray(value) && this.#takesBatches()) await this.#receiveBatch(value, channel);
    else await this.#receiveOne(this.#classify(value), channel);
    return true;
  }

  refuse(channel: Channel, id: RequestId | undefined, error: RpcError): void {
    const context = this.context(channel, undefined);
    const edited = this.#editError(errorMessage(id ?? this.#unreadableId(), error), context);
    channel.send(edited, context, error.httpStatus);
  }

  context(channel: Channel, request: RpcRequest | undefined): MessageContext {
    return { era: "stateful", transport: this.transport, stream: channel.stream, revision: this.revision, request };
  }

  // Stops a request as if its client had cancelled it.
  stop(id: RequestId): void {
    this.#inFlight.get(id)?.abort();
  }

  end(): void {
    this.#ended.abort();
    this.#stopListening?.();
    clearInterval(this.#pinging);
    for (const running of this.#inFlight.values()) running.abort();
  }

  #classify(value: JsonValue): Incoming {
    const lenient = !this.core.checks("jsonrpc-envelope") && isObject(value);
    return classify(lenient ? { ...value, jsonrpc: "2.0" } : value);
  }

  #takesBatches(): boolean {
    if (!this.core.checks("batch-refused")) return true;
    // Before the handshake the revision is open, so a server that knows batches reads one and refuses its members.
    return (
      this.revision === "2025-03-26" ||
      (this.revision === undefined && this.core.statefulRevisions.includes("2025-03-26"))
    );
  }

  async #receiveBatch(values: JsonValue[], channel: Channel): Promise<void> {
    if (values.length === 0) {
      this.refuse(channel, undefined, new RpcError(INVALID_REQUEST, "Invalid request: empty batch", undefined, 400));
      return;
    }
    const batch = new BatchChannel(channel);
    await Promise.all(
      values.map((value) => {
        const incoming = this.#classify(value);
        if (incoming.kind === "request" && incoming.method === "initialize") {
          this.refuse(batch, incoming.id, new RpcError(INVALID_REQUEST, "initialize must not be part of a batch"));
          return undefined;
        }
        return this.#receiveOne(incoming, batch);
      }),
    );
    if (batch.responses.length > 0) channel.sendBatch(batch.responses);
  }

  async #receiveOne(incoming: Incoming, channel: Channel): Promise<void> {
    if (incoming.kind === "invalid") this.refuse(channel, incoming.id, incoming.error);
    else if (incoming.kind === "response") this.clientRequests.settle(incoming.id, incoming.result, incoming.error);
    else if (incoming.kind === "notification") this.#receiveNotification(incoming.method, incoming.params);
    else await this.#answer(incoming, channel);
  }

  #receiveNotification(method: string, params: JsonObject): void {
    if (method === "notifications/initialized" && this.revision !== undefined) this.#begin();
    if (method === "notifications/cancelled") this.#cancel(params);
    if (method === "notifications/roots/list_changed") this.#forgetRoots();
  }

  async #answer(request: RpcRequest, channel: Channel): Promise<void> {
    const context = (): MessageContext => this.context(channel, request);
    const running = new AbortController();
    // The handshake cannot be cancelled.
    if (request.method !== "initialize") this.#inFlight.set(request.id, running);
    try {
      const served = await this.#serve(request, channel, running.signal);
      const result = this.core.hooks.result?.(served, context()) ?? served;
      if (running.signal.aborted) return;
      channel.send(resultMessage(request.id, result), context());
      if (request.method === "resources/subscribe") this.#giveSigns(request.params);
    } catch (thrown) {
      if (running.signal.aborted || thrown instanceof Cancelled) return;
      const error = toRpcError(thrown);
      channel.send(this.#editError(errorMessage(request.id, error), context()), context(), error.httpStatus);
    } finally {
      if (this.#inFlight.get(request.id) === running) this.#inFlight.delete(request.id);
    }
  }

  async #serve(request: RpcRequest, channel: Channel, signal: AbortSignal): Promise<JsonObject> {
    const { method, params } = request;
    if (method === "initialize") return this.#initialize(params);
    if (method === "ping") return {};
    const revision = this.#agreedRevision();
    if (method === "logging/setLevel" && this.#offers("logging")) return this.#setLevel(params);
    if (method === "resources/subscribe" && this.#offers("subscribe")) return this.#subscribe(params, revision);
    if (method === "resources/unsubscribe" && this.#offers("subscribe")) return this.#unsubscribe(params);
    const ofTasks = this.#tasks.serve(request, channel, signal);
    if (ofTasks !== undefined) return ofTasks;
    const known = FEATURE_METHODS.get(method);
    if (known === undefined || !this.#offers(known.feature)) {
      if (!this.core.checks("method-known")) return {};
      throw new RpcError(METHOD_NOT_FOUND, "Method not found");
    }
    if (method === "prompts/get" && this.core.newEdition) this.core.world.publishOnce();
    const call = new StatefulCall(this, request, channel, revision, signal);
    try {
      return await known.serve(params, call);
    } finally {
      call.close();
    }
  }

  #offers(feature: Parameters<ServerCore["has"]>[0]): boolean {
    return this.core.has(feature) || !this.core.checks("capability-gate");
  }

  #initialize(params: JsonObject): JsonObject {
    // Over HTTP whoever wants another session gets one of its own; on stdio there is only this one.
    if (this.revision !== undefined && this.transport !== "stdio")
      throw new RpcError(INVALID_REQUEST, "This session is already initialized");
    const handshake = shakeHands(this.core, params, this.transport);
    this.revision = handshake.revision;
    this.clientCapabilities = handshake.clientCapabilities;
    return handshake.result;
  }

  #agreedRevision(): Revision {
    if (this.revision !== undefined) return this.revision;
    if (!this.core.checks("initialized-first")) return newest(this.core.statefulRevisions);
    throw new RpcError(INVALID_REQUEST, "The session is not initialized", undefined, 400);
  }

  #begin(): void {
    if (this.initialized) return;
    this.initialized = true;
    this.#stopListening = this.core.world.onChange((change) => this.#announce(change));
    this.#pinging = setInterval(() => this.#ping(), this.core.pingIntervalMs);
    this.#pinging.unref();
  }

  #announce(change: Change): void {
    const context = this.context(this.standalone, undefined);
    const all = !this.core.checks("subscription-scope");
    if ("list" in change && (all || this.core.has("list-changed"))) {
      this.standalone.send(notificationMessage(`notifications/${change.list}/list_changed`), context);
    }
    if ("uri" in change && (all || this.#subscriptions.has(change.uri))) {
      this.standalone.send(notificationMessage("notifications/resources/updated", { uri: change.uri }), context);
    }
  }

  // A client that does not answer is a matter for the transport, which notices when the connection is gone.
  #ping(): void {
    if (!this.standalone.connected) return;
    const context = this.context(this.standalone, undefined);
    this.clientRequests.ask(this.standalone, context, "ping", undefined, this.#ended.signal).catch(() => undefined);
  }

  #cancel(params: JsonObject): void {
    if (!isRequestId(params.requestId) || !this.core.checks("cancellation")) return;
    this.core.log.add({ kind: "cancelled", reason: typeof params.reason === "string" ? params.reason : "" });
    this.stop(params.requestId);
  }

  #forgetRoots(): void {
    if (this.knownRoots === undefined) return;
    this.knownRoots = undefined;
    if (!this.standalone.connected) return;
    const context = this.context(this.standalone, undefined);
    this.clientRequests.ask(this.standalone, context, "roots/list", undefined, this.#ended.signal).then(
      (roots) => {
        this.knownRoots = roots;
      },
      () => undefined,
    );
  }

  #setLevel(params: JsonObject): JsonObject {
    if (isLogLevel(params.level)) this.logLevel = params.level;
    else if (this.core.checks("log-level")) throw new RpcError(INVALID_PARAMS, "Unknown log level");
    return {};
  }

  #subscribe(params: JsonObject, revision: Revision): JsonObject {
    if (typeof params.uri !== "string") throw new RpcError(INVALID_PARAMS, "The uri is missing");
    if (!isKnownResource(params.uri)) throw notFound(params.uri, { revision });
    this.#subscriptions.add(params.uri);
    return {};
  }

  // Who watches a resource hears once of it and of the lists, so that there is something to hear. At once: after a wait, a
  // busy machine would decide whether the session still hears it.
  #giveSigns({ uri }: JsonObject): void {
    if (typeof uri !== "string" || this.#ended.signal.aborted) return;
    for (const change of [{ uri }, { list: "resources" }, { list: "prompts" }] as const) this.#announce(change);
  }

  #unsubscribe(params: JsonObject): JsonObject {
    if (typeof params.uri !== "string") throw new RpcError(INVALID_PARAMS, "The uri is missing");
    this.#subscriptions.delete(params.uri);
    return {};
  }

  // JSON-RPC writes null for an id it could not read; from 2025-11-25 on the schema leaves the member out.
  #unreadableId(): null | undefined {
    return this.revision !== undefined && atLeast(this.revision, "2025-11-25") ? undefined : null;
  }

  #editError(message: JsonObject, context: MessageContext): JsonObject {
    const error = isObject(message.error) ? this.core.hooks.error?.(message.error, context) : undefined;
    return error === undefined ? message : { ...message, error };
  }
}
