import type { Action, Operation, Scenario } from "../../probe/scenario/scenario.ts";

/**
 * How many scenarios run at the same time. A program that starts computes; one that is connected mostly waits. So few start at once,
 * and many more are open.
 */
export interface AtOnce {
  readonly starting: number;
  readonly open: number;
}

/** Works through all in order. One that says it has started makes room for the next to start. */
export const runSideBySide = async <T>(
  all: readonly T[],
  { starting, open }: AtOnce,
  work: (one: T, onStarted: () => void) => Promise<void>,
): Promise<void> => {
  const starts = new Places(Math.max(1, starting));
  const waiting = [...all];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const leave = await starts.take();
      try {
        await work(one, leave);
      } finally {
        leave();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, open) }, next));
};

/** Who comes first is served first. */
class Places {
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place; what it returns gives it back, once. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

/** What waits longest is started first, so that the rest goes on beside it; otherwise in the order given. */
export const longestFirst = (scenarios: readonly Scenario[]): readonly Scenario[] =>
  scenarios
    .map((scenario) => ({ scenario, ms: waitsIn(scenario) }))
    .sort((one, other) => other.ms - one.ms)
    .map(({ scenario }) => scenario);

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

const waitsIn = ({ reactions = [], whenReady = [], plan = [] }: Scenario): number =>
  sum([
    ...plan.map(waitOfOperation),
    ...whenReady.map(waitOfAction),
    ...reactions.flatMap(({ actions }) => actions.map(waitOfAction)),
  ]);

/** Only what has to pass; what ends with an event takes no time to speak of. */
const waitOfAction = (action: Action): number =>
  action.do === "wait"
    ? action.ms
    : action.do === "repeat"
      ? action.times * sum(action.actions.map(waitOfAction))
      : action.do === "split"
        ? 2 * action.gapMs
        : 0;

const waitOfOperation = (operation: Operation): number => {
  switch (operation.op) {
    case "wait":
      return operation.ms;
    case "listen":
      return operation.forMs;
    case "call":
      return operation.cancelAfterMs ?? 0;
    case "sequence":
      return sum(operation.operations.map(waitOfOperation));
    case "parallel":
      return Math.max(0, ...operation.operations.map(waitOfOperation));
    default:
      return 0;
  }
};
