/** What a deadline needs of a clock; tests have one of their own. */
export interface Clock {
  now(): number;
  /** Calls back after so many ms, or later; returns what prevents it. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back once everything that has arrived so far was read. */
  afterInput(callback: () => void): () => void;
}

export interface Deadline {
  cancel(): void;
  /** Begins anew, with the whole time. */
  restart(): void;
}

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  // Node looks at timers before it reads, and runs immediates after that.
  afterInput: (callback) => {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  },
};

const SLICES = 6;
const LONGEST_SLICE_MS = 250;
const isLate = (elapsed: number, slice: number): boolean => elapsed > slice * 1.5 + 5;

/** How long something may take that is given so many ms on an idle machine; asked when these are over. */
export type Stretch = (ms: number) => number;

const asGiven: Stretch = (ms) => ms;

/**
 * Gives somebody else so many ms. Time in which we ourselves stood still (a busy machine, a stall of our own event loop,
 * a laptop that slept) does not count: what was said meanwhile waits to be read. So the time is counted in slices, and a
 * slice that took too long counts as one.
 */
export const startDeadline = (
  ms: number,
  onOver: (grantedMs: number) => void,
  stretch: Stretch = asGiven,
  clock: Clock = SYSTEM_CLOCK,
): Deadline => {
  let left = ms;
  let granted = ms;
  let began = clock.now();
  let extended = false;
  let stop: () => void = () => {};
  const arm = (): void => {
    const slice = Math.min(left, Math.max(1, ms / SLICES), LONGEST_SLICE_MS);
    stop = clock.after(slice, () => {
      const now = clock.now();
      const elapsed = now - began;
      began = now;
      const late = isLate(elapsed, slice);
      left -= late ? slice : elapsed;
      // A last slice that was late is given once more: those we wait for may have stood still with us.
      if (left <= 0 && late && !extended) {
        extended = true;
        left = slice;
      }
      if (left > 0) arm();
      else stop = clock.afterInput(end);
    });
  };
  const end = (): void => {
    const allowed = Math.round(stretch(ms));
    if (allowed > granted) {
      left = allowed - granted;
      granted = allowed;
    }
    if (left > 0) arm();
    else onOver(granted);
  };
  arm();
  return {
    cancel: () => stop(),
    restart: () => {
      // A timer that is under way goes on: a restart must be cheap, there may be one per chunk of a body.
      left = ms + (clock.now() - began);
      granted = ms;
    },
  };
};

/** Whether it happens within so many ms. */
export const happensInTime = async (event: Promise<unknown>, ms: number): Promise<boolean> => {
  let deadline: Deadline | undefined;
  const late = new Promise<false>((resolve) => {
    deadline = startDeadline(ms, () => resolve(false));
  });
  const inTime = await Promise.race([event.then(() => true as const), late]);
  deadline?.cancel();
  return inTime;
};
