// The HTTP+SSE transport of 2024-11-05: a GET opens the session and its stream, messages are POSTed elsewhere.

import { randomUUID } from "node:crypto";
import type { Channel } from "../channel.ts";
import type { MessageContext, StreamName, Wire } from "../hooks.ts";
import { type JsonObject, toRpcError } from "../json-rpc.ts";
import { Outbox } from "../outbox.ts";
import type { ServerCore } from "../server-core.ts";
import { StatefulSession } from "../stateful/session.ts";
import { readAccept } from "./accept.ts";
import { parseJson } from "./body.ts";
import { EventStream } from "./event-stream.ts";
import type { HttpExchange } from "./http-exchange.ts";

interface OpenSession {
  protocol: StatefulSession;
  channel: SseChannel;
}

export class SseEndpoint {
  readonly #core: ServerCore;
  readonly #sessions = new Map<string, OpenSession>();

  constructor(core: ServerCore) {
    this.#core = core;
  }

  open(http: HttpExchange): void {
    if (!readAccept(http.header("accept")).events) {
      http.answer(406);
      return;
    }
    const id = this.#core.hooks.sessionId?.() ?? randomUUID();
    const events = new EventStream(this.#core, { stream: "get", revision: undefined, rpcMethod: undefined }, undefined);
    const channel = new SseChannel(this.#core, events);
    const protocol = new StatefulSession(this.#core, "http+sse", channel);
    this.#sessions.set(id, { protocol, channel });
    http.startStream("get", {});
    events.attach(http.response);
    events.send(`/messages?sessionId=${encodeURIComponent(id)}`, "endpoint");
    // The session is its stream: it does not outlive the connection.
    http.response.once("close", () => {
      this.#sessions.delete(id);
      protocol.end();
    });
  }

  async post(http: HttpExchange): Promise<void> {
    const id = http.url.searchParams.get("sessionId");
    const session = this.#sessions.get(id ?? "");
    if (session === undefined) {
      http.answer(id === null ? 400 : 404);
      return;
    }
    try {
      const message = parseJson(http.body);
      // Every answer travels on the stream; the POST is only acknowledged.
      http.answer(202);
      await session.protocol.receive(message, session.channel);
    } catch (thrown) {
      http.answer(400);
      session.protocol.refuse(session.channel, undefined, toRpcError(thrown));
    }
  }

  end(): void {
    for (const { protocol, channel } of this.#sessions.values()) {
      protocol.end();
      channel.end();
    }
    this.#sessions.clear();
  }
}

class SseChannel implements Channel {
  readonly stream: StreamName = "get";
  readonly #core: ServerCore;
  readonly #events: EventStream;
  readonly #outbox: Outbox;

  constructor(core: ServerCore, events: EventStream) {
    this.#core = core;
    this.#events = events;
    this.#outbox = new Outbox(core.hooks, (wire) => this.sendRaw(wire));
  }

  get connected(): boolean {
    return this.#events.connected;
  }

  send(message: JsonObject, context: MessageContext): void {
    this.#core.log.add({ kind: "sent", message });
    this.#outbox.send(message, context);
  }

  sendBatch(messages: JsonObject[]): void {
    this.sendRaw(this.#core.hooks.batch?.(messages) ?? messages);
  }

  sendRaw(wire: Wire): void {
    this.#events.send(wire);
  }

  end(): void {
    this.#events.end();
  }
}
