// stdout as a channel: one message a line, nothing else.

import type { Channel } from "../channel.ts";
import { type MessageContext, type StreamName, type Wire, wireBytes } from "../hooks.ts";
import type { JsonObject } from "../json-rpc.ts";
import { Outbox } from "../outbox.ts";
import type { ServerCore } from "../server-core.ts";

export class StdoutChannel implements Channel {
  readonly stream: StreamName = "stdout";
  readonly connected = true;
  readonly #core: ServerCore;
  readonly #write: (bytes: string | Buffer) => void;
  readonly #outbox: Outbox;

  constructor(core: ServerCore, write: (bytes: string | Buffer) => void) {
    this.#core = core;
    this.#write = write;
    this.#outbox = new Outbox(core.hooks, (wire, _message, context) => this.#writeLine(wire, context));
    const first = core.hooks.stdoutStart?.();
    if (first !== undefined) write(first);
  }

  send(message: JsonObject, context: MessageContext): void {
    this.#outbox.send(message, context);
  }

  sendBatch(messages: JsonObject[]): void {
    this.sendRaw(this.#core.hooks.batch?.(messages) ?? messages);
  }

  sendRaw(wire: Wire): void {
    this.#writeLine(wire, undefined);
  }

  flushed(): Promise<void> {
    return this.#outbox.flushed();
  }

  #writeLine(wire: Wire, context: MessageContext | undefined): void {
    const bytes = wireBytes(wire);
    if (Buffer.isBuffer(bytes)) this.#write(bytes);
    else this.#write(this.#core.hooks.stdoutLine?.(`${bytes}\n`, context) ?? `${bytes}\n`);
  }
}
