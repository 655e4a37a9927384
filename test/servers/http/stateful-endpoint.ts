// The MCP endpoint of the stateful era: POST, GET and DELETE with sessions.

import { currentCaller } from "../caller.ts";
import { classify, INVALID_REQUEST, type Incoming, type JsonValue, RpcError } from "../json-rpc.ts";
import { newest } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { readAccept } from "./accept.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { HttpSession } from "./http-session.ts";
import { PostChannel } from "./post-channel.ts";

const SESSION_HEADER = "Mcp-Session-Id";

export class StatefulEndpoint {
  readonly #core: ServerCore;
  readonly #preferEvents: boolean;
  readonly #polling: boolean;
  readonly #sessions = new Map<string, HttpSession>();

  constructor(core: ServerCore, preferEvents: boolean, polling: boolean) {
    this.#core = core;
    this.#polling = polling;
    this.#preferEvents = preferEvents;
  }

  async post(http: HttpExchange, message: JsonValue): Promise<void> {
    const incoming = classify(message);
    const isRequest = incoming.kind === "request";
    if (isRequest) http.rpcMethod = incoming.method;
    if (!this.#checkVersionHeader(http, incoming)) return;
    const opens = isRequest && incoming.method === "initialize";
    const session = opens ? new HttpSession(this.#core) : this.#findSession(http, incoming);
    if (session === undefined) return;
    const accepted = readAccept(http.header("accept"));
    if (!accepted.json && !accepted.events) {
      http.answer(406);
      return;
    }
    // Whoever polls a task wants one short answer each time.
    const prefersEvents = this.#preferEvents && http.rpcMethod !== "tasks/get";
    const channel = new PostChannel(http, {
      accepted,
      preferEvents: prefersEvents,
      headers: () => (opens ? this.#register(session) : {}),
      newStream: () => session.newStream("post", http.rpcMethod),
      primes: () => session.primes(),
    });
    // The answer to initialize names the session, so its stream opens only with the response.
    if (prefersEvents && isRequest && !opens) channel.openStreamIfUnanswered();
    // The first event carried an id and a retry time, so the client knows how to come back.
    if (this.#polling && session.primes() && http.rpcMethod === "tools/call") channel.openStream().release();
    // A lost connection is no cancellation here: the work goes on, and the stream can be resumed.
    if (isRequest && !this.#core.checks("disconnect-ignored"))
      channel.onLostConnection = () => session.protocol.stop(incoming.id);
    const handled = await session.protocol.receive(message, channel);
    if (!handled) return;
    if (hasRequest(message)) await channel.finish();
    else http.answer(202);
  }

  get(http: HttpExchange): void {
    if (!this.#checkVersionHeader(http, undefined)) return;
    const session = this.#findSession(http, undefined);
    if (session === undefined) return;
    if (!readAccept(http.header("accept")).events) {
      http.answer(406);
      return;
    }
    const lastEventId = http.header("last-event-id");
    const resumed = lastEventId === undefined ? undefined : session.find(lastEventId);
    http.startStream("get", {});
    if (resumed !== undefined) {
      for (const bytes of session.foreignTo(resumed.events)) http.response.write(bytes);
      resumed.events.attach(http.response, resumed.position);
      if (resumed.events.context.stream === "get") session.standalone.use(resumed.events);
      return;
    }
    const events = session.newStream("get", undefined);
    events.attach(http.response);
    if (session.primes()) events.prime();
    session.standalone.use(events);
    if (this.#polling && session.primes()) events.release();
  }

  delete(http: HttpExchange): void {
    if (!this.#checkVersionHeader(http, undefined)) return;
    const session = this.#findSession(http, undefined);
    if (session === undefined) return;
    if (this.#core.checks("session-ended")) {
      this.#sessions.delete(session.id);
      session.end();
    }
    this.#core.log.add({ kind: "session", id: session.id, state: "ended" });
    http.answer(204);
  }

  // The session a request belongs to, if it names one: it tells in which revision to refuse a broken body.
  peek(http: HttpExchange): HttpSession | undefined {
    return this.#sessions.get(http.header("mcp-session-id") ?? "");
  }

  end(): void {
    for (const session of this.#sessions.values()) session.end();
    this.#sessions.clear();
  }

  #register(session: HttpSession): Record<string, string> {
    // A failed handshake leaves no session behind.
    if (session.protocol.revision === undefined) return {};
    if (!this.#sessions.has(session.id)) {
      this.#sessions.set(session.id, session);
      this.#core.log.add({ kind: "session", id: session.id, state: "opened" });
    }
    return { [SESSION_HEADER]: session.id };
  }

  #checkVersionHeader(http: HttpExchange, incoming: Incoming | undefined): boolean {
    const version = http.header("mcp-protocol-version");
    // Without the header the session knows its revision.
    if (version === undefined || !this.#core.checks("version-header")) return true;
    if (this.#core.statefulRevisions.some((one) => one === version)) return true;
    this.#refuse(http, 400, incoming, "Unsupported protocol version");
    return false;
  }

  #findSession(http: HttpExchange, incoming: Incoming | undefined): HttpSession | undefined {
    const id = http.header("mcp-session-id");
    const session = id === undefined ? undefined : this.#sessions.get(id);
    const isTheirs = session?.user === currentCaller() || !this.#core.checks("session-user");
    if (session !== undefined && isTheirs) return session;
    if (!this.#core.checks(id === undefined ? "session-missing" : "session-unknown")) return this.#implicitSession();
    if (id === undefined) this.#refuse(http, 400, incoming, `The header ${SESSION_HEADER} is missing`);
    else this.#refuse(http, 404, incoming, "Session not found");
    return undefined;
  }

  // What a server does that has sessions but does not insist on them.
  #implicitSession(): HttpSession {
    const session = new HttpSession(this.#core);
    session.protocol.revision = newest(this.#core.statefulRevisions);
    return session;
  }

  #refuse(http: HttpExchange, status: number, incoming: Incoming | undefined, message: string): void {
    const id = incoming?.kind === "request" || incoming?.kind === "invalid" ? incoming.id : undefined;
    http.refuse(status, new RpcError(INVALID_REQUEST, `Bad request: ${message}`), id);
  }
}

// Anything that is answered: requests, and members nobody can read.
function hasRequest(message: JsonValue): boolean {
  if (Array.isArray(message)) return message.length === 0 || message.some(hasRequest);
  const { kind } = classify(message);
  return kind === "request" || kind === "invalid";
}
