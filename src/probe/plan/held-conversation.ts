import type { StdioProcess } from "../conversation/stdio-process.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import { askSideBySide, runStep } from "./run-conversation.ts";
import type { Skip } from "./skip.ts";
import type { ConversationPlan, Step } from "./step.ts";

/** How conversations are opened in the revision that is probed. */
export interface Opener<T extends Talk> {
  /**
   * Opens a conversation and, unless the plan says bare, shakes hands; undefined when that failed. With `used`, in that
   * process; if it does not take the handshake like a fresh one, in a fresh one.
   */
  open(plan: ConversationPlan<T>, id: string, used?: StdioProcess): Promise<T | undefined>;
}

interface Asked<T extends Talk> {
  readonly step: Step<T>;
  readonly slot: number;
}

/** A server that ends again and again is not started for ever. */
const MAX_STARTS = 12;

/**
 * One conversation of the plan, held in as many processes as it takes. On stdio many requests are under way at once, so
 * an exit leaves all of them without an answer although one of them ended the process. They are asked again one by one
 * in a fresh process: the one that ends it as the first thing asked there is the cause, the others get their answers.
 */
export class HeldConversation<T extends Talk> {
  readonly #context: RunContext;
  readonly #opener: Opener<T>;
  readonly #plan: ConversationPlan<T>;
  readonly #known: () => Known;
  readonly #name: string;
  #id: string;
  #talk: T | undefined;
  #starts = 1;
  /** Steps asked in the process that runs now. */
  #asked = 0;
  #slots = 0;

  constructor(
    context: RunContext,
    opener: Opener<T>,
    plan: ConversationPlan<T>,
    known: () => Known,
    id: string,
    talk: T,
  ) {
    this.#context = context;
    this.#opener = opener;
    this.#plan = plan;
    this.#known = known;
    this.#name = id;
    this.#id = id;
    this.#talk = talk;
    // What was said to a used process before may be what ends it.
    if ((talk.conversation.firstId ?? 0) > 0) this.#asked = 1;
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
    const first = this.#slots - group.length + 1;
    await askSideBySide(this.#context, group, (step, index) =>
      runStep(this.#context, step, this.#id, talk, this.#known(), first + index, { renewed: this.#starts > 1 }),
    );
    const isOnlyOne = before === 0 && asked.length === 1 && this.#unansweredIn(asked).length <= 1;
    if (this.#exited && !isOnlyOne && !this.#plan.bare)
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

  /** One at a time, each process as long as it lives. */
  async #askAgain(unanswered: readonly Asked<T>[]): Promise<void> {
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
        await runStep(this.#context, one.step, this.#id, talk, this.#known(), one.slot, {
          renewed: true,
          oneByOne: true,
        });
        // Asked as the first thing in this process, it is the cause. Otherwise the cause may be one before it that was
        // answered and ended the process afterwards, so this one is asked first in the next.
        if (this.#exited && this.#unansweredIn([one]).length > 0 && this.#asked > 1) this.#markInterrupted(one);
        else left.shift();
      }
    }
    if (left.length > 0) this.#leaveOut(left, this.#context.health.stopReason ?? ENDS_AGAIN);
  }

  get #mayStartAgain(): boolean {
    // Where the plan shakes hands itself, its later steps go on from its first.
    return this.#plan.restarts === true || (this.#exited && !this.#plan.bare && this.#starts < MAX_STARTS);
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
    this.#talk = await this.#opener.open(this.#plan, this.#id);
  }

  /** What the exit of this process left without an answer. */
  #unansweredIn(asked: readonly Asked<T>[]): readonly ExchangeDraft[] {
    return asked
      .flatMap(({ slot }) => this.#context.recorder.draftsIn(this.#id, slot))
      .filter(
        ({ responseMs, trouble, interrupted }) =>
          responseMs === undefined && trouble?.kind === "unexpected-exit" && !interrupted,
      );
  }

  #markInterrupted(one: Asked<T>): void {
    for (const draft of this.#unansweredIn([one])) draft.interrupted = true;
  }

  #leaveOut(left: readonly Asked<T>[], skip: Skip): void {
    for (const { step, slot } of left) {
      this.#context.recorder.addNotProbed({ conversation: this.#id, step: step.question, ...skip }, slot);
    }
  }
}

export const NO_HANDSHAKE: Skip = { reason: "prerequisite-missing", detail: "the conversation could not be opened" };

const ENDS_AGAIN: Skip = {
  reason: "prerequisite-missing",
  detail: `the process ended before the answer, and so it did in ${MAX_STARTS} starts`,
};
