import { type Deadline, startDeadline } from "../../deadline.ts";
import { deferred } from "../../deferred.ts";
import type { Limits } from "../../limits.ts";
import type { Trouble } from "../../trouble.ts";
import { findProgram, type LaunchState, type StartedProgram } from "./find-program.ts";
import type { Launcher } from "./launcher.ts";
import { openProcessTree, type Pipes, pipesOf } from "./process-tree.ts";

/** What is being waited for, for somebody who watches. */
export interface LaunchWait {
  readonly launcher: Launcher;
  /** Whether it is known that only the launcher runs so far, or that it has started what it should. */
  readonly state: LaunchState["kind"];
  readonly ms: number;
}

/** How often the processes are looked at. */
const LOOK_MS = 250;
/** What is there already has spoken by then. */
const SILENT_MS = 2_000;
/** No launcher has so much to say. */
const MOST_LINES = 200;

/**
 * The first start through a launcher: it may install for a while, and is given longer than others. Where the system shows
 * when the program itself has begun, that has the usual time from there.
 */
export class FirstStart {
  /** Resolves when the program was heard or nothing more will come; with trouble if its time is over. */
  readonly over: Promise<Trouble | undefined>;
  readonly #launcher: Launcher;
  readonly #limits: Limits;
  readonly #root: number | undefined;
  readonly #pipes: Pipes | undefined;
  readonly #began = performance.now();
  readonly #end: (trouble: Trouble | undefined) => void;
  readonly #looking: NodeJS.Timeout;
  readonly #deadline: Deadline;
  /** Runs while the program is there. */
  #programDeadline: Deadline | undefined;
  #isOverdue = false;
  #launcherLines = 0;
  #lastAbsent = this.#began;
  #state: LaunchState = { kind: "unknown" };

  constructor(
    launcher: Launcher,
    limits: Limits,
    root: number | undefined,
    onWait: ((wait: LaunchWait) => void) | undefined,
  ) {
    this.#launcher = launcher;
    this.#limits = limits;
    this.#root = root;
    this.#pipes = root === undefined ? undefined : pipesOf(root);
    const { promise, resolve } = deferred<Trouble | undefined>();
    this.over = promise;
    this.#end = resolve;
    this.#deadline = startDeadline(limits.launchMs, () => {
      this.#isOverdue = true;
      if (!this.#programDeadline) this.#giveUp("launchMs");
    });
    this.#looking = setInterval(() => {
      this.#look();
      const ms = performance.now() - this.#began;
      if (ms >= SILENT_MS) onWait?.({ launcher, state: this.#state.kind, ms });
    }, LOOK_MS);
  }

  /**
   * Whether a line that has just arrived can be the launcher's own: the program was not there yet when we looked before it
   * came. It may be the program's first words all the same; those that follow it and its next processes show whether it says such things.
   */
  isLaunchers(line: Uint8Array): boolean {
    // Looking costs more than reading a line, so there is an end to it.
    if (this.#launcherLines >= MOST_LINES || isJsonText(line)) return false;
    const wasThere = this.#isStarted;
    const { kind } = this.#look();
    if (kind === "unknown" || wasThere) return false;
    this.#launcherLines += 1;
    return true;
  }

  get #isStarted(): boolean {
    return this.#state.kind === "started";
  }

  /**
   * The program has spoken. Yields what it is, if it can be started without the launcher, and how long it took to speak
   * since it was not there yet.
   */
  heard(): { readonly program: StartedProgram | undefined; readonly tookMs: number | undefined } {
    const state = this.#look();
    this.stop();
    if (state.kind !== "started") return { program: undefined, tookMs: undefined };
    return { program: state.program, tookMs: performance.now() - this.#lastAbsent };
  }

  /** Nothing more will come, or nobody waits any more. */
  stop(): void {
    clearInterval(this.#looking);
    this.#deadline.cancel();
    this.#programDeadline?.cancel();
    this.#end(undefined);
  }

  #look(): LaunchState {
    const tree = openProcessTree();
    if (!tree || this.#root === undefined || !this.#pipes) return this.#state;
    this.#state = findProgram(tree, this.#launcher, this.#root, this.#pipes);
    if (this.#state.kind === "started")
      this.#programDeadline ??= startDeadline(this.#limits.startMs, () => this.#giveUp("startMs"));
    else {
      this.#lastAbsent = performance.now();
      this.#programDeadline?.cancel();
      this.#programDeadline = undefined;
      if (this.#isOverdue) this.#giveUp("launchMs");
    }
    return this.#state;
  }

  #giveUp(limit: "launchMs" | "startMs"): void {
    const { name, starts } = this.#launcher;
    const ms = this.#limits[limit];
    const said =
      this.#state.kind === "started"
        ? `${name} has started ${starts}, which said nothing within ${inWords(ms)}`
        : `${name} has not started ${starts} within ${inWords(ms)}`;
    const detail = `${said}; if it needs longer, use --limit start-ms=${inWords(2 * ms)}`;
    clearInterval(this.#looking);
    this.#deadline.cancel();
    this.#programDeadline?.cancel();
    this.#end({ kind: "timed-out", detail, limit });
  }
}

/** What a program says is JSON, mostly; a launcher says nothing of the kind. */
const isJsonText = (line: Uint8Array): boolean => /^\s*[[{]/.test(new TextDecoder().decode(line.subarray(0, 100)));

/** As `--limit` reads it. */
const inWords = (ms: number): string => {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
};
