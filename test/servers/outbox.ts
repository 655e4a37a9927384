// Passes outgoing messages through the hooks and keeps their order, also when a hook delays one of them.

import type { Hooks, MessageContext, Wire } from "./hooks.ts";
import type { JsonObject } from "./json-rpc.ts";

export type Write = (wire: Wire, message: JsonObject, context: MessageContext) => void;

export class Outbox {
  readonly #hooks: Hooks;
  readonly #write: Write;
  #tail: Promise<void> | undefined;

  constructor(hooks: Hooks, write: Write) {
    this.#hooks = hooks;
    this.#write = write;
  }

  send(message: JsonObject, context: MessageContext): void {
    const edited = this.#hooks.outgoing?.(message, context);
    if (this.#tail === undefined && !(edited instanceof Promise)) {
      this.#writeAll(edited ?? [message], message, context);
      return;
    }
    // A promise chain costs a tick per message, so it is only started by a hook that waits.
    this.#tail = (this.#tail ?? Promise.resolve()).then(async () => {
      this.#writeAll((await edited) ?? [message], message, context);
    });
  }

  // Resolves when everything sent so far has been written.
  async flushed(): Promise<void> {
    await this.#tail;
  }

  #writeAll(wires: Wire[], message: JsonObject, context: MessageContext): void {
    for (const wire of wires) this.#write(wire, message, context);
  }
}
