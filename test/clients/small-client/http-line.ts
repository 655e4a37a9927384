// Streamable HTTP, by Node's own client.

import { request as httpRequest } from "node:http";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { member, stringMember } from "../../../src/model/json.ts";
import type { ClientCore, Line } from "./client-core.ts";
import { decoder } from "./decoder.ts";
import { OAuthSide, type Refused } from "./oauth/oauth-side.ts";
import { ask } from "./oauth/web.ts";
import type { HeaderPair } from "./vice.ts";

export class HttpLine implements Line {
  readonly #core: ClientCore;
  readonly #url: string;
  readonly #oauth: OAuthSide;
  #session: string | undefined;
  readonly #streams: (() => void)[] = [];

  constructor(core: ClientCore, url: string) {
    this.#core = core;
    this.#url = url;
    const { vice, given = {}, version } = core.choice;
    this.#oauth = new OAuthSide(url, vice.oauth ?? {}, given, version);
  }

  send(message: Json, text: string, original: JsonObject): Promise<void> {
    const { vice } = this.#core.choice;
    const url = vice.url?.(this.#url, original) ?? this.#url;
    const pairs: readonly HeaderPair[] = [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ...this.#common(message),
    ];
    const headers = vice.headers?.(pairs, original) ?? pairs;
    const id = JSON.stringify(member(message, "id") ?? null);
    const body = vice.leaksSession ? text.replace('"arguments":{', `"arguments":{"trace":"${this.#session}",`) : text;
    return this.#exchange(vice.httpMethod?.(original) ?? "POST", url, headers, body, false, id);
  }

  /** What carries the answer to a request. */
  readonly #carriers = new Map<string, () => void>();

  abandon(id: Json): void {
    this.#carriers.get(JSON.stringify(id))?.();
  }

  visit(url: string, method: string): Promise<void> {
    return new Promise((resolve) => {
      httpRequest(url, { method })
        .on("response", (incoming) => incoming.resume().once("close", resolve))
        .on("error", () => resolve())
        .end();
    });
  }

  #resumed: Promise<void> = Promise.resolve();
  status: number | undefined;
  readonly isOver = false;
  #eventId: string | undefined;
  #isAnswered = false;

  /** A correct client opens a new session; this one does so with its next message. */
  #onLost(): void {
    if (this.#core.choice.vice.keepsLostSession) return;
    this.#session = undefined;
    this.#core.onLostSession();
  }

  /** An exchange that is over without an answer has none, unless its stream is being resumed. */
  hopeless(): Promise<undefined> {
    return this.#resumed.then(() => undefined);
  }

  #resume(): void {
    const { vice } = this.#core.choice;
    const id = vice.lastEventId === undefined ? this.#eventId : vice.lastEventId;
    const named: readonly HeaderPair[] = id === null || id === undefined ? [] : [["Last-Event-ID", id]];
    this.#resumed = this.#exchange(
      "GET",
      this.#url,
      [["Accept", "text/event-stream"], ...named, ...this.#common(undefined)],
      undefined,
      true,
    );
  }

