import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../database/database-error.ts";

export interface Patience {
  /** How long a database may be gone before the work ends. */
  readonly ms: number;
  /** Told when the database goes, and when it is back. */
  onGone(message: string): void;
  onBack(): void;
}

/** Many wait at once; who listens is told once that the database is gone, and once that it is back. */
export const tellOnce = ({ ms, onGone, onBack }: Patience): Patience => {
  let isGone = false;
  return {
    ms,
    onGone: (message) => {
      if (!isGone) onGone(message);
      isGone = true;
    },
    onBack: () => {
      if (isGone) onBack();
      isGone = false;
    },
  };
};

const FIRST_MS = 200;
const LONGEST_MS = 3_000;

/**
 * Does something with the database, again and again while nobody answers there. Whatever is done this way may be done twice: an
 * answer can be lost after the work was done.
 */
export const patiently = async <T>(patience: Patience, action: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  let wait = FIRST_MS;
  let isGone = false;
  for (;;) {
    try {
      const value = await action();
      if (isGone) patience.onBack();
      return value;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.kind !== "gone") throw error;
      if (performance.now() - began + wait > patience.ms) throw error;
      if (!isGone) patience.onGone(error.message);
      isGone = true;
      await sleep(wait);
      wait = Math.min(wait * 2, LONGEST_MS);
    }
  }
};
