// The stateless era: every request is complete in itself, and nothing is remembered from one to the next.

import type { IncomingHttpHeaders } from "node:http";
import type { Channel } from "../channel.ts";
import { Cancelled, CannotAsk } from "../features/call.ts";
import { FEATURE_METHODS } from "../features/feature-methods.ts";
import { REQUIRED_CAPABILITIES } from "../features/input-requests.ts";
import { serverInfo } from "../features/shape.ts";
import { COUNTER_URI } from "../features/world.ts";
import type { MessageContext, TransportName } from "../hooks.ts";
import {
  classify,
  errorMessage,
  INVALID_REQUEST,
  type Incoming,
  isObject,
  isRequestId,
  type JsonObject,
  type JsonValue,
  METHOD_NOT_FOUND,
  MISSING_CAPABILITY,
  type RequestId,
  RpcError,
  type RpcRequest,
  resultMessage,
  toRpcError,
} from "../json-rpc.ts";
import { STATELESS_REVISION } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { serverCapabilities } from "../stateful/initialize.ts";
import { serveTasks } from "../tasks/stateless-tasks.ts";
import { checkHeaders, checkVersionHeaderPresent } from "./request-headers.ts";
import {
  checkVersion,
  hasModernMeta,
  type RequestMeta,
  readRequestMeta,
  SERVER_INFO_KEY,
  unsupportedVersion,
} from "./request-meta.ts";
import { InputRequired, StatelessCall } from "./stateless-call.ts";
import { Subscription } from "./subscriptions.ts";

const CACHEABLE = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "skills/list",
  "skills/get",
]);

export interface Exchange {
  channel: Channel;
  /** Aborted when the client closes the response stream; stdio has none. */
  clientGone?: AbortSignal;
  /** Only HTTP has headers to compare with the body. */
  headers?: IncomingHttpHeaders;
}

export class StatelessProtocol {
  readonly core: ServerCore;
  readonly transport: TransportName;
  readonly #inFlight = new Map<RequestId, AbortController>();
  readonly #serverEnds = new AbortController();

  constructor(core: ServerCore, transport: TransportName) {
    this.core = core;
    this.transport = transport;
  }

  // Resolves when the message has been dealt with; false if a hook wants it left unanswered.
  async receive(incoming: JsonValue, exchange: Exchange): Promise<boolean> {
    this.core.log.add({ kind: "received", message: incoming });
    let value = incoming;
    const { channel } = exchange;
    const verdict = this.core.hooks.incoming?.(value, {
      era: "stateless",
      transport: this.transport,
      revision: STATELESS_REVISION,
      send: (wire) => channel.sendRaw(wire),
      sendStandalone: (wire) => channel.sendRaw(wire),
    });
    if (verdict === "ignore") return false;
    if (verdict !== undefined && "answerWith" in verdict) {
      for (const wire of verdict.answerWith) channel.sendRaw(wire);
      return true;
    }
    if (verdict !== undefined) value = verdict.replaceWith;
    const members = Array.isArray(value) && !this.core.checks("batch-refused") ? value : [value];
    for (const member of members) await this.#receiveOne(this.#classify(member), exchange);
    return true;
  }

  refuse(channel: Channel, id: RequestId | undefined, error: RpcError): void {
    this.#sendError(channel, id, error, this.#context(channel, undefined));
  }

  // Ends every open subscription with its completion result.
  async end(): Promise<void> {
    this.#serverEnds.abort();
    // The completion results leave before what is still running is stopped.
    await new Promise((resolve) => setImmediate(resolve));
    for (const running of this.#inFlight.values()) running.abort();
  }

  cancel(params: JsonObject): void {
    if (!isRequestId(params.requestId) || !this.core.checks("cancellation")) return;
    this.core.log.add({ kind: "cancelled", reason: typeof params.reason === "string" ? params.reason : "" });
    this.#inFlight.get(params.requestId)?.abort();
  }

  #classify(value: JsonValue): Incoming {
    const lenient = !this.core.checks("jsonrpc-envelope") && isObject(value);
    return classify(lenient ? { ...value, jsonrpc: "2.0" } : value);
  }

