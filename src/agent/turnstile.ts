/** Lets a few runs in at once; the others wait in line and may leave it. */
export type Turnstile = <T>(signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

export const openTurnstile = (places: number): Turnstile => {
  let taken = 0;
  const line: (() => void)[] = [];
  const enter = (signal: AbortSignal): Promise<void> => {
    if (taken < places) {
      taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        line.splice(line.indexOf(go), 1);
        reject(new Error("cancelled while waiting for earlier runs"));
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      line.push(go);
    });
  };
  return async (signal, run) => {
    await enter(signal);
    try {
      return await run();
    } finally {
      const next = line.shift();
      if (next) next();
      else taken -= 1;
    }
  };
};
