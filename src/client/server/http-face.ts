import { randomUUID } from "node:crypto";
import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { HEADER, HEADER_KEY } from "../../protocol/headers.ts";
import type { HeardRequest, HttpReply } from "../../wire/client/http-listener.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import type { Action } from "../scenario.ts";
import type { Channel } from "./channel.ts";
import { cutInThree } from "./cut.ts";
import { ScenarioSession, type SessionSettings } from "./scenario-session.ts";
import { isStateless } from "./versions.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** The server of a scenario over Streamable HTTP, at one endpoint. */
export class HttpFace {
  readonly #settings: SessionSettings;
  readonly #endpoint: string;
  readonly #sessions = new Map<string, ScenarioSession>();
  /** Of clients without a session id: those of the stateless era, and all where the scenario hands out none. */
  readonly #common: ScenarioSession;
  #requests = 0;
  /** Sessions so far, those that are over too. */
  #opened = 0;

  constructor(settings: SessionSettings, endpoint: string) {
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#common = new ScenarioSession(settings);
  }

  handle(request: HeardRequest, reply: HttpReply): void {
    this.#requests += 1;
    const { limits } = this.#settings;
    if (this.#requests > limits.requests || this.#sessions.size > limits.sessions) {
      refuse(reply, 429, "too many requests for one scenario");
      return;
    }
    const [path = ""] = request.path.split("?");
    if (path !== this.#endpoint) refuse(reply, 404, "nothing is here");
    else if (request.method === "POST") this.#post(request, reply);
    else if (this.#settings.scenario.face === "stateless") refuse(reply, 405, "use POST", [["Allow", "POST"]]);
    else if (request.method === "GET") this.#get(request, reply);
    else if (request.method === "DELETE") this.#delete(request, reply);
    else refuse(reply, 405, "use POST, GET or DELETE", [["Allow", "POST, GET, DELETE"]]);
  }

  #post(request: HeardRequest, reply: HttpReply): void {
    const message = parse(request.body);
    const messages = Array.isArray(message) ? message.filter(isJsonObject) : isJsonObject(message) ? [message] : [];
    if (messages.length === 0) {
      answerJson(reply, 400, { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
      return;
    }
    const initializes = messages.some((one) => member(one, "method") === "initialize");
    const opened = initializes ? this.#open() : undefined;
    const session = opened?.session ?? this.#sessionOf(request);
    if (!session || session.forgotten) {
      refuse(reply, 404, "there is no such session");
      return;
    }
    const [host] = headerValues(request.headers, "host");
    session.origin = host === undefined ? undefined : `http://${host}`;
    const headers = opened?.id === undefined ? [] : ([[HEADER.sessionId, opened.id]] as const);
    const work = messages.flatMap((one) => {
      const actions = session.actionsFor(one);
      return actions ? [{ request: one, actions }] : [];
    });
    for (const one of messages)
      if (member(one, "id") === undefined || stringMember(one, "method") === undefined) session.take(one);
    if (work.length === 0) {
      reply.head(202, [["Content-Length", "0"], ...headers]);
      reply.end();
      return;
    }
    const { http } = this.#settings.scenario;
    const isListening = messages.some((one) => member(one, "method") === "subscriptions/listen");
    const streams =
      http?.streams === true || isListening || work.length > 1 || work.some(({ actions }) => actions.some(needsStream));
    const channel = new HttpChannel(reply, streams, headers, messages.some(isStateless));
    void Promise.all(work.map(({ actions, request: one }) => session.run(actions, one, channel))).then(() => {
      if (!isListening) channel.end();
    });
  }

  #open(): { session: ScenarioSession; id: string | undefined } {
    if (this.#settings.scenario.http?.sessions === "none" || this.#settings.scenario.face === "stateless")
      return { session: this.#common, id: undefined };
    this.#opened += 1;
    const id = randomUUID();
    const session = new ScenarioSession({ ...this.#settings, session: this.#opened });
    this.#sessions.set(id, session);
    return { session, id };
  }

  /** Without an id it is the session of all who have none; with one it must be known. */
  #sessionOf(request: HeardRequest): ScenarioSession | undefined {
    const [id] = headerValues(request.headers, HEADER_KEY.sessionId);
    return id === undefined ? this.#common : this.#sessions.get(id);
  }

  #get(request: HeardRequest, reply: HttpReply): void {
    const session = this.#sessionOf(request);
    if (!session || session.forgotten) {
      refuse(reply, 404, "there is no such session");
      return;
    }
    const [resumes] = headerValues(request.headers, HEADER_KEY.lastEventId);
    if (this.#settings.scenario.http?.get === "refused" && !session.hasRest) {
      refuse(reply, 405, "this server has no stream of its own", [["Allow", "POST, DELETE"]]);
      return;
    }
    const channel = new HttpChannel(reply, true, [], false);
    channel.open();
    if (resumes !== undefined || session.hasRest) void session.resume(channel);
    else session.listen(channel);
  }

  #delete(request: HeardRequest, reply: HttpReply): void {
    const [id] = headerValues(request.headers, HEADER_KEY.sessionId);
    const known = id !== undefined && this.#sessions.delete(id);
    reply.head(known ? 200 : 404, [["Content-Length", "0"]]);
    reply.end();
  }
}

const needsStream = (action: Action): boolean =>
  !["answer", "result", "error", "wait", "status", "forget-session", "break"].includes(action.do);

const parse = (body: Buffer): Json | undefined => {
  try {
    return JSON.parse(body.toString("utf8")) as Json;
  } catch {
    return undefined;
  }
};

const answerJson = (reply: HttpReply, status: number, body: Json): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  reply.head(status, [JSON_TYPE, ["Content-Length", String(bytes.length)]]);
  reply.write(bytes);
  reply.end();
};

const refuse = (
  reply: HttpReply,
  status: number,
  message: string,
  headers: readonly (readonly [string, string])[] = [],
): void => {
  const bytes = Buffer.from(`${message}\n`);
  reply.head(status, [["Content-Type", "text/plain"], ["Content-Length", String(bytes.length)], ...headers]);
  reply.write(bytes);
  reply.end();
};

const eventOf = (text: string): string =>
  `event: message\n${text
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;

/** The answer to one POST or GET. */
class HttpChannel implements Channel {
  readonly #reply: HttpReply;
  readonly #streams: boolean;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #isStateless: boolean;
  #started = false;
  isOpen = true;

  constructor(reply: HttpReply, streams: boolean, headers: readonly (readonly [string, string])[], stateless: boolean) {
    this.#reply = reply;
    this.#streams = streams;
    this.#headers = headers;
    this.#isStateless = stateless;
    reply.onClose(() => {
      this.isOpen = false;
    });
  }

  open(): void {
    if (this.#started) return;
    this.#started = true;
    this.#reply.head(200, [["Content-Type", "text/event-stream"], ["Cache-Control", "no-cache"], ...this.#headers]);
  }

  say(message: Json): void {
    this.text(JSON.stringify(message), message);
  }

  text(text: string, message?: Json): void {
    if (!this.isOpen) return;
    if (this.#streams) {
      this.raw(Buffer.from(eventOf(text)));
      return;
    }
    if (this.#started) return;
    this.#started = true;
    const bytes = Buffer.from(text);
    this.#reply.head(this.#statusOf(message), [JSON_TYPE, ["Content-Length", String(bytes.length)], ...this.#headers]);
    this.#reply.write(bytes);
    this.end();
  }

  /** In the stateless era a method that does not exist is not found. */
  #statusOf(message: Json | undefined): number {
    return this.#isStateless && member(member(message, "error"), "code") === -32601 ? 404 : 200;
  }

  sayAll(messages: readonly Json[]): void {
    this.raw(Buffer.from(messages.map((message) => eventOf(JSON.stringify(message))).join("")));
  }

  pieces(message: Json): readonly Uint8Array[] {
    return cutInThree(Buffer.from(eventOf(JSON.stringify(message))));
  }

  raw(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    this.open();
    this.#reply.write(bytes);
  }

  stream(text: string): void {
    this.open();
    this.#reply.write(Buffer.from(text));
  }

  status(status: number, headers: Readonly<Record<string, string>>, body: Json | undefined): boolean {
    if (this.#started || !this.isOpen) return false;
    this.#started = true;
    const bytes = Buffer.from(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
    const type =
      body === undefined || Object.keys(headers).some((name) => name.toLowerCase() === "content-type")
        ? []
        : [JSON_TYPE];
    this.#reply.head(status, [
      ...type,
      ["Content-Length", String(bytes.length)],
      ...Object.entries(headers),
      // Whoever is refused gets no session.
      ...(status < 400 ? this.#headers : []),
    ]);
    this.#reply.write(bytes);
    this.end();
    return true;
  }

  end(): void {
    if (!this.isOpen) return;
    if (!this.#started && this.#streams) this.open();
    this.isOpen = false;
    this.#reply.end();
  }

  break(): void {
    this.isOpen = false;
    this.#reply.break();
  }
}
