// The part of a small client that both transports share: ids, answers, what is declared.

import type { ClientEnd } from "../../../src/model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/model/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import type { Vice } from "./vice.ts";

export interface ClientChoice {
  readonly era: "stateful" | "stateless";
  readonly version: string;
  readonly vice: Vice;
  /** Falls back to the handshake where the server has no other era. */
  readonly dual?: true | undefined;
  /** What the program is given in its environment, beside the plan. */
  readonly given?: JsonObject | undefined;
}

/** Sends one message; messages that come back are handed to `hear`. Resolves when the transport has taken it. */
export interface Line {
  send(message: Json, text: string, original: JsonObject): Promise<void>;
  /** The status of the last answer over HTTP. */
  readonly status: number | undefined;
  /** Whether the other end has closed it. */
  readonly isOver: boolean;
  /** Resolves when nothing can be answered any more that was not answered so far. */
  hopeless(patienceMs?: number): Promise<undefined>;
  close(): Promise<void>;
}

const CAPABILITIES: JsonObject = { roots: { listChanged: true }, sampling: {}, elicitation: {} };

export class ClientCore {
  readonly choice: ClientChoice;
  line: Line | undefined;
  #nextId = 0;
  readonly #open = new Map<string, readonly ((message: JsonObject) => void)[]>();
  readonly #held: (() => Promise<void>)[] = [];
  /** What the server answered to initialize. */
  negotiated: string | undefined;
  isLost = false;
  /** What is spoken now: a client of both eras may change it. */
  era: ClientChoice["era"];
  version: string;
  /** How it came to its end, if it did before the plan was over. */
  ended: ClientEnd | undefined;
  #onEnd: () => void = () => {};
  readonly #isEnded = new Promise<undefined>((resolve) => {
    this.#onEnd = () => resolve(undefined);
  });
  /** How long an answer is waited for, where that is not as long as anything may take. */
  patienceMs: number | undefined;
  /** Progress that came for each token. */
  readonly progress = new Map<string, Json[]>();

  constructor(choice: ClientChoice) {
    this.choice = choice;
    this.era = choice.era;
    this.version = choice.version;
  }

  end(how: ClientEnd): void {
    this.ended ??= how;
    this.#onEnd();
  }

  get capabilities(): JsonObject {
    return this.choice.vice.capabilities ?? CAPABILITIES;
  }

  /** Resolves with the answer; with nothing, when none can come any more. */
  async request(method: string, params: JsonObject | undefined): Promise<JsonObject | undefined> {
    this.#nextId += 1;
    const id = this.choice.vice.fixedIds?.[method] ?? this.#nextId;
    const message: JsonObject = { jsonrpc: "2.0", id, method, ...this.#params(params) };
    const edited = this.#edited(message);
    const answered = new Promise<JsonObject>((resolve) => this.#await(edited, resolve));
    const sent = this.#send(message, edited);
    for (const extra of this.choice.vice.meanwhile?.[method] ?? []) await this.sendAsItIs(extra);
    if (this.choice.vice.doesNotWaitFor === method) return undefined;
    const received = await Promise.race([
      answered,
      sent.then(() => this.line?.hopeless(this.patienceMs)),
      this.#isEnded,
    ]);
    if (this.ended) return undefined;
    for (const answer of this.#held.splice(0)) await answer();
    for (const extra of this.choice.vice.after?.[method] ?? []) await this.sendAsItIs(extra);
    return received;
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    await this.#send({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
    for (const extra of this.choice.vice.after?.[method] ?? []) await this.sendAsItIs(extra);
  }

  /** A vice may have changed the id: the answer comes under that one. Two requests under one id are both answered by the first. */
  #await(edited: Json | undefined, resolve: (message: JsonObject) => void): void {
    for (const one of Array.isArray(edited) ? edited : [edited ?? null]) {
      const key = JSON.stringify(member(one, "id") ?? null);
      this.#open.set(key, [...(this.#open.get(key) ?? []), resolve]);
    }
  }

  /** The session is gone: nothing was agreed on any more, and the next request opens another. */
  onLostSession(): void {
    this.negotiated = undefined;
    this.isLost = true;
  }

  hear(message: Json): void {
    const { stopsOn, hangsOn } = this.choice.vice;
    if (stopsOn?.(message)) this.end("itself");
    if (hangsOn?.(message)) this.end("silence");
    if (this.ended) return;
    for (const one of Array.isArray(message) ? message : [message]) if (isJsonObject(one)) this.#hearOne(one);
  }

  sendAsItIs(message: Json): Promise<void> {
    return this.line?.send(message, JSON.stringify(message), isJsonObject(message) ? message : {}) ?? Promise.resolve();
  }

  #params(params: JsonObject | undefined): { params?: JsonObject } {
    if (this.era === "stateful") return params ? { params } : {};
    const meta = {
      [META_KEY.protocolVersion]: this.version,
      [META_KEY.clientCapabilities]: this.capabilities,
      [META_KEY.clientInfo]: CLIENT_INFO,
    };
    const own = member(params, "_meta");
    return { params: { ...params, _meta: { ...meta, ...(isJsonObject(own) ? own : {}) } } };
  }

  #edited(message: JsonObject): Json | undefined {
    const { edit } = this.choice.vice;
    return edit ? edit(message) : message;
  }

  async #send(message: JsonObject, edited: Json | undefined = this.#edited(message)): Promise<void> {
    const { vice } = this.choice;
    const method = stringMember(message, "method") ?? "";
    for (const extra of vice.before?.[method] ?? []) await this.sendAsItIs(extra);
    if (edited === undefined) return;
    const text = JSON.stringify(edited);
    await this.line?.send(edited, vice.text?.(text, message) ?? text, message);
  }

  #hearOne(message: JsonObject): void {
    const method = stringMember(message, "method");
    const id = member(message, "id");
    if (method === "notifications/progress") this.#hearProgress(member(message, "params"));
    if (method === undefined) {
      if (this.choice.vice.takesAnyAnswer)
        for (const [key, all] of this.#open) for (const resolve of this.#open.delete(key) ? all : []) resolve(message);
      for (const resolve of this.#open.get(JSON.stringify(id ?? null)) ?? []) resolve(message);
      this.#open.delete(JSON.stringify(id ?? null));
    } else if (id !== undefined && this.era === "stateful") void this.#answer(method, message);
    else if (id !== undefined && this.choice.vice.answers?.[method]) void this.#answer(method, message);
  }

  #hearProgress(params: Json | undefined): void {
    const token = JSON.stringify(member(params, "progressToken") ?? null);
    this.progress.set(token, [...(this.progress.get(token) ?? []), member(params, "progress") ?? null]);
  }

  async #answer(method: string, request: JsonObject): Promise<void> {
    const id = member(request, "id") ?? null;
    const handler =
      this.choice.vice.answers?.[method] ?? (isDeclared(method, this.capabilities) ? ANSWERS[method] : undefined);
    const result = handler?.(request);
    if (handler && result === undefined) return;
    const answer: JsonObject = result
      ? "id" in result || "error" in result
        ? { jsonrpc: "2.0", id, ...result }
        : { jsonrpc: "2.0", id, result }
      : { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
    if (this.choice.vice.answersWhenIdle?.includes(method)) this.#held.push(() => this.#send(answer));
    else await this.#send(answer);
  }
}

export const CLIENT_INFO: JsonObject = { name: "small-client", version: "1.0.0" };

const isDeclared = (method: string, capabilities: JsonObject): boolean => {
  const feature = { "roots/list": "roots", "sampling/createMessage": "sampling", "elicitation/create": "elicitation" }[
    method
  ];
  return feature === undefined || capabilities[feature] !== undefined;
};

const REFUSED: JsonObject = { error: { code: -32602, message: "Invalid params" } };

const ANSWERS: Readonly<Record<string, (request: JsonObject) => JsonObject>> = {
  ping: () => ({}),
  "roots/list": () => ({ roots: [{ uri: "file:///home/ada/project", name: "project" }] }),
  "sampling/createMessage": (request) =>
    Array.isArray(member(member(request, "params"), "messages"))
      ? { role: "assistant", content: { type: "text", text: "Tea." }, model: "small" }
      : REFUSED,
  "elicitation/create": (request) =>
    stringMember(member(request, "params"), "message") === undefined
      ? REFUSED
      : { action: "accept", content: { name: "Ada" } },
};
