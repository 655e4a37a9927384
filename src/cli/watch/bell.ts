/** Collects what changed until somebody asks, and wakes whoever waits. */
export interface Bell {
  ring(what: string): void;
  /** What has changed since the last time, and a signal that is aborted by the next change. */
  take(): { readonly changed: readonly string[]; readonly signal: AbortSignal };
}

export const openBell = (): Bell => {
  let changed = new Set<string>();
  let next = new AbortController();
  return {
    ring: (what) => {
      changed.add(what);
      next.abort();
    },
    take: () => {
      const taken = [...changed];
      changed = new Set();
      next = new AbortController();
      return { changed: taken, signal: next.signal };
    },
  };
};

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