  async #receiveOne(incoming: Incoming, exchange: Exchange): Promise<void> {
    if (incoming.kind === "request") await this.#answer(incoming, exchange);
    else if (incoming.kind === "invalid") this.refuse(exchange.channel, incoming.id, incoming.error);
    else if (incoming.kind === "notification") {
      // Over HTTP a closed stream is the only way to cancel.
      if (incoming.method === "notifications/cancelled" && exchange.headers === undefined) this.cancel(incoming.params);
    } else if (exchange.headers !== undefined && this.core.checks("posted-response")) {
      const error = new RpcError(INVALID_REQUEST, "Responses are not accepted", undefined, 400);
      this.refuse(exchange.channel, undefined, error);
    }
  }

  async #answer(request: RpcRequest, exchange: Exchange): Promise<void> {
    const { channel, clientGone } = exchange;
    const context = this.#context(channel, request);
    const running = new AbortController();
    // Two HTTP clients may use the same id at once, so only stdio requests are found by their id.
    if (exchange.headers === undefined) this.#inFlight.set(request.id, running);
    const onGone = (): void => running.abort();
    if (this.core.checks("disconnect-cancels")) clientGone?.addEventListener("abort", onGone, { once: true });
    try {
      const served = await this.#serve(request, exchange, context, running.signal);
      const result = this.core.hooks.result?.(served, context) ?? served;
      if (!running.signal.aborted) channel.send(resultMessage(request.id, result), context);
    } catch (thrown) {
      if (running.signal.aborted || thrown instanceof Cancelled) return;
      this.#sendError(channel, request.id, this.#toError(thrown), context);
    } finally {
      clientGone?.removeEventListener("abort", onGone);
      if (this.#inFlight.get(request.id) === running) this.#inFlight.delete(request.id);
    }
  }

  async #serve(
    request: RpcRequest,
    exchange: Exchange,
    context: MessageContext,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const meta = this.#validate(request, exchange.headers);
    if (request.method === "server/discover") return this.#complete(request, this.#discover());
    const ofTasks = serveTasks(this.core, request, meta, (thrown) => this.#toError(thrown));
    if (ofTasks !== undefined) return this.#complete(request, ofTasks);
    if (request.method === "subscriptions/listen") {
      const subscription = new Subscription(this.core, request, exchange.channel, { ...context, stream: "listen" });
      return this.#complete(request, await subscription.run(signal, this.#serverEnds.signal));
    }
    const known = FEATURE_METHODS.get(request.method);
    const offered =
      known !== undefined &&
      (known.extension === undefined || this.core.offers(known.extension)) &&
      (this.core.has(known.feature) || !this.core.checks("capability-gate"));
    if (known === undefined || !offered) {
      if (!this.core.checks("method-known")) return this.#complete(request, {});
      throw new RpcError(METHOD_NOT_FOUND, "Method not found", undefined, 404);
    }
    const call = new StatelessCall(this.core, request, meta, exchange.channel, context, signal);
    try {
      return this.#complete(request, await known.serve(request.params, call));
    } catch (thrown) {
      if (thrown instanceof InputRequired) return this.#identified(thrown.result);
      throw thrown;
    } finally {
      call.close();
    }
  }

  #validate(request: RpcRequest, headers: IncomingHttpHeaders | undefined): RequestMeta {
    // A client of the older era cannot fall forward: naming our versions is all the help there is.
    if (request.method === "initialize" && !hasModernMeta({ params: request.params })) {
      throw unsupportedVersion(this.core, String(request.params.protocolVersion ?? ""));
    }
    if (headers !== undefined) checkVersionHeaderPresent(this.core, headers);
    const meta = readRequestMeta(this.core, request);
    if (headers !== undefined) checkHeaders(this.core, request, meta, headers);
    checkVersion(this.core, meta.version);
    return meta;
  }

  #discover(): JsonObject {
    return {
      supportedVersions: [...this.core.statelessRevisions],
      capabilities: serverCapabilities(this.core, STATELESS_REVISION, this.transport),
      instructions: "Use catalogue_info to see what there is.",
    };
  }

  #complete(request: RpcRequest, result: JsonObject): JsonObject {
    // The counter changes at any time, everything else lives longer. Nothing depends on who asks.
    const ttlMs = request.params.uri === COUNTER_URI ? 0 : 60_000;
    const hints = CACHEABLE.has(request.method) ? { ttlMs, cacheScope: "public" } : {};
    return this.#identified({ resultType: "complete", ...result, ...hints, ...traced(request, result) });
  }

  #identified(result: JsonObject): JsonObject {
    const meta = isObject(result._meta) ? result._meta : {};
    return { ...result, _meta: { ...meta, [SERVER_INFO_KEY]: serverInfo(STATELESS_REVISION) } };
  }

  #toError(thrown: unknown): RpcError {
    if (!(thrown instanceof CannotAsk)) return toRpcError(thrown);
    const data = { requiredCapabilities: REQUIRED_CAPABILITIES[thrown.kind] };
    return new RpcError(MISSING_CAPABILITY, thrown.message, data, 400);
  }

  #sendError(channel: Channel, id: RequestId | undefined, error: RpcError, context: MessageContext): void {
    const message = errorMessage(id, error);
    const edited = isObject(message.error) ? this.core.hooks.error?.(message.error, context) : undefined;
    channel.send(edited === undefined ? message : { ...message, error: edited }, context, error.httpStatus);
  }

  #context(channel: Channel, request: RpcRequest | undefined): MessageContext {
    return {
      era: "stateless",
      transport: this.transport,
      stream: channel.stream,
      revision: STATELESS_REVISION,
      request,
    };
  }
}

// A trace goes on where it came from: the answer belongs to the same one.
function traced(request: RpcRequest, result: JsonObject): JsonObject {
  const { _meta: asked } = request.params;
  const traceparent = isObject(asked) ? asked.traceparent : undefined;
  if (typeof traceparent !== "string") return {};
  return { _meta: { ...(isObject(result._meta) ? result._meta : {}), traceparent } };
}
