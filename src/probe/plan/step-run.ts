import { type JsonObject, stringMember } from "../../base/json.ts";
import { stepName } from "../../protocol/question.ts";
import { eraOf } from "../../protocol/revision.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { doInTurn } from "../concurrency.ts";
import type { Sending } from "../conversation/conversation.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { askAgainInNewSession, sendPolitely } from "../send-politely.ts";
import type { Talk } from "../talk/talk.ts";
import { happensBriefly, happensWithin, waitUnlessAborted } from "../throttle.ts";
import type { Known } from "./known.ts";
import type { AskOptions, Step, StepIO } from "./step.ts";

/** Ids of one step start here times its slot; no step sends this many requests. */
const IDS_PER_STEP = 100;

/** So many quiet windows without a word, and a process that is asked one by one is asked whether it is still there. */
const STALLED_WINDOWS = 20;

/** The name of that request; no question of the plan has it. */
const STILL_THERE = "still-there";

/** Quiet windows in which a tool has usually answered. */
const TOOL_WINDOWS = 4;

/** Quiet windows that a tool that still runs gets when everything else was asked; the whole run grants them once. */
const GRACE_WINDOWS = 10;

type ToSend = Parameters<StepIO["send"]>[0];

/** What a step is run with. */
interface StepSetting<T extends Talk> {
  readonly context: RunContext;
  readonly talk: T;
  readonly known: Known;
  readonly step: Step<T>;
  /** The place of the step in its conversation, from 1. */
  readonly slot: number;
  /** Its requests wait for each other: which of them ended a process is to be found out. */
  readonly oneByOne: boolean;
}

/** One step while it is asked. Everything it sends carries the step's name, slot and ids of its own. */
export class StepRun<T extends Talk> implements StepIO<T> {
  readonly talk: T;
  readonly known: Known;
  readonly #context: RunContext;
  readonly #step: Step<T>;
  readonly #slot: number;
  readonly #oneByOne: boolean;
  #lastId: number;
  #lastSent: Promise<unknown> = Promise.resolve();

  constructor({ context, talk, known, step, slot, oneByOne }: StepSetting<T>) {
    this.talk = talk;
    this.known = known;
    this.#context = context;
    this.#step = step;
    this.#slot = slot;
    this.#oneByOne = oneByOne;
    this.#lastId = (talk.conversation.firstId ?? 0) + slot * IDS_PER_STEP;
  }

  get isPolite(): boolean {
    return this.#context.part?.asked.quick === true;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  start(method: string, params?: JsonObject, options: AskOptions = {}): Sending {
    return this.talk.request(method, params, { id: this.nextId(), ...this.#labels(options) });
  }

  ask(method: string, params?: JsonObject, options: AskOptions = {}): Promise<ExchangeDraft> {
    let sending: Sending | undefined;
    const sent = this.#sendPolitely(() => {
      sending = this.start(method, params, options);
      return sending;
    });
    const mayTakeLong = options.deadline === "toolMs" || options.hasAsked;
    return mayTakeLong && !this.#waitsForTools
      ? this.#whileOthersWork(sent, () => sending, stringMember(params, "name"))
      : sent;
  }

  tell(method: string, params?: JsonObject, options: AskOptions = {}): Promise<ExchangeDraft> {
    return this.#sendPolitely(() => this.talk.notify(method, params, this.#labels(options)));
  }

