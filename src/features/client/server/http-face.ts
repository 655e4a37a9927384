import { randomUUID } from "node:crypto";
import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import type { Action } from "../../../probe/scenario/scenario.ts";
import { HEADER, HEADER_KEY } from "../../../protocol/headers.ts";
import type { HeardRequest, HttpReply } from "../../../wire/client/http-listener.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import { type AnswerForm, HttpChannel, JSON_TYPE, oddCase } from "./http-channel.ts";
import { OldHttpFace } from "./old-http-face.ts";
import { ScenarioSession, type SessionSettings } from "./scenario-session.ts";
import { isStateless } from "./versions.ts";

/** The server of a scenario over Streamable HTTP, at one endpoint. */
export class HttpFace {
  readonly #settings: SessionSettings;
  readonly #endpoint: string;
  readonly #sessions = new Map<string, ScenarioSession>();
  /** Of clients without a session id: those of the stateless era, and all where the scenario hands out none. */
  readonly #common: ScenarioSession;
  readonly #old: OldHttpFace | undefined;
  #requests = 0;
  /** Sessions so far, those that are over too. */
  #opened = 0;
  #answers = 0;

  constructor(settings: SessionSettings, endpoint: string) {
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#common = new ScenarioSession(settings);
    const { old } = settings.scenario.http ?? {};
    this.#old = old && new OldHttpFace(settings, endpoint, old);
  }

  handle(request: HeardRequest, reply: HttpReply): void {
    this.#requests += 1;
    const { limits } = this.#settings;
    if (this.#requests > limits.requests || this.#sessions.size > limits.sessions) {
      refuse(reply, 429, "too many requests for one scenario");
      return;
    }
    const [path = ""] = request.path.split("?");
    this.#common.canary = this.#canaryFor(request);
    if (path.startsWith(`${this.#endpoint}/canary/`)) answerJson(reply, 200, {});
    else if (this.#old) this.#old.handle(request, reply);
    else if (path !== this.#endpoint) refuse(reply, 404, "nothing is here");
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
    if (session) session.canary = this.#canaryFor(request);
    if (!session || session.forgotten) {
      refuse(reply, 404, "there is no such session");
      return;
    }
    const [host] = headerValues(request.headers, "host");
    session.origin = host === undefined ? undefined : `http://${host}`;
    const named =
      this.#settings.scenario.http?.headerNames === "odd-case" ? oddCase(HEADER.sessionId) : HEADER.sessionId;
    const headers = opened?.id === undefined ? [] : ([[named, opened.id]] as const);
    const work = messages.flatMap((one) => {
      const actions = session.actionsFor(one, request.headers);
      return actions ? [{ request: one, actions }] : [];
    });
    for (const one of messages)
      if (member(one, "id") === undefined || stringMember(one, "method") === undefined) session.take(one);
    const { http } = this.#settings.scenario;
    if (work.length === 0) {
      if (http?.accepted === "with-body") answerJson(reply, 202, {});
      else {
        reply.head(202, [["Content-Length", "0"], ...headers]);
        reply.end();
      }
      return;
    }
    const isListening = messages.some((one) => member(one, "method") === "subscriptions/listen");
    const streams = isListening || work.length > 1 || work.some(({ actions }) => actions.some(needsStream));
    const channel = new HttpChannel(reply, this.#form(streams), headers, messages.some(isStateless));
    void Promise.all(work.map(({ actions, request: one }) => session.run(actions, one, channel))).then(() => {
      // A subscription that was answered is over.
      if (!isListening || work.some(({ actions }) => actions.some(({ do: what }) => what === "result"))) channel.end();
    });
  }

  #form(streams: boolean): AnswerForm {
    const { http } = this.#settings.scenario;
    this.#answers += 1;
    const always = http?.streams === "every-second" ? this.#answers % 2 === 0 : http?.streams !== undefined;
    return {
      streams: streams || always,
      stream: http?.streams === "primed" || http?.streams === "odd-form" ? http.streams : "plain",
      jsonType: http?.jsonType ?? JSON_TYPE[1],
      headerNames: http?.headerNames ?? "usual",
    };
  }

  #canaryFor(request: HeardRequest): string {
    const [host = ""] = headerValues(request.headers, "host");
    return `http://${host}${this.#endpoint}/canary`;
  }

  #open(): { session: ScenarioSession; id: string | undefined } {
    if (this.#settings.scenario.http?.sessions === "none" || this.#settings.scenario.face === "stateless")
      return { session: this.#common, id: undefined };
    this.#opened += 1;
    const id = this.#settings.scenario.http?.sessionId ?? randomUUID();
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
    const channel = new HttpChannel(reply, this.#form(true), [], false);
    channel.open();
    if (resumes !== undefined || session.hasRest) void session.resume(channel);
    else {
      session.listen(channel);
      void session.run(this.#settings.scenario.http?.onGet ?? [], {}, channel);
    }
  }

  #delete(request: HeardRequest, reply: HttpReply): void {
    const [id] = headerValues(request.headers, HEADER_KEY.sessionId);
    if (id !== undefined) this.#sessions.get(id)?.stir();
    const known = id !== undefined && this.#sessions.delete(id);
    reply.head(known ? 200 : 404, [["Content-Length", "0"]]);
    reply.end();
  }
}

const needsStream = (action: Action): boolean =>
  !["answer", "result", "error", "wait", "hold", "await", "phase", "status", "forget-session", "break"].includes(
    action.do,
  );

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
