// The MCP endpoint of the stateless era: POST only, no sessions, nothing to resume.

import { classify, type JsonValue } from "../json-rpc.ts";
import { STATELESS_REVISION } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { StatelessProtocol } from "../stateless/protocol.ts";
import { readAccept } from "./accept.ts";
import { EventStream } from "./event-stream.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { PostChannel } from "./post-channel.ts";

export class StatelessEndpoint {
  readonly #core: ServerCore;
  readonly #protocol: StatelessProtocol;
  readonly #preferEvents: boolean;

  constructor(core: ServerCore, preferEvents: boolean) {
    this.#core = core;
    this.#protocol = new StatelessProtocol(core, "http");
    this.#preferEvents = preferEvents;
  }

  async post(http: HttpExchange, message: JsonValue): Promise<void> {
    http.era = "stateless";
    const incoming = classify(message);
    const rpcMethod = incoming.kind === "request" ? incoming.method : undefined;
    http.rpcMethod = rpcMethod;
    const accepted = readAccept(http.header("accept"));
    if (!accepted.json && !accepted.events) {
      http.answer(406);
      return;
    }
    const context = { stream: rpcMethod === "subscriptions/listen" ? "listen" : "post", rpcMethod } as const;
    const channel = new PostChannel(http, {
      accepted,
      preferEvents: this.#preferEvents,
      headers: () => ({}),
      primes: () => false,
      newStream: () => new EventStream(this.#core, { ...context, revision: STATELESS_REVISION }, undefined),
    });
    const clientGone = new AbortController();
    http.response.once("close", () => clientGone.abort());
    const { headers } = http.request;
    const received = this.#protocol.receive(message, { channel, clientGone: clientGone.signal, headers });
    // Refusals need their own status, so the stream opens only once the request turned out to be worth serving.
    if (this.#preferEvents && rpcMethod !== undefined) setImmediate(() => channel.openStreamIfUnanswered());
    const handled = await received;
    if (!handled) return;
    if (incoming.kind === "notification") http.answer(202);
    else await channel.finish();
  }

  end(): Promise<void> {
    return this.#protocol.end();
  }
}
