import type { OtherWork } from "../other-work.ts";

/**
 * Does one thing after the other, and waits for each as long as `patience` does; what is not over then goes on beside the
 * next. Whoever does this is busy with nothing else, so each of the things counts as work of its own.
 */
export const doInTurn = <R>(
  work: OtherWork,
  works: readonly (() => Promise<R>)[],
  patience: (one: Promise<unknown>) => Promise<unknown>,
): Promise<R[]> => {
  const all = async (): Promise<R[]> => {
    const begun: Promise<R>[] = [];
    for (const one of works) {
      const doing = work.during(one);
      begun.push(doing);
      // That it failed is told by the end of all.
      await patience(doing.catch(() => undefined));
    }
    return Promise.all(begun);
  };
  return work.idleUntil(all());
};
