import type { Trouble } from "../../wire/trouble.ts";

type Write = (bytes: Uint8Array) => Promise<Trouble | undefined>;

export interface WholeLines {
  /** Bytes of a step, as they are: a line may be written in parts. */
  readonly step: Write;
  /** A line that we say of our own accord. It waits while a line is half written. */
  readonly answer: Write;
}

/**
 * A step may write a line in two parts. An answer to something that the server asks meanwhile must not get between them: the
 * server would read a line that nobody wrote, and be blamed for what it makes of it.
 */
export const keepLinesWhole = (write: Write): WholeLines => {
  let waiting: (() => void)[] | undefined;
  return {
    step: (bytes) => {
      const written = write(bytes);
      if (bytes.length === 0) return written;
      if (bytes.at(-1) !== NEWLINE) {
        waiting ??= [];
        return written;
      }
      const ready = waiting ?? [];
      waiting = undefined;
      for (const say of ready) say();
      return written;
    },
    answer: (bytes) => {
      const queue = waiting;
      if (queue === undefined) return write(bytes);
      return new Promise((resolve) => queue.push(() => resolve(write(bytes))));
    },
  };
};

const NEWLINE = 0x0a;