  /** The stream on which a stateful server speaks by itself. */
  async openStream(): Promise<void> {
    const { vice } = this.#core.choice;
    const pairs: readonly HeaderPair[] = [["Accept", "text/event-stream"], ...this.#common(undefined)];
    void this.#exchange("GET", this.#url, vice.headers?.(pairs, undefined) ?? pairs, undefined, true);
  }

  async close(): Promise<void> {
    for (const stop of this.#streams) stop();
    // A session in a version that the client does not know was never agreed on.
    const { negotiated, choice } = this.#core;
    if (this.#session === undefined || negotiated === undefined) return;
    const { vice } = choice;
    const pairs = this.#common(undefined);
    await this.#exchange("DELETE", this.#url, vice.headers?.(pairs, undefined) ?? pairs, undefined);
    this.#session = undefined;
  }

  #common(message: Json | undefined): readonly HeaderPair[] {
    const { era, version } = this.#core;
    const session: readonly HeaderPair[] = this.#session === undefined ? [] : [["Mcp-Session-Id", this.#session]];
    if (era === "stateful")
      return this.#core.negotiated === undefined
        ? session
        : [...session, ["MCP-Protocol-Version", this.#core.negotiated]];
    const method = stringMember(message, "method");
    const params = member(message, "params");
    const name = stringMember(params, "name") ?? stringMember(params, "uri") ?? stringMember(params, "taskId");
    return [
      ["MCP-Protocol-Version", version],
      ...(method === undefined ? [] : [["Mcp-Method", method] as const]),
      ...(name === undefined ? [] : [["Mcp-Name", name] as const]),
    ];
  }

  /** Signs in where the server asks for it, and tries again. */
  async #exchange(
    method: string,
    url: string,
    headers: readonly HeaderPair[],
    body: string | undefined,
    isStream = false,
    id?: string,
  ): Promise<void> {
    for (;;) {
      const shown = await this.#oauth.headers(method);
      const refused = await this.#once(method, url, [...headers, ...shown], body, isStream, id);
      if (!refused || !(await this.#oauth.onRefused(refused))) return;
    }
  }

  #once(
    method: string,
    url: string,
    headers: readonly HeaderPair[],
    body: string | undefined,
    isStream: boolean,
    id: string | undefined,
  ): Promise<Refused | undefined> {
    return new Promise((resolve) => {
      const flat = ["Host", new URL(url).host, ...headers.flatMap((pair) => [...pair])];
      const outgoing = httpRequest(url, { method, headers: flat }, (incoming) => {
        this.status = incoming.statusCode;
        const { statusCode: status = 0, headersDistinct } = incoming;
        if (status === 401 || status === 403) {
          incoming.resume();
          const challenges = headersDistinct["www-authenticate"] ?? [];
          incoming.once("close", () => resolve({ status, challenges, nonce: headersDistinct["dpop-nonce"]?.[0] }));
          return;
        }
        if (status < 300) this.#oauth.onAccepted();
        const { location } = incoming.headers;
        const { follows } = this.#core.choice.vice.oauth ?? {};
        if (status === 307 && location !== undefined && follows !== undefined) {
          const kept = headers.filter(([name]) => follows === "with-token" || name !== "Authorization");
          void ask(method, location, Object.fromEntries(kept), body).then(() => resolve(undefined));
          return;
        }
        const session = incoming.headers["mcp-session-id"];
        if (typeof session === "string") this.#session = session;
        if (incoming.statusCode === 404 && this.#session !== undefined && method === "POST") this.#onLost();
        const isEvents = (incoming.headers["content-type"] ?? "").startsWith("text/event-stream");
        let text = "";
        this.#eventId = undefined;
        this.#isAnswered = false;
        const decode = decoder(this.#core.choice.vice.decodesEachPiece);
        incoming.on("data", (chunk: Buffer) => {
          text += decode(chunk);
          if (isEvents) text = this.#events(text);
        });
        incoming.once("close", () => {
          if (isEvents && method === "POST" && this.#eventId !== undefined && !this.#isAnswered) this.#resume();
          if (!isEvents && text !== "") this.#hear(text);
          resolve(undefined);
        });
        incoming.on("error", () => resolve(undefined));
      });
      outgoing.on("error", () => resolve(undefined));
      if (id !== undefined) this.#carriers.set(id, () => outgoing.destroy());
      if (isStream) this.#streams.push(() => outgoing.destroy());
      outgoing.end(body);
    });
  }

  #events(text: string): string {
    const events = text.split("\n\n");
    const rest = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice(6));
      const id = event.split("\n").find((line) => line.startsWith("id: "));
      if (id !== undefined) this.#eventId = id.slice(4);
      if (data.length > 0 && data.join("") !== "") {
        this.#isAnswered = true;
        this.#hear(data.join("\n"));
      }
    }
    return rest;
  }

  #hear(text: string): void {
    try {
      this.#core.hear(JSON.parse(text) as Json);
    } catch {
      // What is no JSON is nothing to a correct client.
    }
  }
}
