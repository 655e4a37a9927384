import { defined } from "../../base/defined.ts";
import type { Json } from "../../base/json.ts";
import type { StdioTarget } from "../../capture/target.ts";
import { deferred } from "../../wire/deferred.ts";
import { ENTRY_BOUND_MS } from "../../wire/limits.ts";
import { parseMessage } from "../../wire/parse-message.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { ChildStart } from "../../wire/stdio/child-process.ts";
import { HeadAndTail } from "../../wire/stdio/head-and-tail.ts";
import type { FirstStart } from "../../wire/stdio/launcher/first-start.ts";
import { processorShare, processorTimes } from "../../wire/stdio/process-group.ts";
import type { ProcessRecord } from "../../wire/stdio/process-record.ts";
import { type StdioChild, startChild } from "../../wire/stdio/stdio-child.ts";
import type { Trouble } from "../../wire/trouble.ts";
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

/** A start without the launcher that has not been heard yet: what it was told is told again if it ends. */
interface Trial {
  readonly told: Uint8Array[];
  readonly settled: Promise<void>;
  settle(): void;
  fellBack: boolean;
}

/** A child process and the conversations that are held with it, one after the other. */
export class StdioProcess {
  readonly startUp: StartUp;
  /** While the launcher of the run may still be installing. */
  readonly firstStart: FirstStart | undefined;
  readonly #context: RunContext;
  readonly #usual: ChildStart;
  readonly #guests: ProcessGuest[] = [];
  readonly #endStart: () => void;
  readonly #launcherSaid: HeadAndTail;
  #child: StdioChild | undefined;
  #started: ProcessRecord["started"];
  #trial: Trial | undefined;
  #failed: Promise<unknown> | undefined;
  #isLeaving = false;
  #over: { readonly trouble: Trouble | undefined } | undefined;

