// Captures for tests, said in the words of a session: builder("stdio://a").initialize().asks("tools/list", {...}).

import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange, ReceivedMessage, Unsolicited } from "../../src/capture/capture.ts";

export const VERSION = "io.modelcontextprotocol/protocolVersion";
export const STATELESS_META = { _meta: { [VERSION]: "2026-07-28" } };

export class CaptureBuilder {
  readonly #label: string;
  #capabilities: JsonObject | null = null;
  readonly #exchanges: Exchange[] = [];
  readonly #unsolicited: Unsolicited[] = [];
  #conversation: string | undefined;
  #nextId = 1;

  constructor(label = "stdio://server") {
    this.#label = label;
  }

  advertises(...names: readonly string[]): this {
    this.#capabilities = Object.fromEntries(names.map((name) => [name, {}]));
    return this;
  }

  /** What follows belongs to this conversation. */
  in(conversation: string): this {
    this.#conversation = conversation;
    return this;
  }

  /** Request ids go on from here. */
  idsFrom(id: number): this {
    this.#nextId = id;
    return this;
  }

  exchange(exchange: Exchange): this {
    this.#exchanges.push({ ...(this.#conversation ? { conversation: this.#conversation } : {}), ...exchange });
    return this;
  }

  asks(method: string, result: Json, params?: JsonObject): this {
    return this.#request(method, params, { result });
  }

  fails(method: string, error: Json = { code: -32602, message: "Invalid params" }, params?: JsonObject): this {
    return this.#request(method, params, { error });
  }

  /** A request that is never answered. */
  waits(method: string, params?: JsonObject): this {
    return this.#request(method, params, undefined);
  }

  tells(method: string): this {
    return this.exchange({ request: { jsonrpc: "2.0", method } });
  }

  initialize(): this {
    return this.asks("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  }

  handshake(): this {
    return this.initialize().tells("notifications/initialized");
  }

  /** Marks the last exchange. */
  onPurpose(): this {
    return this.with({ deliberate: true });
  }

  /** Adds members to the last exchange. */
  with(members: Exchange): this {
    const last = this.#exchanges.pop();
    if (!last) throw new Error("there is no exchange yet");
    this.#exchanges.push({ ...last, ...members });
    return this;
  }

  meanwhile(...messages: readonly Json[]): this {
    return this.with({
      meanwhile: messages.map((message, index): ReceivedMessage => ({ seq: index, at_ms: 0, message })),
    });
  }

  unsolicited(message: Json): this {
    this.#unsolicited.push({ conversation: this.#conversation ?? "main", seq: 0, at_ms: 0, message });
    return this;
  }

  build(): Capture {
    return {
      server_label: this.#label,
      server_capabilities: this.#capabilities,
      exchanges: [...this.#exchanges],
      ...(this.#unsolicited.length > 0 ? { unsolicited: [...this.#unsolicited] } : {}),
    };
  }

  #request(method: string, params: JsonObject | undefined, answer: JsonObject | undefined): this {
    const id = this.#nextId++;
    const request = { jsonrpc: "2.0", id, method, ...(params ? { params } : {}) };
    return this.exchange({ request, ...(answer ? { response: { jsonrpc: "2.0", id, ...answer } } : {}) });
  }
}

export const session = (label?: string): CaptureBuilder => new CaptureBuilder(label);
