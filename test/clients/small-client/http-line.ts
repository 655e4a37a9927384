// Streamable HTTP, by Node's own client; HTTP+SSE where a server has nothing else.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import type { ClientCore, Line } from "./client-core.ts";
import { decoder } from "./decoder.ts";
import { EventReader, HastyEventReader } from "./event-reader.ts";
import { argumentHeaders, headerText } from "./header-tools.ts";
import { OAuthSide, type Refused } from "./oauth/oauth-side.ts";
import { ask } from "./oauth/web.ts";
import type { HeaderPair } from "./vice.ts";

interface Sending {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string | undefined;
  /** The request it carries. */
  readonly message?: Json;
  /** A stream that is open as long as the client is. */
  readonly standing?: boolean;
  /** A stream that is taken up: it is over with the answer. */
  readonly resumes?: boolean;
}

const FALLBACK = [400, 404, 405];

export class HttpLine implements Line {
  readonly #core: ClientCore;
  readonly #url: string;
  readonly #oauth: OAuthSide;
  #session: string | undefined;
  readonly #streams = new Set<ClientRequest>();
  readonly #byId = new Map<string, ClientRequest>();
  /** HTTP+SSE: where messages are posted, and the end of the stream. */
  #old: { readonly url: string; readonly ended: Promise<void> } | undefined;
  #resumed: Promise<void> = Promise.resolve();
  status: number | undefined;
  readonly isOver = false;

  constructor(core: ClientCore, url: string) {
    this.#core = core;
    this.#url = url;
    const { vice, given = {}, version } = core.choice;
    this.#oauth = new OAuthSide(url, vice.oauth ?? {}, given, version);
  }

