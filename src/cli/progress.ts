import type { Console } from "./console.ts";

/** One line on stderr while probing, gone at the end; nothing at all unless stderr is a terminal. */
export interface Progress {
  step(name: string): void;
  clear(): void;
}

const CLEAR_LINE = "\r\x1b[2K";

export const openProgress = (console: Console, quiet: boolean): Progress => {
  if (!console.live || quiet) return { step: () => {}, clear: () => {} };
  let sent = 0;
  return {
    step: (name) => {
      sent += 1;
      const line = `probing: ${sent} sent, ${name}`;
      console.err(`${CLEAR_LINE}${line.slice(0, console.width - 1)}`);
    },
    clear: () => console.err(CLEAR_LINE),
  };
};
