/** Collects changes until they are taken, and aborts a signal when the next one comes. */
export interface ChangeQueue {
  add(what: string): void;
  /** The changes since the last call, and a signal that the next change aborts. */
  take(): { readonly changed: readonly string[]; readonly signal: AbortSignal };
}

export const openChangeQueue = (): ChangeQueue => {
  let changed = new Set<string>();
  let next = new AbortController();
  return {
    add: (what) => {
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
