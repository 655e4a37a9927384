import { createInterface } from "node:readline";
import type { Console } from "../terminal/console.ts";

/** A question to the person at the terminal; without one, or without an answer, it is no. */
export const askYesNo = (question: string, console: Console, signal: AbortSignal): Promise<boolean> => {
  if (!console.live || process.stdin.isTTY !== true || signal.aborted) return Promise.resolve(false);
  console.err(question);
  return new Promise((resolve) => {
    // As lines: in any other mode Ctrl-C would be a character and no signal.
    const lines = createInterface({ input: process.stdin, terminal: false });
    const end = (answer: boolean): void => {
      signal.removeEventListener("abort", onAbort);
      lines.close();
      resolve(answer);
    };
    const onAbort = (): void => end(false);
    signal.addEventListener("abort", onAbort, { once: true });
    lines.once("line", (line) => end(/^y(?:es)?$/i.test(line.trim())));
    lines.once("close", () => end(false));
  });
};
