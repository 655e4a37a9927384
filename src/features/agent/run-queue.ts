import { ToolRefusal } from "./agent-tool.ts";

/**
 * Runs a few at once; the others wait and can be cancelled. `target` is the server a run talks to: one server that never
 * answers must not occupy every slot.
 */
export type RunQueue = <T>(target: string, signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly target: string;
  readonly go: () => void;
}

/** More than a few agents ever queue; further calls are told to try again. */
const MAX_WAITING = 100;

export const openRunQueue = (slots: number, slotsPerTarget: number): RunQueue => {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  const isFree = (target: string): boolean =>
    [...running.values()].reduce((sum, count) => sum + count, 0) < slots && (running.get(target) ?? 0) < slotsPerTarget;
  const take = (target: string): void => void running.set(target, (running.get(target) ?? 0) + 1);
  const release = (target: string): void => {
    const left = (running.get(target) ?? 1) - 1;
    if (left === 0) running.delete(target);
    else running.set(target, left);
    // More than one may start: the slot freed may have been the last of a busy target.
    for (const waiting of [...queue]) {
      if (!isFree(waiting.target)) continue;
      queue.splice(queue.indexOf(waiting), 1);
      take(waiting.target);
      waiting.go();
    }
  };
  const acquire = (target: string, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.reject(new ToolRefusal("cancelled"));
    if (isFree(target)) {
      take(target);
      return Promise.resolve();
    }
    if (queue.length >= MAX_WAITING)
      return Promise.reject(new ToolRefusal("too many runs are waiting; try again in a minute"));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
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
      queue.push(waiting);
    });
  };
  return async (target, signal, run) => {
    await acquire(target, signal);
    try {
      return await run();
    } finally {
      release(target);
    }
  };
};