  send({ as, ...outgoing }: ToSend): Sending {
    return this.talk.send({ ...outgoing, step: this.#named(as), slot: this.#slot, ...this.#deliberate });
  }

  async askOrSilence(outgoing: ToSend): Promise<ExchangeDraft> {
    const sending = this.send(outgoing);
    await this.control(`${outgoing.as === undefined ? "" : `${outgoing.as}-`}control`);
    // The server has gone on to the next request; what it had to say to this one is on its way or never comes.
    if (!(await this.within(sending.done))) giveUp(sending, SILENCE);
    return sending.done;
  }

  async peek(outgoing: ToSend): Promise<ExchangeDraft> {
    const sending = this.send(outgoing);
    await (sending.headed ?? Promise.resolve());
    await this.within(sending.done);
    sending.close();
    return sending.done;
  }

  async control(as = "control"): Promise<ExchangeDraft> {
    const send = (): Sending => this.#sendControl(this.#named(as));
    if (!this.#step.deliberate) return this.#sendPolitely(send);
    const draft = await sendPolitely(this.#context, send);
    // After our misbehaviour silence ends this conversation; it says nothing about the others.
    if (draft.trouble?.kind === "timed-out" && draft.responseMs === undefined) await this.talk.conversation.close();
    return draft;
  }

  quiet(windows = 1): Promise<void> {
    const { limits, signal, pace } = this.#context;
    return waitUnlessAborted(windows * limits.quietMs, signal, pace.stretchQuiet);
  }

  pause(ms: number | undefined, mostWindows: number): Promise<void> {
    const { quietMs } = this.#context.limits;
    return waitUnlessAborted(Math.min(ms ?? quietMs, mostWindows * quietMs), this.#context.signal);
  }

  async within(event: Promise<unknown>, windows = 1): Promise<boolean> {
    const { limits, signal, pace } = this.#context;
    await this.#started(event);
    return happensWithin(event, windows * limits.quietMs, signal, pace.stretchQuiet);
  }

  briefly(event: Promise<unknown>, windows = 0.5): Promise<void> {
    return happensBriefly(event, windows * this.#context.limits.quietMs);
  }

  outlast(call: Sending): Promise<ExchangeDraft> {
    return this.#waitsForTools ? call.done : this.#whileOthersWork(call.done, () => call);
  }

  inTurn<R>(works: readonly (() => Promise<R>)[], apart = this.known.transport === "streamable-http"): Promise<R[]> {
    return doInTurn(this.#context.work, works, (one) => (apart && !this.#oneByOne ? this.within(one) : one));
  }

  whileOthersAsk(event: Promise<unknown>): Promise<boolean> {
    return this.#context.work.lastsUntil(event);
  }

  get #deliberate(): { readonly deliberate?: true } {
    return this.#step.deliberate ? { deliberate: true } : {};
  }

  #named(as: string | undefined): string {
    return stepName(this.#step.question, as);
  }

  #labels({ as, hasAsked: _, ...options }: AskOptions): AskOptions {
    return { step: this.#named(as), slot: this.#slot, ...this.#deliberate, ...options };
  }

  /** The harmless request of the era: it shows that the server still answers. */
  #sendControl(step: string): Sending {
    const method = eraOf(this.known.revision) === "stateful" ? "ping" : "server/discover";
    return this.talk.request(method, undefined, { id: this.nextId(), step, slot: this.#slot });
  }

  async #sendPolitely(send: () => Sending): Promise<ExchangeDraft> {
    const { health, recorder } = this.#context;
    const draft = await (this.#oneByOne ? this.#sendAfterLast(send) : sendPolitely(this.#context, send));
    health.observe(draft, recorder.hasStrayAnswer);
    return askAgainInNewSession(this.#context, this.talk, draft, send);
  }

  #sendAfterLast(send: () => Sending): Promise<ExchangeDraft> {
    const done = this.#lastSent.then(() => this.#unlessStalled(sendPolitely(this.#context, send)));
    this.#lastSent = done.catch(() => undefined);
    return done;
  }

  /**
   * Some servers stop reading at a request they cannot take, and leave only when the next line comes. Waiting for the
   * whole limit would say less: so the next line comes soon. What the silent request has to say is still waited for.
   */
  async #unlessStalled(sent: Promise<ExchangeDraft>): Promise<ExchangeDraft> {
    const { limits, signal, pace } = this.#context;
    const over = happensWithin(sent, STALLED_WINDOWS * limits.quietMs, signal, pace.stretchLimit);
    if ((await over) || signal.aborted || this.talk.conversation.dead) return sent;
    const asked = this.#sendControl(STILL_THERE);
    // That it was not answered is the doing of the request before it.
    void asked.done.then((draft) => {
      if (draft.responseMs === undefined) draft.interrupted = true;
    });
    return sent;
  }

  /** A user who said how long tools may take gets that. */
  get #waitsForTools(): boolean {
    return this.#oneByOne || this.#context.waitsForTools;
  }

  /** A tool that takes long is waited for only while others have something to ask, and a little longer. */
  async #whileOthersWork(
    sent: Promise<ExchangeDraft>,
    sending: () => Sending | undefined,
    tool?: string,
  ): Promise<ExchangeDraft> {
    const { slowTools, work } = this.#context;
    if (await this.within(sent, TOOL_WINDOWS)) return sent;
    if (tool !== undefined) slowTools.add(tool);
    if (!(await work.lastsUntil(sent, (event) => this.within(event, GRACE_WINDOWS)))) giveUp(sending(), TOO_SLOW);
    return sent;
  }

  /** A process that has said nothing yet may be starting, which others of this run took their time for, too. */
  async #started(event: Promise<unknown>): Promise<void> {
    const { pace, now, signal } = this.#context;
    const { startUp } = this.talk.conversation;
    const left = startUp ? pace.startLeft(startUp, now()) : 0;
    if (startUp && left > 0) await happensWithin(Promise.race([startUp.over, event]), left, signal);
  }
}

const giveUp = (sending: Sending | undefined, why: Trouble): void => {
  if (!sending) return;
  if (sending.draft.responseMs === undefined) sending.draft.trouble ??= why;
  sending.close();
};

const TOO_SLOW: Trouble = {
  kind: "timed-out",
  detail: "no response by the time everything else had been asked; --limit tool-ms=<ms> waits longer",
  limit: "toolMs",
};

/** No answer to something that need not be answered; known once a later request was. */
export const SILENCE: Trouble = {
  kind: "timed-out",
  detail: "no response, although a later request was answered",
  limit: "quietMs",
};
