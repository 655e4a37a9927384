// The answer to one POST: a JSON body, or an event stream as soon as there is more to say than the response.

import type { Channel } from "../channel.ts";
import { type MessageContext, type StreamName, type Wire, wireBytes } from "../hooks.ts";
import { isResponseMessage, type JsonObject } from "../json-rpc.ts";
import { Outbox } from "../outbox.ts";
import type { Accepted } from "./accept.ts";
import type { EventStream } from "./event-stream.ts";
import type { HttpExchange } from "./http-exchange.ts";

export interface PostChannelOptions {
  accepted: Accepted;
  /** Answer with an event stream even if JSON would do. */
  preferEvents: boolean;
  /** Headers of the answer, known only when it begins: initialize yields a session id. */
  headers(): Record<string, string>;
  newStream(): EventStream;
  /** Whether a new stream begins with an event without data, so that it can be resumed from the start. */
  primes(): boolean;
}

export class PostChannel implements Channel {
  readonly stream: StreamName = "post";
  /** Called when something is written that nobody listens to any more. */
  onLostConnection: (() => void) | undefined;
  readonly #http: HttpExchange;
  readonly #options: PostChannelOptions;
  readonly #outbox: Outbox;
  readonly #bodies: (string | Buffer)[] = [];
  #status = 200;
  #answered = false;
  #events: EventStream | undefined;

  constructor(http: HttpExchange, options: PostChannelOptions) {
    this.#http = http;
    this.#options = options;
    this.#outbox = new Outbox(http.core.hooks, (wire, message, context) => this.#write(wire, message, context));
  }

  get connected(): boolean {
    return this.#options.accepted.events;
  }

  send(message: JsonObject, context: MessageContext, httpStatus = 200): void {
    if (isResponseMessage(message)) {
      this.#answered = true;
      this.#status = httpStatus;
    }
    this.#http.core.log.add({ kind: "sent", message });
    this.#outbox.send(message, context);
  }

  sendBatch(messages: JsonObject[]): void {
    this.#answered = true;
    const edited = this.#http.core.hooks.batch?.(messages);
    if (edited !== undefined || !this.#wantsEvents()) this.sendRaw(edited ?? messages);
    else for (const message of messages) this.openStream().send(message);
  }

  sendRaw(wire: Wire): void {
    this.#answered = true;
    if (this.#events === undefined) this.#bodies.push(wireBytes(wire));
    else this.#events.send(wire);
  }

  openStream(): EventStream {
    if (this.#events === undefined) {
      this.#events = this.#options.newStream();
      this.#http.startStream("post", this.#options.headers());
      this.#events.attach(this.#http.response);
      if (this.#options.primes()) this.#events.prime();
    }
    return this.#events;
  }

  // Opens the stream while the answer is still being worked on.
  openStreamIfUnanswered(): void {
    if (!this.#answered && this.#options.accepted.events && !this.#http.response.destroyed) this.openStream();
  }

  // Says that nothing more follows.
  async finish(): Promise<void> {
    await this.#outbox.flushed();
    if (this.#events !== undefined) {
      this.#events.end();
    } else if (this.#bodies.length > 0) {
      const headers = { "Content-Type": "application/json", ...this.#options.headers() };
      this.#http.answer(this.#status, headers, joined(this.#bodies));
    } else if (!this.#answered) {
      this.#finishUnanswered();
    }
    // Otherwise a hook dropped the answer, and the exchange hangs as it wanted.
  }

  // A cancelled request gets no response: an empty stream says so without inventing one.
  #finishUnanswered(): void {
    if (this.#options.accepted.events) this.openStream().end();
    else this.#http.answer(202);
  }

  #wantsEvents(): boolean {
    if (this.#events !== undefined) return true;
    const { accepted, preferEvents } = this.#options;
    return accepted.events && (preferEvents || !accepted.json) && this.#status === 200;
  }

  #write(wire: Wire, message: JsonObject, _context: MessageContext): void {
    if (isResponseMessage(message) && !this.#wantsEvents()) {
      this.#bodies.push(wireBytes(wire));
    } else if (this.#options.accepted.events) {
      this.openStream().send(wire);
      if (this.#http.response.destroyed) this.onLostConnection?.();
    }
    // A client that takes JSON only cannot be told anything before the response.
  }
}

function joined(bodies: (string | Buffer)[]): string | Buffer {
  if (bodies.every((body) => typeof body === "string")) return bodies.join("\n");
  return Buffer.concat(bodies.map((body) => Buffer.from(body)));
}
