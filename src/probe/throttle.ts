import { type Stretch, startDeadline } from "../wire/deadline.ts";

/** A server's request to slow down, honoured once by the whole run. */
export class Throttle {
  #pause: Promise<void> | undefined;
  #used = false;

  /** The pause in force, if any. */
  get pause(): Promise<void> | undefined {
    return this.#pause;
  }

  /** Starts the one pause, or joins it; undefined when it has been used up. */
  begin(ms: number, signal: AbortSignal): Promise<void> | undefined {
    if (this.#pause) return this.#pause;
    if (this.#used) return undefined;
    this.#used = true;
    this.#pause = waitUnlessAborted(ms, signal).then(() => {
      this.#pause = undefined;
    });
    return this.#pause;
  }
}

export const waitUnlessAborted = async (ms: number, signal: AbortSignal, stretch?: Stretch): Promise<void> => {
  await happensWithin(new Promise(() => {}), ms, signal, stretch);
};

/** Whether it happens in time. Either way no timer is left behind: one would keep the whole process waiting. */
export const happensWithin = (
  event: Promise<unknown>,
  ms: number,
  signal: AbortSignal,
  stretch?: Stretch,
): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (happened: boolean): void => {
      deadline.cancel();
      signal.removeEventListener("abort", onAbort);
      resolve(happened);
    };
    const onAbort = (): void => end(false);
    const deadline = startDeadline(signal.aborted ? 0 : ms, onAbort, stretch);
    signal.addEventListener("abort", onAbort, { once: true });
    void event.then(() => end(true));
  });

/** Until it happens, or for so many ms by the clock on the wall, however busy the machine is. */
export const happensBriefly = async (event: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([event, over]);
  clearTimeout(timer);
};
