/** What a process was told when it should leave. */
export type LeaveSignal = "input-closed" | "sigterm";

/**
 * How long the processes of one run are given to leave. The first one that seems to stay gets a second, longer look;
 * when it leaves then, the others get as long as it took, and when it stays, they are not waited for like this again.
 */
export class ExitPatience {
  readonly #slowest = new Map<LeaveSignal, number>();
  readonly #ignored = new Set<LeaveSignal>();

  usual(told: LeaveSignal, ms: number): number {
    return Math.max(ms, 2 * (this.#slowest.get(told) ?? 0));
  }

  /** The second look, if there is one; `share` is how much of the time that it wanted the process was given a processor. */
  second(told: LeaveSignal, ms: number, share: number): number | undefined {
    return this.#ignored.has(told) ? undefined : ms * Math.min(MOST, LONGER / share);
  }

  left(told: LeaveSignal, afterMs: number): void {
    this.#slowest.set(told, Math.max(afterMs, this.#slowest.get(told) ?? 0));
  }

  stayed(told: LeaveSignal): void {
    this.#ignored.add(told);
  }
}

const LONGER = 1.5;
const MOST = 6;
