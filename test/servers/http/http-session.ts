// One session over Streamable HTTP: its streams, their replay, and the channel for messages of no request.

import { randomUUID } from "node:crypto";
import { currentCaller } from "../caller.ts";
import type { Channel } from "../channel.ts";
import type { MessageContext, StreamName, Wire } from "../hooks.ts";
import type { JsonObject } from "../json-rpc.ts";
import { Outbox } from "../outbox.ts";
import { atLeast } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { StatefulSession } from "../stateful/session.ts";
import { EventStream } from "./event-stream.ts";

const MOST_PENDING = 100;

export class HttpSession {
  readonly id: string;
  readonly user = currentCaller();
  readonly protocol: StatefulSession;
  readonly standalone: StandaloneChannel;
  readonly #core: ServerCore;
  readonly #streams = new Map<string, EventStream>();

  constructor(core: ServerCore) {
    this.#core = core;
    this.id = core.hooks.sessionId?.() ?? randomUUID();
    this.standalone = new StandaloneChannel(core);
    this.protocol = new StatefulSession(core, "http", this.standalone);
  }

  // Stream ids are random and part of each event id, which thus names its stream and is unique in the session.
  newStream(stream: StreamName, rpcMethod: string | undefined): EventStream {
    const id = randomUUID();
    const events = new EventStream(this.#core, { stream, rpcMethod, revision: this.protocol.revision }, id);
    this.#streams.set(id, events);
    return events;
  }

  // Only 2025-11-25 knows the empty first event; older clients would try to parse it.
  primes(): boolean {
    const { revision } = this.protocol;
    return revision !== undefined && atLeast(revision, "2025-11-25");
  }

  find(eventId: string): { events: EventStream; position: number } | undefined {
    const [streamId = "", position = ""] = eventId.split(".");
    if (!this.#core.checks("replay-stream")) {
      const [other] = this.#othersThan(streamId);
      return other && { events: other, position: 0 };
    }
    const events = this.#streams.get(streamId);
    return events === undefined || !/^\d+$/.test(position) ? undefined : { events, position: Number(position) };
  }

  // What belonged to other streams; a correct server never replays it.
  foreignTo(events: EventStream): (string | Buffer)[] {
    if (this.#core.checks("replay-scope")) return [];
    return [...this.#streams.values()].filter((other) => other !== events).flatMap((other) => other.kept);
  }

  #othersThan(streamId: string): EventStream[] {
    return [...this.#streams].filter(([id]) => id !== streamId).map(([, events]) => events);
  }

  end(): void {
    this.protocol.end();
    for (const events of this.#streams.values()) events.end();
  }
}

// Messages that belong to no request travel on a GET stream; without one they wait for it.
export class StandaloneChannel implements Channel {
  readonly stream: StreamName = "get";
  readonly #core: ServerCore;
  readonly #outbox: Outbox;
  #pending: Wire[] = [];
  #events: EventStream | undefined;

  constructor(core: ServerCore) {
    this.#core = core;
    this.#outbox = new Outbox(core.hooks, (wire) => this.sendRaw(wire));
  }

  get connected(): boolean {
    return this.#events?.connected ?? false;
  }

  // Of several GET streams the newest gets the messages: each goes out once.
  use(events: EventStream): void {
    this.#events = events;
    const pending = this.#pending;
    this.#pending = [];
    for (const wire of pending) events.send(wire);
  }

  send(message: JsonObject, context: MessageContext): void {
    this.#core.log.add({ kind: "sent", message });
    this.#outbox.send(message, context);
  }

  sendBatch(messages: JsonObject[]): void {
    this.sendRaw(messages);
  }

  sendRaw(wire: Wire): void {
    if (this.#events?.connected) this.#events.send(wire);
    else if (this.#pending.length < MOST_PENDING) this.#pending.push(wire);
  }
}