  constructor(context: RunContext, { command, args, cwd, env }: StdioTarget) {
    this.#context = context;
    this.#launcherSaid = new HeadAndTail(context.limits.rawBytes);
    const { promise: over, resolve } = deferred();
    this.#endStart = resolve;
    this.startUp = { openedMs: context.now(), heardMs: undefined, over };
    this.#usual = defined({ command, args, cwd, env: { ...context.baseEnv, ...env } });
    const { launch } = context;
    // A run that has ended starts no more processes; nobody would tell them to stop.
    if (context.signal.aborted || launch?.failure) return;
    const { direct } = launch ?? {};
    this.#begin(direct ?? this.#usual);
    if (!launch) return;
    this.#started = direct ? "direct" : "launcher";
    if (direct && !launch.isProven) {
      const { promise: settled, resolve: settle } = deferred();
      this.#trial = { told: [], settled, settle, fellBack: false };
    }
    this.firstStart = launch.watchFirst(this.#child?.pid);
  }

  #begin(start: ChildStart): void {
    const { limits, pace, launch } = this.#context;
    const launcher = start === this.#usual ? launch?.launcher : undefined;
    const child = startChild(
      { ...start, limits, exits: pace.exits, ...(launcher ? { launcher } : {}) },
      {
        onLine: (bytes) => this.#onLine(bytes, true),
        onPartialLine: (bytes) => this.#onLine(bytes, false),
        onEnd: (trouble) => {
          if (this.#child === child) this.#onEnd(trouble);
        },
      },
    );
    this.#child = child;
  }

  /** Why there is no process, if not because the run has ended. */
  get refusal(): Trouble | undefined {
    return this.#child ? undefined : this.#context.launch?.failure;
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

  /** Of the time that it wanted, the share in which it was given a processor. */
  get processorShare(): number {
    const pid = this.#child?.pid;
    return pid === undefined ? 1 : processorShare(pid);
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
    const trial = this.#trial;
    trial?.told.push(bytes);
    const trouble = await this.#child?.write(bytes);
    if (!trouble || !trial) return trouble;
    await trial.settled;
    return trial.fellBack ? undefined : trouble;
  }

  async shutdown(): Promise<void> {
    const { isBusy } = this;
    this.#isLeaving = true;
    const isUnheard = this.firstStart !== undefined && this.startUp.heardMs === undefined;
    this.firstStart?.stop();
    // A run that was broken off has no time to be patient: whoever ended it may end us next. And a server may well finish
    // its work before it leaves, which nobody waits for any more. A launcher that installs does not look at its input.
    const usual = this.#context.signal.aborted ? "hurried" : isBusy ? "impatient" : "patient";
    const manner = isUnheard ? "impatient" : usual;
    const [record] = await Promise.all([this.#child?.shutdown(manner), this.#failed]);
    this.#guests.at(-1)?.gone(record && this.#withStart(isBusy ? { ...record, busy: true } : record));
  }

  #withStart(record: ProcessRecord): ProcessRecord {
    const { head } = this.#launcherSaid;
    const said = head.length > 0 ? toRawText(head, this.#context.limits.rawBytes) : undefined;
    return defined({ ...record, started: this.#started, launcher_stdout: said });
  }

  #onLine(bytes: Uint8Array, complete: boolean): void {
    if (this.startUp.heardMs === undefined) {
      if (this.firstStart?.isLaunchers(bytes)) {
        for (const part of [bytes, NEWLINE]) this.#launcherSaid.push(Buffer.from(part));
        return;
      }
      this.#onFirstWord();
    }
    const guest = (complete ? this.#addressee(bytes) : undefined) ?? this.#guests.at(-1);
    guest?.hear(bytes, complete);
  }

  #onFirstWord(): void {
    const { pace, launch, limits } = this.#context;
    const heardMs = this.#context.now();
    this.startUp.heardMs = heardMs;
    const tookMs = heardMs - this.startUp.openedMs;
    this.#noteQueue(tookMs);
    if (this.firstStart) {
      const { program, tookMs: alone } = this.firstStart.heard();
      launch?.knows(program);
      // What an installation took says nothing about the next start.
      pace.observeStart(program && alone !== undefined ? alone : Math.min(tookMs, limits.discoverMs));
    } else pace.observeStart(tookMs);
    if (this.#started === "direct") launch?.directWorks();
    if (this.#started === "launcher-after-direct") launch?.directFails();
    this.#settleTrial();
    this.#endStart();
  }

  /** What the machine took is not the server's. Looking it up takes time of its own, so only where it can matter. */
  #noteQueue(tookMs: number): void {
    const pid = this.#child?.pid;
    const { startedFor } = this;
    if (tookMs < ENTRY_BOUND_MS || pid === undefined || startedFor === undefined) return;
    const queuedMs = Math.min(tookMs, processorTimes(pid).queuedMs);
    if (queuedMs > 0) this.#context.recorder.updateConversation(startedFor, { queued_ms: Math.round(queuedMs) });
  }

  #settleTrial(): void {
    this.#trial?.settle();
    this.#trial = undefined;
  }

  /** The conversation that a line is about; the newest of several. */
  #addressee(bytes: Uint8Array): ProcessGuest | undefined {
    if (this.#guests.length < 2) return undefined;
    const { message } = parseMessage(bytes, this.#context.limits);
    return this.#guests.findLast((guest) => guest.knows(message));
  }

  #onEnd(trouble: Trouble | undefined): void {
    const trial = this.#trial;
    if (trial && trouble && !trial.fellBack && !this.#isLeaving && !this.#context.signal.aborted) {
      this.#fallBack(trial);
      return;
    }
    this.#over = { trouble };
    this.firstStart?.stop();
    this.#settleTrial();
    this.#endStart();
    this.#guests.at(-1)?.end(trouble);
  }

  /**
   * What was started without the launcher has ended before it said anything. The launcher's own process is told the same:
   * if it speaks, the launcher does something that we do not see; if it ends as well, the server is like that.
   */
  #fallBack(trial: Trial): void {
    this.#failed = this.#child?.shutdown("impatient");
    this.#started = "launcher-after-direct";
    trial.fellBack = true;
    this.#begin(this.#usual);
    for (const bytes of trial.told) void this.#child?.write(bytes);
    this.#settleTrial();
  }
}

const NEWLINE = Uint8Array.of(0x0a);
