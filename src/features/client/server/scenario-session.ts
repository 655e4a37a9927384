import type { Header } from "../../../base/header.ts";
import { type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import type { Action, Declaration, Scenario } from "../../../probe/scenario/scenario.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { Era } from "../../../protocol/revision.ts";
import type { ClientLimits } from "../client-limits.ts";
import { isDeclared } from "../declared.ts";
import type { Channel } from "./channel.ts";
import { fillIn, fillInObject } from "./fill-in.ts";
import { type Counted, isNow, namesIn, takesPlace, valuesOf } from "./occasions.ts";
import { answerPlainly, type PlainAnswer } from "./plain-answers.ts";
import { isStateless, versionRefusal, versionsOf } from "./versions.ts";

export interface SessionSettings {
  readonly scenario: Scenario;
  readonly limits: ClientLimits;
  /** Waits, unless the scenario ends before. */
  readonly pause: (ms: number) => Promise<void>;
  readonly transport: "http" | "stdio";
  /** The how manieth session of the scenario it is; the first without it. */
  readonly session?: number;
  readonly observer?: SessionObserver;
}

/** Who wants to know how far a client has come. */
export interface SessionObserver {
  /** The client said something. */
  heard(message: JsonObject): void;
  /** A request was answered, as far as the scenario answers it. */
  answered(request: JsonObject): void;
}

/** One client's session with the server of a scenario, over whatever transport. */
export class ScenarioSession {
  readonly #settings: SessionSettings;
  readonly #counts = new Map<string, number>();
  readonly #asked = new Map<string, (answer: Json) => void>();
  /** Resolve when the client has answered what it was asked under an id. */
  readonly #answers = new Map<string, Promise<void>>();
  readonly #holding = new Set<() => void>();
  readonly #serials = new WeakMap<JsonObject, string>();
  #served = 0;
  #phase: string | undefined;
  #subscription: { readonly channel: Channel; readonly id: Json } | undefined;
  /** Where addresses begin that nobody has a reason to ask for. */
  canary: string | undefined;
  /** What the client hears beside answers: its GET stream, or stdout. */
  standing: Channel | undefined;
  /** What is said when a stream is resumed. */
  #rest: { readonly actions: readonly Action[]; readonly request: JsonObject } | undefined;
  #declared: Json | undefined;
  /** The task that the client handed out last. */
  #task: string | undefined;
  #ready = false;
  #began = false;
  forgotten = false;
  /** Where the client reaches us over HTTP. */
  origin: string | undefined;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  /** The actions a message is answered with; undefined: none, because it is no request. */
  actionsFor(message: JsonObject, headers: readonly Header[] = []): readonly Action[] | undefined {
    this.stir();
    const method = stringMember(message, "method");
    if (method === undefined || member(message, "id") === undefined) return undefined;
    const { scenario, observer } = this.#settings;
    observer?.heard(message);
    const refused = refusesEra(this.#settings, message);
    if (refused) return refused;
    if (method === "initialize") this.#declared = valueAt(message, "params", "capabilities");
    const declared = this.#declaredWith(message);
    const counted = this.#count(message, method);
    this.#served += 1;
    this.#serials.set(message, `serial-${this.#served}`);
    const found = (scenario.reactions ?? []).find(
      (reaction) =>
        takesPlace(reaction, message, counted) && isNow(reaction, this.#phase, headers) && isMet(reaction.on, declared),
    );
    const actions = found?.actions ?? (method === "subscriptions/listen" ? LISTENING : [{ do: "answer" } as const]);
    return this.#startsWith(method) ? [...(scenario.whenReady ?? []), ...actions] : actions;
  }

  /** What the client said it can do: with this request, or at the handshake. */
  #declaredWith(request: JsonObject): Json | undefined {
    return valueAt(request, "params", "_meta", META_KEY.clientCapabilities) ?? this.#declared;
  }

  /** How often the method was asked for, and how often with the same name. */
  #count(message: JsonObject, method: string): Counted {
    const [all, same] = [method, JSON.stringify([method, ...namesIn(message)])].map((key) => {
      const count = (this.#counts.get(key) ?? 0) + 1;
      this.#counts.set(key, count);
      return count;
    });
    return { all: all ?? 1, same: same ?? 1 };
  }

  /** Before the first ordinary request of a client that does not listen. */
  #startsWith(method: string): boolean {
    if (method === "initialize" || method === "ping" || method === "server/discover" || this.#began) return false;
    if (this.standing?.isOpen) return false;
    this.#began = true;
    return true;
  }

  /** The client said or did something. */
  stir(): void {
    for (const resolve of this.#holding) resolve();
    this.#holding.clear();
  }

  /** A notification or an answer of the client. */
  take(message: JsonObject): void {
    this.stir();
    this.#settings.observer?.heard(message);
    const method = stringMember(message, "method");
    if (method === "notifications/initialized") {
      this.#ready = true;
      this.#begin();
    }
    if (method !== undefined) return;
    const id = JSON.stringify(member(message, "id") ?? null);
    this.#task = stringMember(valueAt(message, "result", "task"), "taskId") ?? this.#task;
    this.#asked.get(id)?.(message);
    this.#asked.delete(id);
  }

  /** The client listens now. */
  listen(channel: Channel): void {
    this.standing = channel;
    this.#begin();
  }

  #begin(): void {
    const { whenReady = [] } = this.#settings.scenario;
    if (!this.#ready || this.#began || whenReady.length === 0 || !this.standing?.isOpen) return;
    this.#began = true;
    void this.run(whenReady, {}, this.standing);
  }

  /** A stream is resumed: says what is left. */
  async resume(channel: Channel): Promise<void> {
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest) await this.run(rest.actions, rest.request, channel);
    else this.listen(channel);
  }

  get hasRest(): boolean {
    return this.#rest !== undefined;
  }

  /** Does one thing after the other. */
  async run(actions: readonly Action[], request: JsonObject, channel: Channel): Promise<void> {
    if (member(request, "method") === "subscriptions/listen")
      this.#subscription = { channel, id: member(request, "id") ?? null };
    for (const [index, action] of actions.entries()) {
      if (action.do === "end-stream") {
        this.#rest = { actions: actions.slice(index + 1), request };
        channel.end();
        return;
      }
      if (action.do === "close") {
        channel.end();
        return;
      }
      await this.#do(action, request, channel);
    }
    // A stream that a client opens with GET is no request that could be answered.
    if (member(request, "method") !== undefined) this.#settings.observer?.answered(request);
  }

  async #do(
    action: Exclude<Action, { do: "end-stream" | "close" }>,
    request: JsonObject,
    channel: Channel,
  ): Promise<void> {
    const values = this.#values(request);
    const id = member(request, "id") ?? null;
    switch (action.do) {
      case "answer":
        channel.say({ jsonrpc: "2.0", id, ...this.#plainAnswer(request) });
        return;
      case "result":
        channel.say({ jsonrpc: "2.0", id, result: this.#dressed(fillInObject(action.result, values), request) });
        return;
      case "error":
        channel.say({ jsonrpc: "2.0", id, error: fillInObject({ ...action.error }, values) });
        return;
      case "notify":
        this.#notify(action, request, values, channel);
        return;
      case "ask":
        if (!isMet(action.only ?? {}, this.#declaredWith(request))) return;
        await this.#ask(
          { ...action, ...(action.params ? { params: fillInObject(action.params, values) } : {}) },
          channel,
        );
        return;
      case "message":
        channel.say(fillIn(action.message, values));
        return;
      case "text":
        channel.text(action.text);
        return;
      case "stream":
        channel.stream(action.text);
        return;
      case "split":
        for (const piece of channel.pieces({ jsonrpc: "2.0", id, ...this.#answerOf(action.result, request) })) {
          channel.raw(piece);
          await this.#settings.pause(action.gapMs);
        }
        channel.end();
        return;
      case "joined":
        channel.sayAll([
          ...action.messages.map((message) => fillIn(message, values)),
          { jsonrpc: "2.0", id, ...this.#plainAnswer(request) },
        ]);
        return;
      case "repeat":
        for (let time = 0; time < action.times; time += 1)
          for (const one of action.actions) await this.#do(one, request, channel);
        return;
      case "wait":
        await this.#settings.pause(action.ms);
        return;
      case "hold":
        await Promise.race([
          new Promise<void>((resolve) => this.#holding.add(resolve)),
          this.#settings.pause(action.ms),
        ]);
        return;
      case "await":
        await Promise.race([this.#answers.get(JSON.stringify(action.id)), this.#settings.pause(action.ms)]);
        return;
      case "phase":
        this.#phase = action.phase;
        return;
      case "break":
        channel.break();
        return;
      case "status":
        channel.status(
          action.status,
          action.headers ?? {},
          action.body === undefined ? undefined : fillIn(action.body, values),
        );
        return;
      case "forget-session":
        this.forgotten = true;
        return;
      default:
        action satisfies never;
    }
  }

  async #ask(action: Extract<Action, { do: "ask" }>, channel: Channel): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#asked.set(JSON.stringify(action.id), () => resolve());
    });
    this.#answers.set(JSON.stringify(action.id), answered);
    const { method, params, id } = action;
    channel.say({ jsonrpc: "2.0", id, method, ...(params ? { params } : {}) });
    await Promise.race([answered, this.#settings.pause(action.waitMs ?? this.#settings.limits.answerMs)]);
  }

  #values(request: JsonObject): Readonly<Record<string, Json | undefined>> {
    return {
      ...valuesOf(request, this.#settings.session ?? 1),
      $task: this.#task,
      $origin: this.origin,
      $serial: this.#serials.get(request),
      $canary: this.canary,
    };
  }

  #answerOf(result: JsonObject | undefined, request: JsonObject): PlainAnswer {
    if (!result) return this.#plainAnswer(request);
    return { result: this.#dressed(fillInObject(result, this.#values(request)), request) };
  }

  #notify(
    { method, params, where, era, times = 1 }: Extract<Action, { do: "notify" }>,
    request: JsonObject,
    values: Readonly<Record<string, Json | undefined>>,
    channel: Channel,
  ): void {
    if (era !== undefined && era !== eraOf(request, this.#settings.scenario)) return;
    // Nobody is told the progress of a request that has no token.
    if (member(params, "progressToken") === "$token" && values["$token"] === undefined) return;
    const said = params ? fillInObject(params, values) : undefined;
    const repeated = (to: Channel, given: JsonObject | undefined): void => {
      for (let time = 0; time < times; time += 1)
        to.say({ jsonrpc: "2.0", method, ...(given ? { params: given } : {}) });
    };
    if (where === undefined) repeated(channel, said);
    else if (eraOf(request, this.#settings.scenario) === "stateful")
      repeated(this.standing?.isOpen ? this.standing : channel, said);
    else if (this.#subscription?.channel.isOpen)
      repeated(this.#subscription.channel, {
        ...said,
        _meta: { [META_KEY.subscriptionId]: this.#subscription.id },
      });
  }

  #plainAnswer(request: JsonObject): PlainAnswer {
    const { scenario } = this.#settings;
    const era = eraOf(request, scenario);
    const answer = answerPlainly(stringMember(request, "method") ?? "", member(request, "params"), {
      era,
      offers: scenario.offers ?? {},
      versions: versionsOf(scenario, era),
    });
    return "result" in answer && this.canary !== undefined
      ? { result: fillInObject(answer.result, { $canary: this.canary }) }
      : answer;
  }

  /** In the stateless era every result says what it is. */
  #dressed(result: JsonObject, request: JsonObject): JsonObject {
    return eraOf(request, this.#settings.scenario) === "stateless" && result["resultType"] === undefined
      ? { resultType: "complete", ...result }
      : result;
  }
}

const eraOf = (request: JsonObject, { face }: Scenario): Era =>
  face === "stateless" || isStateless(request) ? "stateless" : "stateful";

/** A client of which nothing is known gets what every client gets. */
const isMet = ({ declares, lacks }: Declaration, declared: Json | undefined): boolean =>
  declared === undefined ||
  ((declares === undefined || isDeclared(declared, declares)) && (lacks === undefined || !isDeclared(declared, lacks)));

/** A server of one era does not know the requests of the other, nor a version that is not its own. */
const refusesEra = ({ scenario, transport }: SessionSettings, request: JsonObject): readonly Action[] | undefined => {
  const stateless = isStateless(request);
  if (stateless && scenario.face === "stateful") return scenario.otherEra ?? LEGACY[transport];
  if (!stateless && scenario.face !== "stateless") return undefined;
  if (!stateless && scenario.otherEra) return scenario.otherEra;
  if (!stateless && scenario.unversioned) return undefined;
  const error = versionRefusal(scenario, request);
  if (!error) return undefined;
  const body = { jsonrpc: "2.0", id: "$id", error };
  // stdio has no status: the message is all there is.
  return [{ do: "status", status: 400, headers: { "Content-Type": "application/json" }, body }];
};

/** A subscription is acknowledged and stays open. */
const LISTENING: readonly Action[] = [
  {
    do: "notify",
    method: "notifications/subscriptions/acknowledged",
    params: { notifications: "$filter", _meta: { [META_KEY.subscriptionId]: "$subscription" } },
  },
];

/** How servers with sessions answer the first request of a client without one: over HTTP there is no such method but no session. */
const LEGACY = {
  http: [
    {
      do: "status",
      status: 400,
      body: {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32000, message: "Bad Request: No valid session ID provided" },
      },
    },
  ],
  stdio: [{ do: "error", error: { code: -32601, message: "Method not found" } }],
} as const satisfies Record<SessionSettings["transport"], readonly Action[]>;
