import { defined } from "../../base/defined.ts";
import { type Json, member } from "../../base/json.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { lineNotes } from "../filing/filing.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests, type Conversation, type Outgoing, type Sending, type StartUp } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { type Completion, PendingRequests } from "./pending-requests.ts";
import type { StdioProcess } from "./stdio-process.ts";

const CLOSED: Trouble = { kind: "closed", detail: "the conversation was closed" };

/**
 * A conversation on the pipes of a process that is new, or that earlier conversations have left. Requests may be
 * pipelined; answers are matched by id.
 */
export class StdioConversation implements Conversation {
  readonly id: string;
  readonly firstId: number;
  readonly startUp: StartUp;
  answerServer?: (request: Json) => Json | undefined;
  readonly #context: RunContext;
  readonly #process: StdioProcess;
  readonly #log: ConversationLog;
  readonly #pending: PendingRequests;
  readonly #lines: WholeLines;
  readonly #answer: (message: Json | undefined) => void;
  #over: Trouble | undefined;

  constructor(context: RunContext, process: StdioProcess, id: string, purpose: string) {
    this.id = id;
    this.startUp = process.startUp;
    this.#context = context;
    this.#process = process;
    this.#log = new ConversationLog(context, id, purpose, "stdio");
    if (process.startedFor !== undefined) this.#log.update({ shares_process_with: process.startedFor });
    this.#pending = new PendingRequests(context, process.startUp);
    this.#lines = keepLinesWhole((bytes) => process.write(bytes));
    this.#answer = answerServerRequests(this, context.limits, (outgoing) => this.#transmit(outgoing, "answer"));
    this.firstId = this.#take(process);
    context.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (process.refusal) this.#end(process.refusal);
    if (!process.isStarted) this.#onAbort();
  }

  get dead(): boolean {
    return this.#over !== undefined;
  }

  send(outgoing: Outgoing): Sending {
    return this.#transmit(outgoing, "step");
  }

  async close(): Promise<void> {
    this.#context.signal.removeEventListener("abort", this.#onAbort);
    await this.#process.shutdown();
    this.#end(CLOSED);
  }

  /** Ends the conversation but not the process; undefined if nothing more can be said to that one. */
  async leave(): Promise<StdioProcess | undefined> {
    const process = this.#process;
    if (this.#over || process.isOver || process.isBusy) {
      await this.close();
      return undefined;
    }
    this.#context.signal.removeEventListener("abort", this.#onAbort);
    this.#pending.letGo(CLOSED);
    this.#over = CLOSED;
    this.#log.update({ closed_ms: this.#context.now() });
    return process;
  }

  readonly #onAbort = (): void => this.#end({ kind: "aborted", detail: "the run ended before the answer" });

  /** From now on the process is heard for this conversation; yields the id after which its own begin. */
  #take(process: StdioProcess): number {
    const { recorder, now } = this.#context;
    const { firstId } = process.take({
      id: this.id,
      hear: (bytes, complete) => this.#hear(bytes, complete),
      knows: (message) => this.#pending.knows(message),
      end: (trouble) => {
        if (trouble) this.#log.update({ trouble });
        this.#end(trouble ?? CLOSED);
      },
      hasOpenCall: () =>
        recorder
          .draftsOf(this.id)
          .some(({ request, responseMs }) => responseMs === undefined && member(request, "method") === "tools/call"),
      gone: (record) => this.#log.update(defined({ process: record, closed_ms: now() })),
    });
    return firstId;
  }

  #end(trouble: Trouble): void {
    if (this.#over) return;
    this.#over = trouble;
    this.#pending.failAll(trouble);
  }

  #hear(bytes: Uint8Array, complete: boolean): void {
    const log = this.#log;
    if (log.flooded) return;
    const received = log.receive(bytes);
    if (!received) {
      log.update({ trouble: log.floodTrouble });
      this.#end(log.floodTrouble);
      return;
    }
    const framing = lineNotes(bytes, complete);
    const noted = framing.length === 0 ? received : { ...received, notes: [...(received.notes ?? []), ...framing] };
    // Half a line is not a message, even if its bytes happen to parse.
    if (!complete || !this.#pending.file(noted)) log.addUnsolicited(noted);
    if (complete) this.#answer(noted.message);
  }

  #transmit(outgoing: Outgoing, kind: "step" | "answer"): Sending {
    const draft = this.#log.startDraft(outgoing, kind);
    const completion = this.#pending.track(draft, outgoing.onMessage);
    const { finish, done } = completion;
    const over = this.#over;
    if (over) {
      // It never reached the process, so the exit says nothing about it; unless what its own step wrote before ended it.
      const before = this.#context.recorder.draftsIn(this.id, draft.slot).filter((one) => one !== draft);
      const isShown = before.length === 0 || before.some(({ trouble }) => trouble?.kind === "unexpected-exit");
      if (over.kind === "unexpected-exit" && isShown) draft.interrupted = true;
      finish(over);
      return { draft, done, close: () => {} };
    }
    const waiting = outgoing.expect === "response" && completion.awaitAnswer();
    const bytes = outgoing.bytes ?? new TextEncoder().encode(`${JSON.stringify(outgoing.message)}\n`);
    const wasHeard = this.startUp.heardMs !== undefined;
    void this.#lines[kind](bytes).then((trouble) => {
      if (trouble) finish(this.#over ?? trouble);
      else if (!waiting) finish();
    });
    if (waiting) this.#limit(outgoing, completion, wasHeard);
    return { draft, done, close: () => finish() };
  }

  #limit({ deadline }: Outgoing, { finish, limitTo }: Completion, wasHeard: boolean): void {
    const process = this.#process;
    const { firstStart } = process;
    if (firstStart && !wasHeard) {
      // The launcher may have to fetch the server first: how long that may take is not a matter of this request.
      void firstStart.over.then((trouble) => (trouble ? finish(trouble) : limitTo(deadline ?? "exchangeMs")));
      return;
    }
    // A child is given its start time once.
    if (wasHeard || deadline !== undefined) limitTo(deadline ?? "exchangeMs");
    else limitTo("startMs", (ms) => this.#context.pace.stretchStart(ms, process.processorShare));
  }
}

type Write = (bytes: Uint8Array) => Promise<Trouble | undefined>;

interface WholeLines {
  /** Bytes of a step, as they are: a line may be written in parts. */
  readonly step: Write;
  /** A line that we say of our own accord. It waits while a line is half written. */
  readonly answer: Write;
}

/**
 * A step may write a line in two parts. An answer to something that the server asks meanwhile must not get between them: the
 * server would read a line that nobody wrote, and be blamed for what it makes of it.
 */
export const keepLinesWhole = (write: Write): WholeLines => {
  let waiting: (() => void)[] | undefined;
  return {
    step: (bytes) => {
      const written = write(bytes);
      if (bytes.length === 0) return written;
      if (bytes.at(-1) !== NEWLINE) {
        waiting ??= [];
        return written;
      }
      const ready = waiting ?? [];
      waiting = undefined;
      for (const say of ready) say();
      return written;
    },
    answer: (bytes) => {
      const queue = waiting;
      if (queue === undefined) return write(bytes);
      return new Promise((resolve) => queue.push(() => resolve(write(bytes))));
    },
  };
};

const NEWLINE = 0x0a;
