import { defined } from "../../json/defined.ts";
import type { ProcessRecord } from "../../model/capture.ts";
import type { Json } from "../../model/json.ts";
import type { StdioTarget } from "../../model/target.ts";
import type { Trouble } from "../../model/trouble.ts";
import { deferred } from "../../wire/deferred.ts";
import { parseMessage } from "../../wire/parse-message.ts";
import { type StdioChild, startChild } from "../../wire/stdio/stdio-child.ts";
import type { RunContext } from "../run-context.ts";
import type { StartUp } from "./conversation.ts";

/** A conversation, as the process it is held with sees it. */
export interface ProcessGuest {
  readonly id: string;
  /** A line, or what stood behind the last one. */
  hear(bytes: Uint8Array, complete: boolean): void;
  /** Whether a message is about something that was asked in this conversation. */
  knows(message: Json | undefined): boolean;
  /** Nothing more will come: the reason, unless we asked for it. */
  end(trouble: Trouble | undefined): void;
  /** Whether a call that it made is still under way, as far as anybody knows. */
  hasOpenCall(): boolean;
  /** The last guest is told how the process ended. */
  gone(record: ProcessRecord | undefined): void;
}

/** Ids of the conversations of one process start so far apart: no request id is used twice in it. */
const IDS_PER_CONVERSATION = 100_000;

/** A child process and the conversations that are held with it, one after the other. */
export class StdioProcess {
  readonly startUp: StartUp;
  readonly #context: RunContext;
  readonly #child: StdioChild | undefined;
  readonly #guests: ProcessGuest[] = [];
  readonly #endStart: () => void;
  #over: { readonly trouble: Trouble | undefined } | undefined;

  constructor(context: RunContext, { command, args, cwd, env }: StdioTarget) {
    this.#context = context;
    const { promise: over, resolve } = deferred();
    this.#endStart = resolve;
    this.startUp = { openedMs: context.now(), heardMs: undefined, over };
    const settings = defined({
      command,
      args,
      cwd,
      env: { ...context.baseEnv, ...env },
      limits: context.limits,
      exits: context.pace.exits,
    });
    const events = {
      onLine: (bytes: Uint8Array) => this.#onLine(bytes, true),
      onPartialLine: (bytes: Uint8Array) => this.#onLine(bytes, false),
      onEnd: (trouble: Trouble | undefined) => this.#onEnd(trouble),
    };
    // A run that has ended starts no more processes; nobody would tell them to stop.
    this.#child = context.signal.aborted ? undefined : startChild(settings, events);
  }

  get isStarted(): boolean {
    return this.#child !== undefined;
  }

  /** Nothing more can be said to it. */
  get isOver(): boolean {
    return this.#over !== undefined || this.#child === undefined || this.#context.signal.aborted;
  }

  /** What still runs may speak up in the next conversation, where it would look unasked for. */
  get isBusy(): boolean {
    return this.#guests.some((guest) => guest.hasOpenCall());
  }

  /** The conversation that the process was started for. */
  get startedFor(): string | undefined {
    return this.#guests[0]?.id;
  }

  /** From now on what the process says is for this conversation; what it owes to earlier ones still reaches them. */
  take(guest: ProcessGuest): { readonly firstId: number } {
    this.#guests.push(guest);
    if (this.#over) guest.end(this.#over.trouble);
    return { firstId: (this.#guests.length - 1) * IDS_PER_CONVERSATION };
  }

  async write(bytes: Uint8Array): Promise<Trouble | undefined> {
    return this.#child?.write(bytes);
  }

  async shutdown(): Promise<void> {
    const { isBusy } = this;
    // A run that was broken off has no time to be patient: whoever ended it may end us next. And a server may well finish
    // its work before it leaves, which nobody waits for any more.
    const manner = this.#context.signal.aborted ? "hurried" : isBusy ? "impatient" : "patient";
    const record = await this.#child?.shutdown(manner);
    this.#guests.at(-1)?.gone(record && isBusy ? { ...record, busy: true } : record);
  }

  #onLine(bytes: Uint8Array, complete: boolean): void {
    if (this.startUp.heardMs === undefined) {
      this.startUp.heardMs = this.#context.now();
      this.#context.pace.observeStart(this.startUp.heardMs - this.startUp.openedMs);
      this.#endStart();
    }
    const guest = (complete ? this.#addressee(bytes) : undefined) ?? this.#guests.at(-1);
    guest?.hear(bytes, complete);
  }

  /** The conversation that a line is about; the newest of several. */
  #addressee(bytes: Uint8Array): ProcessGuest | undefined {
    if (this.#guests.length < 2) return undefined;
    const { message } = parseMessage(bytes, this.#context.limits);
    return this.#guests.findLast((guest) => guest.knows(message));
  }

  #onEnd(trouble: Trouble | undefined): void {
    this.#over = { trouble };
    this.#endStart();
    this.#guests.at(-1)?.end(trouble);
  }
}
