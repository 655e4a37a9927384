import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { defined } from "../../base/defined.ts";
import { happensInTime } from "../deadline.ts";
import type { Limits } from "../limits.ts";
import { toRawText } from "../raw-text.ts";
import type { Trouble } from "../trouble.ts";
import { endSurvivors, startFailure } from "./child-process.ts";
import type { ExitPatience, LeaveSignal } from "./exit-patience.ts";
import { HeadAndTail } from "./head-and-tail.ts";
import { forgetGroup, processorShare, rememberGroup, signalGroup } from "./process-group.ts";
import type { ProcessRecord } from "./process-record.ts";

/** A child process with its group: how it ended, what it wrote, and how to end it. */
export class RunningChild {
  readonly spawned: ChildProcessWithoutNullStreams;
  /** Resolves when the process is gone, or could not be started after all. */
  readonly exited: Promise<void>;
  readonly stderr: HeadAndTail;
  stdoutBytes = 0;
  endedBy: ProcessRecord["ended_by"] = "itself";
  exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  startTrouble: Trouble | undefined;
  readonly #limits: Limits;
  readonly #group: number | undefined;

  constructor(spawned: ChildProcessWithoutNullStreams, command: string, limits: Limits) {
    this.spawned = spawned;
    this.#limits = limits;
    this.stderr = new HeadAndTail(limits.stderrBytes);
    this.#group = spawned.pid;
    if (this.#group !== undefined) rememberGroup(this.#group);
    this.exited = new Promise((resolve) => {
      spawned.once("error", (error) => {
        if (spawned.pid !== undefined) return;
        this.startTrouble = startFailure(error, command);
        resolve();
      });
      // `exit`, not `close`: a grandchild in a session of its own can hold the pipes open for ever.
      spawned.once("exit", (code, signal) => {
        this.exit = { code, signal };
        resolve();
      });
    });
  }

  /** Once its input is closed: waits, then SIGTERM, then SIGKILL of the whole group. */
  async end(inputMs: number, termMs: number, exits?: ExitPatience): Promise<void> {
    if (await this.#leaves("input-closed", inputMs, exits)) return;
    this.endedBy = "sigterm";
    this.#signal("SIGTERM");
    if (await this.#leaves("sigterm", termMs, exits)) return;
    this.endedBy = "sigkill";
    this.#signal("SIGKILL");
    await happensInTime(this.exited, termMs);
  }

  /** Ends whatever the child forked and left behind; returns how many processes that were. */
  async endSurvivors(): Promise<number> {
    return this.#group === undefined ? 0 : endSurvivors(this.#group, this.#limits);
  }

  /** Closes our ends of the pipes. */
  release(): void {
    for (const stream of [this.spawned.stdin, this.spawned.stdout, this.spawned.stderr]) stream.destroy();
    if (this.#group !== undefined) forgetGroup(this.#group);
  }

  record(endedBy: ProcessRecord["ended_by"], survivors: number, shutdownMs: number | undefined): ProcessRecord {
    const { stderr, exit } = this;
    const raw = (bytes: Buffer) => (bytes.length > 0 ? toRawText(bytes, this.#limits.stderrBytes) : undefined);
    return defined({
      exit_code: exit?.code ?? null,
      signal: exit?.signal ?? null,
      ended_by: endedBy,
      shutdown_ms: shutdownMs === undefined ? undefined : Math.round(shutdownMs),
      survivors: survivors > 0 ? survivors : undefined,
      stdout_bytes: this.stdoutBytes,
      stderr_bytes: stderr.total,
      stderr: raw(stderr.head),
      stderr_tail: raw(stderr.tail),
    });
  }

  async #leaves(told: LeaveSignal, ms: number, exits: ExitPatience | undefined): Promise<boolean> {
    const began = performance.now();
    const isGone = async (): Promise<boolean> => {
      if (await happensInTime(this.exited, exits?.usual(told, ms) ?? ms)) return true;
      const again = exits?.second(told, ms, this.#group === undefined ? 1 : processorShare(this.#group));
      return again !== undefined && happensInTime(this.exited, again);
    };
    const gone = await isGone();
    if (gone) exits?.left(told, performance.now() - began);
    else exits?.stayed(told);
    return gone;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#group !== undefined) signalGroup(this.#group, signal);
  }
}
