// The part of a small client that both transports share: ids, answers, what is declared.

import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/base/json.ts";

import type { ClientEnd } from "../../../src/capture/capture.ts";
import type { AnswerRules } from "../../../src/probe/scenario/scenario.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { ANSWERS, refusalOf } from "./answers.ts";
import { ClientMemory } from "./client-memory.ts";
import { OwnTasks } from "./own-tasks.ts";
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
  /** Gives up a request: closes what would carry its answer, where there is such a thing. */
  abandon(id: Json): void;
  /** Fetches an address, as a client must not. */
  visit(url: string, method: string): Promise<void>;
  /** Resolves when nothing can be answered any more that was not answered so far. */
  hopeless(patienceMs?: number): Promise<undefined>;
  close(): Promise<void>;
}

const CAPABILITIES: JsonObject = {
  roots: { listChanged: true },
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
};

/** How long a client of ours waits for one request, and whether it changes its mind. */
export interface Patience {
  readonly cancelAfterMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Of a client that was given something to sign in with. */
const EXTENSIONS: JsonObject = {
  "io.modelcontextprotocol/oauth-client-credentials": {},
  "io.modelcontextprotocol/enterprise-managed-authorization": {},
};

export class ClientCore {
  readonly choice: ClientChoice;
  line: Line | undefined;
  #nextId = 0;
  readonly #open = new Map<string, readonly ((message: JsonObject) => void)[]>();
  readonly #held: (() => Promise<void>)[] = [];
  /** Answers in the making, by the id of the question. */
  readonly #making = new Map<string, () => void>();
  /** What the server answered to initialize. */
  negotiated: string | undefined;
  /** What the server declares, and its tools, as far as they were listed. */
  serverCapabilities: Json | undefined;
  readonly tools = new Map<string, Json>();
  /** The id of the last call. */
  lastCall: Json = null;
  /** Folders that the user has opened. */
  roots: readonly JsonObject[] = [{ uri: "file:///home/ada/project", name: "project" }];
  /** As a user or a model answers now. */
  rules: AnswerRules = {};
  readonly ownTasks: OwnTasks;
  /** Called with every notification. */
  onNotice: (method: string, params: Json | undefined) => void = () => {};
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
  readonly memory = new ClientMemory();

  constructor(choice: ClientChoice) {
    this.choice = choice;
    this.era = choice.era;
    this.version = choice.version;
    this.ownTasks = new OwnTasks(choice.vice.ownTasks ?? {});
  }

  end(how: ClientEnd): void {
    this.ended ??= how;
    this.#onEnd();
  }

  get capabilities(): JsonObject {
    const { vice, era, given } = this.choice;
    if (vice.capabilities) return vice.capabilities;
    return era === "stateless" && given ? { ...CAPABILITIES, extensions: EXTENSIONS } : CAPABILITIES;
  }

  /** Of the request that was sent last. */
  get lastId(): number {
    return this.#nextId;
  }

