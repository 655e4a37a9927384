// Collects the responses of a batch; everything else goes straight out.

import type { Channel } from "../channel.ts";
import type { MessageContext, StreamName, Wire } from "../hooks.ts";
import { isResponseMessage, type JsonObject } from "../json-rpc.ts";

export class BatchChannel implements Channel {
  readonly responses: JsonObject[] = [];
  readonly #channel: Channel;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  get stream(): StreamName {
    return this.#channel.stream;
  }

  get connected(): boolean {
    return this.#channel.connected;
  }

  send(message: JsonObject, context: MessageContext): void {
    if (isResponseMessage(message)) this.responses.push(message);
    else this.#channel.send(message, context);
  }

  sendBatch(messages: JsonObject[]): void {
    this.#channel.sendBatch(messages);
  }

  sendRaw(wire: Wire): void {
    this.#channel.sendRaw(wire);
  }
}
