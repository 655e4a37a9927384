import { inParallel } from "../concurrency.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import type { Skip } from "./skip.ts";
import type { ConversationPlan, Step } from "./step.ts";
import { StepRun } from "./step-run.ts";

/**
 * Opens a conversation of the plan and, unless the plan says bare, shakes hands; undefined when that failed. With `used`,
 * in that process; if it does not take the handshake like a fresh one, in a fresh one.
 */
export type OpenTalk<T extends Talk> = (
  plan: ConversationPlan<T>,
  id: string,
  used?: StdioProcess,
) => Promise<T | undefined>;

interface ConversationSetting<T extends Talk> {
  readonly plan: ConversationPlan<T>;
  /** Of the conversation that was opened, and is named like it. */
  readonly talk: T;
  /** Opens it again in a fresh process. Without this a conversation that has ended stays so. */
  readonly open?: OpenTalk<T>;
  /** What the run has learned so far: it may grow from step to step. */
  known(): Known;
}

interface AskedStep<T extends Talk> {
  readonly step: Step<T>;
  /** Its place in the conversation, from 1. */
  readonly slot: number;
}

/** Requests of one conversation under way at once. On stdio they are pipelined freely: it is one pipe. */
const WIDTH = { http: 2, stdio: Number.POSITIVE_INFINITY } as const;

/** A server that ends again and again is not started for ever. */
const MAX_STARTS = 12;

/**
 * Runs the steps of one conversation, in as many processes as it takes. On stdio many requests are under way at once, so
 * an exit leaves all of them without an answer although one of them ended the process. They are asked again one by one
 * in a fresh process: the one that ends it as the first thing asked there is the cause, the others get their answers.
 */
export class ConversationRun<T extends Talk> {
  readonly #context: RunContext;
  readonly #setting: ConversationSetting<T>;
  readonly #name: string;
  #talk: T | undefined;
  #id: string;
  #starts = 1;
  /** Steps asked in the process that runs now. */
  #asked = 0;
  #slots = 0;

  constructor(context: RunContext, setting: ConversationSetting<T>) {
    const { conversation } = setting.talk;
    this.#context = context;
    this.#setting = setting;
    this.#talk = setting.talk;
    this.#name = conversation.id;
    this.#id = conversation.id;
    // What was said to a used process before may be what ends it.
    if ((conversation.firstId ?? 0) > 0) this.#asked = 1;
  }