  /** Resolves with the answer; with nothing, when none can come any more or the client lost its patience. */
  async request(
    method: string,
    params: JsonObject | undefined,
    patience: Patience = {},
  ): Promise<JsonObject | undefined> {
    this.#nextId += 1;
    const id = this.choice.vice.fixedIds?.[method] ?? this.#nextId;
    if (method === "tools/call") this.lastCall = id;
    const message: JsonObject = { jsonrpc: "2.0", id, method, ...this.#params(params) };
    const edited = this.#edited(message);
    const answered = new Promise<JsonObject>((resolve) => this.#await(edited, resolve));
    const sent = this.#send(message, edited);
    for (const extra of this.choice.vice.meanwhile?.[method] ?? []) await this.sendAsItIs(extra);
    if (this.choice.vice.doesNotWaitFor === method) return undefined;
    const over = sent.then(() => this.line?.hopeless(this.patienceMs));
    const received = await Promise.race([answered, over, this.#isEnded, this.#giveUp(id, patience)]);
    if (received === undefined && this.choice.vice.stopsUnanswered) this.end("itself");
    if (this.ended) return undefined;
    for (const answer of this.#held.splice(0)) await answer();
    for (const extra of this.choice.vice.after?.[method] ?? []) await this.sendAsItIs(extra);
    return received;
  }

  /** Never resolves for who is patient. */
  #giveUp(id: Json, { cancelAfterMs, timeoutMs }: Patience): Promise<undefined> {
    const { vice } = this.choice;
    const ms = cancelAfterMs ?? vice.oneLimit ?? timeoutMs;
    if (ms === undefined || (timeoutMs === undefined && cancelAfterMs === undefined)) return new Promise(() => {});
    return new Promise((resolve) =>
      setTimeout(async () => {
        if (!this.#open.has(JSON.stringify(id))) return;
        this.#open.delete(JSON.stringify(id));
        await this.cancel(id);
        resolve(undefined);
      }, ms).unref(),
    );
  }

  /** As the era and the transport have it. */
  async cancel(id: Json): Promise<void> {
    const { era } = this;
    const { vice } = this.choice;
    const isStream = this.line instanceof Object && "openStream" in this.line;
    const ways = vice.cancelsBy ?? (era === "stateless" && isStream ? ["close"] : ["notice"]);
    if (ways.includes("notice"))
      await this.notify("notifications/cancelled", { requestId: id, reason: "no longer needed" });
    if (ways.includes("close")) this.line?.abandon(id);
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
    if (method === undefined) this.#hearAnswer(message, JSON.stringify(id ?? null));
    else if (id === undefined) this.#hearNotice(method, member(message, "params"));
    else if (this.era === "stateful" || this.choice.vice.answers?.[method]) void this.#answer(method, message);
  }

  #hearAnswer(message: JsonObject, key: string): void {
    const { onUnknownAnswer, takesAnyAnswer } = this.choice.vice;
    if (takesAnyAnswer)
      for (const [open, all] of this.#open) for (const resolve of this.#open.delete(open) ? all : []) resolve(message);
    const waiting = this.#open.get(key);
    if (!waiting && onUnknownAnswer) void this.sendAsItIs(onUnknownAnswer);
    for (const resolve of waiting ?? []) resolve(message);
    this.#open.delete(key);
  }

  #hearNotice(method: string, params: Json | undefined): void {
    const { vice } = this.choice;
    if (method === "notifications/progress") this.#hearProgress(params);
    if (method === "notifications/cancelled") {
      const key = JSON.stringify(member(params, "requestId") ?? null);
      if (!vice.answersWhatIsCancelled) this.#making.get(key)?.();
      if (vice.cancelsItsOwn) this.#hearAnswer({ error: { code: 0, message: "cancelled" } }, key);
    }
    vice.onNotice?.({ method, ...(params === undefined ? {} : { params }) }, this);
    if (!vice.ignoresNotices) this.memory.forget(method);
    this.onNotice(method, params);
  }

  #hearProgress(params: Json | undefined): void {
    const token = JSON.stringify(member(params, "progressToken") ?? null);
    this.progress.set(token, [...(this.progress.get(token) ?? []), member(params, "progress") ?? null]);
  }

  async #answer(method: string, request: JsonObject): Promise<void> {
    const id = member(request, "id") ?? null;
    const result = await this.#make(method, request, JSON.stringify(id));
    if (result === undefined) return;
    const answer: JsonObject =
      "id" in result || "error" in result
        ? { jsonrpc: "2.0", id, ...result }
        : { jsonrpc: "2.0", id, result: this.#named(result, member(request, "params")) };
    if (this.choice.vice.answersWhenIdle?.includes(method)) this.#held.push(() => this.#send(answer));
    else await this.#send(answer);
  }

  /** An answer to a question of a task names the task too. */
  #named(result: JsonObject, params: Json | undefined): JsonObject {
    const related = member(member(params, "_meta"), META_KEY.relatedTask);
    if (related === undefined || this.choice.vice.forgetsTaskOfAnswers) return result;
    return { ...result, _meta: { [META_KEY.relatedTask]: related } };
  }

  /** Undefined: no answer at all. */
  async #make(method: string, request: JsonObject, key: string): Promise<JsonObject | undefined> {
    const { vice } = this.choice;
    const params = member(request, "params");
    await this.visit(params, undefined);
    const own = vice.answers?.[method];
    if (own) return own(request);
    const task = this.ownTasks.answer(method, params, this.capabilities);
    if (task) return task;
    const refusal = refusalOf(method, params, this.capabilities);
    if (refusal) return { error: refusal };
    if (method !== "ping" && this.rules.delayMs !== undefined && !(await this.#delay(key, this.rules.delayMs)))
      return undefined;
    const answer = method === "roots/list" ? { roots: [...this.roots] } : ANSWERS[method]?.(params, this.rules);
    if (answer) await this.visit(params, answer);
    return answer;
  }

  /** Fetches the page of an elicitation before it is answered, where the vice says so, or after that. */
  async visit(params: Json | undefined, answer: JsonObject | undefined): Promise<void> {
    const { visits, visitsBy = "GET" } = this.choice.vice;
    const url = stringMember(params, "url");
    if (url === undefined || visits === undefined) return;
    if (visits === "when-asked" && answer === undefined) await this.line?.visit(url, visitsBy);
    // The answer goes first.
    if (visits === "after-declining" && answer?.["action"] === "decline")
      setTimeout(() => void this.line?.visit(url, visitsBy), 300);
  }

  /** False where it was cancelled meanwhile. */
  #delay(key: string, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      setTimeout(() => resolve(true), ms).unref();
      this.#making.set(key, () => resolve(false));
    });
  }
}

export const CLIENT_INFO: JsonObject = { name: "small-client", version: "1.0.0" };
