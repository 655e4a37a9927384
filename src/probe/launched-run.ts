import type { Target } from "../capture/target.ts";
import { deferred } from "../wire/deferred.ts";
import type { Limits } from "../wire/limits.ts";
import type { ChildStart } from "../wire/stdio/child-process.ts";
import type { StartedProgram } from "../wire/stdio/launcher/find-program.ts";
import { FirstStart, type LaunchWait } from "../wire/stdio/launcher/first-start.ts";
import { type Launcher, recogniseLauncher } from "../wire/stdio/launcher/launcher.ts";
import type { Trouble } from "../wire/trouble.ts";

/**
 * A run whose command is a launcher (npx, uvx, docker run …). Its first process is started as the user wrote it and may
 * install something first; the others are started without the launcher where that is provably the same program.
 */
export class Launch {
  /** Resolves when the first process was heard, has ended, or had its time. */
  readonly firstOver: Promise<void>;
  readonly launcher: Launcher;
  readonly #limits: Limits;
  readonly #onWait: ((wait: LaunchWait) => void) | undefined;
  readonly #endFirst: () => void;
  #isBegun = false;
  #program: StartedProgram | undefined;
  #isProven = false;
  #failure: Trouble | undefined;

  constructor(launcher: Launcher, limits: Limits, onWait?: (wait: LaunchWait) => void) {
    this.launcher = launcher;
    this.#limits = limits;
    this.#onWait = onWait;
    const { promise, resolve } = deferred();
    this.firstOver = promise;
    this.#endFirst = resolve;
  }

  /** Why no further process is started: the first one has used up its time, and another would do the same. */
  get failure(): Trouble | undefined {
    return this.#failure;
  }

  /** What is started instead of the launcher. */
  get direct(): ChildStart | undefined {
    if (!this.#program) return undefined;
    const { file, argv0, args, cwd, env } = this.#program;
    return { command: file, argv0, args, cwd, env };
  }

  /** Whether a start without the launcher has been heard: from then on an exit is the server's own. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** Watches the first process of the run; undefined for any other. */
  watchFirst(pid: number | undefined): FirstStart | undefined {
    if (this.#isBegun) return undefined;
    this.#isBegun = true;
    const first = new FirstStart(this.launcher, this.#limits, pid, this.#onWait);
    void first.over.then((trouble) => {
      this.#failure = trouble;
      this.#endFirst();
    });
    return first;
  }

  knows(program: StartedProgram | undefined): void {
    this.#program = program;
  }

  /** A process that was started without the launcher has spoken. */
  directWorks(): void {
    this.#isProven = true;
  }

  /** The launcher's process spoke where the direct one had ended: there is more to it than we see. */
  directFails(): void {
    if (!this.#isProven) this.#program = undefined;
  }
}

export const launchFor = (
  target: Target,
  limits: Limits,
  onWait: ((wait: LaunchWait) => void) | undefined,
): Launch | undefined => {
  const launcher = target.kind === "stdio" ? recogniseLauncher(target.command, target.args) : undefined;
  return launcher && new Launch(launcher, limits, onWait);
};
