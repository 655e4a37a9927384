import type { Reading } from "./fact.ts";

/**
 * How many exchanges and messages one fact may look at, each time counted. Sessions that clients and probes leave behind
 * need a thousandth of it. It counts and does not measure, so the same capture ends the same way on every machine.
 */
const MAX_STEPS = 400_000_000;

export class TooManySteps extends Error {}

export interface StepBudget {
  spend(steps: number): void;
  /** Reads a fact with a budget of its own. One that is used up leaves the fact open, and whatever rests on it. */
  within(read: () => Reading): Reading;
  /** The same for anything else. */
  attempt<T>(work: () => T, usedUp: () => T): T;
  /** Everything spent so far. */
  spent(): number;
}

export const openBudget = (maxSteps = MAX_STEPS): StepBudget => {
  let own = 0;
  let total = 0;
  let depth = 0;
  const attempt = <T>(work: () => T, usedUp: () => T): T => {
    const before = own;
    own = 0;
    depth += 1;
    try {
      return work();
    } catch (error) {
      if (error instanceof TooManySteps) return usedUp();
      throw error;
    } finally {
      own = before;
      depth -= 1;
    }
  };
  return {
    spend(steps) {
      own += steps;
      total += steps;
      if (depth > 0 && own > maxSteps) throw new TooManySteps("the session is too long for this");
    },
    within: (read) => attempt(read, () => USED_UP),
    attempt,
    spent: () => total,
  };
};

export const TOO_LONG = "the session is so long that comparing its exchanges for this would take too many steps";

const USED_UP: Reading = {
  seen: false,
  applies: true,
  reason: "limit-exceeded",
  detail: TOO_LONG,
  places: [],
};