  get #vice() {
    return this.#core.choice.vice;
  }

  async send(message: Json, text: string, original: JsonObject): Promise<void> {
    const url = this.#vice.url?.(this.#url, original) ?? this.#url;
    const pairs: readonly HeaderPair[] = [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ...this.#common(message),
    ];
    const headers = this.#vice.headers?.(pairs, original) ?? pairs;
    const method = this.#vice.httpMethod?.(original) ?? "POST";
    const body = this.#vice.leaksSession
      ? text.replace('"arguments":{', `"arguments":{"trace":"${this.#session}",`)
      : text;
    return this.#exchange({ method, url: this.#old?.url ?? url, headers, body, message });
  }

  visit(url: string, method: string): Promise<void> {
    return new Promise((resolve) => {
      httpRequest(url, { method })
        .on("response", (incoming) => incoming.resume().once("close", resolve))
        .on("error", () => resolve())
        .end();
    });
  }

  /** A correct client opens a new session; this one does so with its next message. */
  #onLost(): void {
    if (this.#vice.keepsLostSession) return;
    this.#session = undefined;
    this.#core.onLostSession();
  }

  /** An exchange that is over without an answer has none, unless its stream is being resumed or the answer comes on another. */
  async hopeless(): Promise<undefined> {
    for (let seen: unknown; seen !== this.#resumed; ) {
      seen = this.#resumed;
      await this.#resumed;
    }
    await this.#old?.ended;
  }

  async #resume(eventId: string, retryMs: number | undefined): Promise<void> {
    const { lastEventId, retriesAfterMs } = this.#vice;
    await pause(retriesAfterMs ?? retryMs ?? 0);
    const id = lastEventId === undefined ? eventId : lastEventId;
    const named: readonly HeaderPair[] = id === null ? [] : [["Last-Event-ID", id]];
    const headers: readonly HeaderPair[] = [["Accept", "text/event-stream"], ...named, ...this.#common(undefined)];
    await this.#exchange({ method: "GET", url: this.#url, headers, standing: true, resumes: true });
  }

  /** The stream on which a stateful server speaks by itself. */
  async openStream(): Promise<void> {
    const pairs: readonly HeaderPair[] = [["Accept", "text/event-stream"], ...this.#common(undefined)];
    const headers = this.#vice.headers?.(pairs, undefined) ?? pairs;
    void this.#exchange({ method: "GET", url: this.#url, headers, standing: true });
  }

  /** Any request beside the protocol. */
  async fetch(url: string): Promise<void> {
    await this.#exchange({ method: "GET", url, headers: [] });
  }

  /** Ends a request by closing its connection. */
  abandon(id: Json): void {
    this.#byId.get(JSON.stringify(id))?.destroy();
  }

  async close(): Promise<void> {
    for (const outgoing of this.#streams) outgoing.destroy();
    for (const outgoing of this.#byId.values()) outgoing.destroy();
    // A session in a version that the client does not know was never agreed on.
    if (this.#session === undefined || this.#core.negotiated === undefined) return;
    if (this.#core.ended !== undefined || this.#vice.leavesSession) return;
    const pairs = this.#common(undefined);
    this.#session = undefined;
    await this.#exchange({
      method: "DELETE",
      url: this.#url,
      headers: this.#vice.headers?.(pairs, undefined) ?? pairs,
    });
  }

  #common(message: Json | undefined): readonly HeaderPair[] {
    const { era, version } = this.#core;
    const id = this.#session === undefined ? undefined : (this.#vice.sessionId?.(this.#session) ?? this.#session);
    const session: readonly HeaderPair[] = id === undefined ? [] : [["Mcp-Session-Id", id]];
    if (era === "stateful")
      return this.#core.negotiated === undefined || this.#old
        ? session
        : [...session, ["MCP-Protocol-Version", this.#core.negotiated]];
    const method = stringMember(message, "method");
    const params = member(message, "params");
    const name = stringMember(params, "name") ?? stringMember(params, "uri") ?? stringMember(params, "taskId");
    const tool = this.#core.memory.lists.get("tools")?.find((one) => one["name"] === name);
    return [
      ["MCP-Protocol-Version", version],
      ...(method === undefined ? [] : [["Mcp-Method", method] as const]),
      ...(name === undefined ? [] : [["Mcp-Name", headerText(name)] as const]),
      ...(method === "tools/call" ? argumentHeaders(tool, member(params, "arguments")) : []),
    ];
  }

  /** Signs in where the server asks for it, and tries again. */
  async #exchange(sending: Sending): Promise<void> {
    for (;;) {
      const shown = await this.#oauth.headers(sending.method);
      const refused = await this.#once({ ...sending, headers: [...sending.headers, ...shown] });
      if (!refused || !(await this.#oauth.onRefused(refused))) return;
    }
  }

  #once(sending: Sending): Promise<Refused | undefined> {
    const { method, url, headers, body, message, standing } = sending;
    return new Promise((resolve) => {
      const all: readonly HeaderPair[] = [["Host", new URL(url).host], ...headers];
      const flat = all.flatMap(([name, value]) => [name, Buffer.from(value).toString("latin1")]);
      const outgoing = httpRequest(url, { method, headers: flat }, (incoming) => {
        const { statusCode: status = 0, headersDistinct } = incoming;
        this.status = status;
        if (status === 401 || status === 403) {
          incoming.resume();
          const challenges = headersDistinct["www-authenticate"] ?? [];
          incoming.once("close", () => resolve({ status, challenges, nonce: headersDistinct["dpop-nonce"]?.[0] }));
          return;
        }
        if (status < 300) this.#oauth.onAccepted();
        const { location } = incoming.headers;
        const { follows } = this.#vice.oauth ?? {};
        if (status === 307 && location !== undefined && follows !== undefined) {
          const kept = headers.filter(([name]) => follows === "with-token" || name !== "Authorization");
          void ask(method, location, Object.fromEntries(kept), body).then(() => resolve(undefined));
          return;
        }
        this.#receive(sending, incoming, outgoing, () => resolve(undefined));
      });
      outgoing.on("error", () => resolve(undefined));
      const id = member(message, "id");
      if (standing) this.#streams.add(outgoing);
      else if (id !== undefined) this.#byId.set(JSON.stringify(id), outgoing);
      outgoing.end(body);
    });
  }

  #receive(sending: Sending, incoming: IncomingMessage, outgoing: ClientRequest, resolve: () => void): void {
    const { method, message } = sending;
    const session = incoming.headers["mcp-session-id"];
    if (typeof session === "string") this.#session = session;
    if (incoming.statusCode === 404 && this.#session !== undefined && method === "POST") this.#onLost();
    const isEvents = (incoming.headers["content-type"] ?? "").startsWith("text/event-stream");
    const reader = this.#vice.readsEventsHastily ? new HastyEventReader() : new EventReader();
    let text = "";
    let isAnswered = false;
    const take = (chunk: string): void => {
      for (const { type, data } of reader.push(chunk)) {
        const isOver = this.#event(type, data, sending);
        isAnswered ||= isOver;
        if (isOver && (sending.resumes || this.#vice.closesAnswered)) outgoing.destroy();
      }
    };
    const decode = decoder(this.#vice.decodesEachPiece);
    incoming.on("data", (bytes: Buffer) => {
      const chunk = decode(bytes);
      text += chunk;
      if (isEvents && !this.#vice.readsStreamsAtTheEnd) take(chunk);
    });
    incoming.once("close", () => {
      if (isEvents && this.#vice.readsStreamsAtTheEnd) take(text);
      const heard = { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, text, isEvents };
      const id = member(message, "id");
      if (id !== undefined) this.#byId.delete(JSON.stringify(id));
      if (this.#vice.chokesOn?.(heard)) this.#core.end("itself");
      else if (isEvents) this.#ended(sending, reader, isAnswered);
      else if (this.#fallsBack(sending, incoming.statusCode ?? 0)) {
        void this.#fallBack(sending).then(resolve);
        return;
      } else if (text !== "") this.#hear(text);
      resolve();
    });
    incoming.on("error", () => resolve());
  }

  /** A stream is over: one that can be taken up is, as long as the answer is missing. */
  #ended({ method, message, resumes }: Sending, { id, retryMs }: EventReader, isAnswered: boolean): void {
    const isAwaited = resumes === true || (method === "POST" && member(message, "id") !== undefined);
    const {
      era,
      choice: { vice },
    } = this.#core;
    const isOver = isAnswered || !isAwaited || id === undefined || vice.neverPolls || this.#core.ended !== undefined;
    if (!isOver && (era === "stateful" || vice.resumesAnyway)) this.#resumed = this.#resume(id, retryMs);
  }

  /** Whether it was an answer. */
  #event(type: string, data: string, { method, message, resumes }: Sending): boolean {
    if (type !== "message" || data === "") return false;
    if (method === "GET" && !resumes && this.#vice.ignoresOwnStream && !this.#old) return false;
    const parsed = this.#hear(data);
    const isAnswer = isJsonObject(parsed) && parsed["method"] === undefined;
    if (!isAnswer && method === "POST" && this.#vice.takesFirstEvent) this.#core.end("itself");
    return isAnswer && (resumes === true || member(parsed, "id") === member(message, "id"));
  }

  #fallsBack({ method, message, url }: Sending, status: number): boolean {
    const isFirst = method === "POST" && url === this.#url && stringMember(message, "method") === "initialize";
    return isFirst && (this.#vice.fallsBackOn ?? FALLBACK).includes(status) && this.#core.era === "stateful";
  }

  /** HTTP+SSE: the first event of a stream names where messages are posted. */
  async #fallBack({ headers, body, message }: Sending): Promise<void> {
    const announced = await new Promise<string | undefined>((resolve) => {
      const outgoing = httpRequest(this.#url, { headers: { Accept: "text/event-stream" } }, (incoming) => {
        if (incoming.statusCode !== 200) resolve(undefined);
        const reader = new EventReader();
        incoming.setEncoding("utf8");
        const ended = new Promise<void>((over) => incoming.once("close", over));
        incoming.on("data", (chunk: string) => {
          for (const { type, data } of reader.push(chunk)) {
            if (type === "endpoint") {
              const { href, origin } = new URL(data, this.#url);
              const isForeign = origin !== new URL(this.#url).origin && !this.#vice.followsForeignEndpoint;
              this.#old = { url: this.#vice.oldAddress?.(href) ?? href, ended };
              resolve(isForeign ? undefined : data);
            } else if (type === "message") this.#hear(data);
          }
        });
        incoming.on("error", () => {});
      });
      outgoing.on("error", () => resolve(undefined));
      this.#streams.add(outgoing);
      outgoing.end();
    });
    if (announced === undefined || !this.#old) this.#core.end("itself");
    else await this.#exchange({ method: "POST", url: this.#old.url, headers, body, message: message ?? null });
  }

  #hear(text: string): Json | undefined {
    try {
      const message = JSON.parse(text) as Json;
      this.#core.hear(message);
      return message;
    } catch {
      // What is no JSON is nothing to a correct client.
      return undefined;
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
