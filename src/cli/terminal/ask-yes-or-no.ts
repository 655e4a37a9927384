import { createInterface } from "node:readline/promises";
import type { Console } from "./console.ts";

/** Asks on the terminal; anything but a yes is a no, and so is the end of the input. */
export const askYesOrNo = async (question: string, console: Console): Promise<boolean> => {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    console.err(`${question} [y/N] `);
    const answer = await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
    return /^\s*y(?:es)?\s*$/i.test(answer);
  } finally {
    lines.close();
  }
};