  /** Asks all groups of the plan, one after the other. */
  async askAll(): Promise<void> {
    for (const group of this.#setting.plan.groups) await this.ask(group);
  }

  /** Asks the steps of a group side by side. */
  async ask(group: readonly Step<T>[]): Promise<void> {
    const asked = group.map((step, index) => ({ step, slot: this.#slots + index + 1 }));
    this.#slots += group.length;
    if (asked.length === 0) return;
    const { stopReason } = this.#context.health;
    if (!stopReason && this.#talk?.conversation.dead && this.#mayStartAgain) await this.#startAgain();
    const talk = this.#talk;
    if (!talk) return this.#leaveOut(asked, NO_HANDSHAKE);
    const before = this.#asked;
    this.#asked += asked.length;
    await this.#askSideBySide(talk, asked);
    const isOnlyOne = before === 0 && asked.length === 1 && this.#unansweredIn(asked).length <= 1;
    if (this.#exited && !isOnlyOne && !this.#setting.plan.bare && this.#setting.open)
      await this.#askAgain(asked.filter((one) => this.#unansweredIn([one]).length > 0));
  }

  async close(): Promise<void> {
    await this.#talk?.close();
    this.#talk = undefined;
  }

  /** Ends the conversation, and yields the process if it can go on. */
  async leave(): Promise<StdioProcess | undefined> {
    const talk = this.#talk;
    this.#talk = undefined;
    return talk?.leave();
  }

  /** Streams that only wait do not count in how many requests are under way. */
  async #askSideBySide(talk: T, asked: readonly AskedStep<T>[]): Promise<void> {
    const isRenewed = this.#starts > 1;
    const tasks = asked.map((one) => ({
      waits: one.step.waits === true,
      run: () => this.#askStep(talk, one, isRenewed),
    }));
    const waiting = tasks.filter(({ waits }) => waits).map(({ run }) => run());
    const asking = tasks.filter(({ waits }) => !waits).map(({ run }) => run);
    await Promise.all([...waiting, inParallel(asking, WIDTH[this.#context.target.kind])]);
  }

  /** Asks one step, or writes down why not. Renewed: the process is not the one the conversation began with. */
  async #askStep(talk: T, { step, slot }: AskedStep<T>, isRenewed: boolean, oneByOne = false): Promise<void> {
    const context = this.#context;
    const known = this.#setting.known();
    const skip =
      context.health.stopReason ??
      deadEnd(talk) ??
      step.skip?.(known) ??
      (isRenewed && step.continues ? OTHER_PROCESS : undefined) ??
      step.skipIn?.(talk);
    if (skip) this.#leaveOut([{ step, slot }], skip);
    else await step.run(new StepRun({ context, talk, known, step, slot, oneByOne }));
  }

  /** One at a time, each process as long as it lives. */
  async #askAgain(unanswered: readonly AskedStep<T>[]): Promise<void> {
    const left = [...unanswered];
    for (const one of left) this.#markInterrupted(one);
    while (left.length > 0 && !this.#context.health.stopReason) {
      if (this.#starts >= MAX_STARTS) return this.#leaveOut(left, ENDS_AGAIN);
      await this.#startAgain();
      const talk = this.#talk;
      if (!talk) return this.#leaveOut(left, NO_HANDSHAKE);
      while (left[0] && !talk.conversation.dead) {
        const [one] = left;
        this.#asked += 1;
        await this.#askStep(talk, one, true, true);
        // Asked as the first thing in this process, it is the cause. Otherwise the cause may be one before it that was
        // answered and ended the process afterwards, so this one is asked first in the next.
        if (this.#exited && this.#unansweredIn([one]).length > 0 && this.#asked > 1) this.#markInterrupted(one);
        else left.shift();
      }
    }
    if (left.length > 0) this.#leaveOut(left, this.#context.health.stopReason ?? ENDS_AGAIN);
  }

  get #mayStartAgain(): boolean {
    const { plan, open } = this.#setting;
    if (!open) return false;
    // Where the plan shakes hands itself, its later steps go on from its first.
    return plan.restarts === true || (this.#exited && !plan.bare && this.#starts < MAX_STARTS);
  }

  /** Whether the process ended by itself: what we closed or a limit cut off is no riddle. */
  get #exited(): boolean {
    return (
      !this.#context.signal.aborted &&
      this.#talk?.conversation.dead === true &&
      this.#context.recorder.conversation(this.#id)?.trouble?.kind === "unexpected-exit"
    );
  }

  async #startAgain(): Promise<void> {
    await this.close();
    this.#starts += 1;
    this.#asked = 0;
    this.#id = `${this.#name}.${this.#starts}`;
    this.#talk = await this.#setting.open?.(this.#setting.plan, this.#id);
  }

  /** What the exit of this process left without an answer. */
  #unansweredIn(asked: readonly AskedStep<T>[]): readonly ExchangeDraft[] {
    return asked
      .flatMap(({ slot }) => this.#context.recorder.draftsIn(this.#id, slot))
      .filter(
        ({ responseMs, trouble, interrupted }) =>
          responseMs === undefined && trouble?.kind === "unexpected-exit" && !interrupted,
      );
  }

  #markInterrupted(one: AskedStep<T>): void {
    for (const draft of this.#unansweredIn([one])) draft.interrupted = true;
  }

  #leaveOut(left: readonly AskedStep<T>[], skip: Skip): void {
    for (const { step, slot } of left)
      this.#context.recorder.addNotProbed({ conversation: this.#id, step: step.question, ...skip }, slot);
  }
}

/** Writes down every step of a conversation that is not held at all. */
export const skipConversation = <T extends Talk>(
  { recorder }: RunContext,
  plan: ConversationPlan<T>,
  conversation: string,
  skip: Skip,
): void => {
  for (const [index, step] of plan.groups.flat().entries())
    recorder.addNotProbed({ conversation, step: step.question, ...skip }, index + 1);
};

const deadEnd = (talk: Talk): Skip | undefined => {
  const detail = talk.conversation.dead ? "the conversation had already ended" : talk.obstacle;
  return detail === undefined ? undefined : { reason: "prerequisite-missing", detail };
};

export const NO_HANDSHAKE: Skip = { reason: "prerequisite-missing", detail: "the conversation could not be opened" };

const OTHER_PROCESS: Skip = {
  reason: "prerequisite-missing",
  detail: "the process that was asked before had ended",
};

const ENDS_AGAIN: Skip = {
  reason: "prerequisite-missing",
  detail: `the process ended before the answer, and so it did in ${MAX_STARTS} starts`,
};
