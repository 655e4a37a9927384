// A stream of server-sent events. One that gives its events ids outlives its connection and can be resumed.

import type { ServerResponse } from "node:http";
import { type StreamContext, type Wire, wireBytes } from "../hooks.ts";
import type { ServerCore } from "../server-core.ts";

export class EventStream {
  readonly context: StreamContext;
  readonly #core: ServerCore;
  // Undefined for streams that cannot be resumed.
  readonly #id: string | undefined;
  readonly #kept: (string | Buffer)[] = [];
  #response: ServerResponse | undefined;
  #keepAlive: NodeJS.Timeout | undefined;
  #count = 0;
  #complete = false;

  constructor(core: ServerCore, context: StreamContext, id: string | undefined) {
    this.#core = core;
    this.#id = id;
    this.context = context;
  }

  get connected(): boolean {
    return this.#response !== undefined;
  }

  get kept(): readonly (string | Buffer)[] {
    return this.#kept;
  }

  // Writes from now on, and what was missed after the given event, to this response.
  attach(response: ServerResponse, missedAfter?: number): void {
    this.#response = response;
    this.#core.log.add({ kind: "stream", name: this.context.stream, state: "opened" });
    response.once("close", () => this.#detach(response));
    // A hook may write after the end; that is its vice, and no reason for the test to crash.
    response.on("error", () => undefined);
    this.#keepAlive = setInterval(() => response.write(":\n\n"), this.#core.keepAliveMs);
    this.#keepAlive.unref();
    if (missedAfter !== undefined) for (const bytes of this.#kept.slice(missedAfter)) response.write(bytes);
    if (this.#complete) this.#endResponse();
  }

  send(wire: Wire, event = "message"): void {
    const data = wireBytes(wire);
    if (Buffer.isBuffer(data)) this.#write(Buffer.concat([Buffer.from("data: "), data, Buffer.from("\n\n")]));
    else this.#write(this.#frame(event, data));
  }

  // An event with an id and no data lets the client come back even before the first message.
  prime(): void {
    this.#count += 1;
    this.#write(`id: ${this.#id}.${this.#count}\nretry: 100\ndata: \n\n`);
  }

  // Ends the connection but not the stream, which waits to be resumed.
  release(): void {
    const response = this.#response;
    if (response === undefined) return;
    this.#detach(response);
    response.end();
  }

  end(): void {
    this.#complete = true;
    this.#endResponse();
  }

  #frame(event: string, data: string): string {
    const lines = data.split("\n").map((line) => `data: ${line}\n`);
    if (this.#id === undefined) return `event: ${event}\n${lines.join("")}\n`;
    this.#count += 1;
    return `event: ${event}\nid: ${this.#id}.${this.#count}\n${lines.join("")}\n`;
  }

  #write(framed: string | Buffer): void {
    const bytes = typeof framed === "string" ? (this.#core.hooks.sseEvent?.(framed, this.context) ?? framed) : framed;
    if (this.#id !== undefined) this.#kept.push(bytes);
    this.#response?.write(bytes);
  }

  #endResponse(): void {
    const how = this.#core.hooks.streamEnd?.(this.context) ?? "end";
    if (how === "end") this.#response?.end();
    if (how === "destroy") this.#response?.destroy();
  }

  #detach(response: ServerResponse): void {
    if (this.#response !== response) return;
    clearInterval(this.#keepAlive);
    this.#response = undefined;
    this.#core.log.add({ kind: "stream", name: this.context.stream, state: "closed" });
  }
}
