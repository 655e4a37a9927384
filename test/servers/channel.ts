// Where a protocol layer writes: the answer of one POST, a stream, or stdout.

import type { MessageContext, StreamName, Wire } from "./hooks.ts";
import type { JsonObject } from "./json-rpc.ts";

export interface Channel {
  readonly stream: StreamName;
  /** False while nobody listens, as on the GET stream of a client that opened none. */
  readonly connected: boolean;
  /** The status counts for a response that travels as the body of its own HTTP answer. */
  send(message: JsonObject, context: MessageContext, httpStatus?: number): void;
  /** Answers a batch; only 2025-03-26 has them. */
  sendBatch(messages: JsonObject[]): void;
  /** Writes past the hooks: what a hook wants said instead of an answer. */
  sendRaw(wire: Wire): void;
}
