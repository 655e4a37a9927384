import { ToolRefusal } from "./agent-tool.ts";

/**
 * Lets a few runs in at once; the others wait in line and may leave it. `target` is whom a run talks to: one server that
 * never answers, asked again and again, must not take every place.
 */
export type Turnstile = <T>(target: string, signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly target: string;
  readonly go: () => void;
}

/** As many calls as a few agents make; whoever comes after them is told to come again. */
const LONGEST_LINE = 100;

export const openTurnstile = (places: number, placesPerTarget: number): Turnstile => {
  const inside = new Map<string, number>();
  const line: Waiting[] = [];
  const isFree = (target: string): boolean =>
    [...inside.values()].reduce((sum, count) => sum + count, 0) < places && (inside.get(target) ?? 0) < placesPerTarget;
  const take = (target: string): void => void inside.set(target, (inside.get(target) ?? 0) + 1);
  const giveBack = (target: string): void => {
    const left = (inside.get(target) ?? 1) - 1;
    if (left === 0) inside.delete(target);
    else inside.set(target, left);
    // Several may go when the place that is free again was the last one of a busy target.
    for (const waiting of [...line]) {
      if (!isFree(waiting.target)) continue;
      line.splice(line.indexOf(waiting), 1);
      take(waiting.target);
      waiting.go();
    }
  };
  const enter = (target: string, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.reject(new ToolRefusal("cancelled"));
    if (isFree(target)) {
      take(target);
      return Promise.resolve();
    }
    if (line.length >= LONGEST_LINE)
      return Promise.reject(new ToolRefusal("too many runs are waiting already; try again in a minute"));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.splice(line.indexOf(waiting), 1);
        reject(new ToolRefusal("cancelled while waiting for earlier runs"));
      };
      const waiting: Waiting = {
        target,
        go: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      line.push(waiting);
    });
  };
  return async (target, signal, run) => {
    await enter(target, signal);
    try {
      return await run();
    } finally {
      giveBack(target);
    }
  };
};
