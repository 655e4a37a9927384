import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Mutant and context → the rules that fail. */
export type KillMatrix = Record<string, Record<string, string[]>>;

export const matrixFile = (area: string): string =>
  fileURLToPath(new URL(`../../golden/kill-matrix/${area}.json`, import.meta.url));

const READ = new Map<string, KillMatrix>();

export const readMatrix = (area: string): KillMatrix => {
  const found =
    READ.get(area) ??
    (existsSync(matrixFile(area)) ? (JSON.parse(readFileSync(matrixFile(area), "utf8")) as KillMatrix) : {});
  READ.set(area, found);
  return found;
};

/**
 * Whether these fail depends on what arrives first, so on a busy machine they may fail beside the rule a mutant is about,
 * or not. They are compared where the mutant is about them.
 */
export const BY_ARRIVAL: Readonly<Record<string, string>> = {
  "CANCEL-002": "A response may cross the cancellation.",
  "CANCEL-008": "An answer may cross the cancellation.",
  "LOG-009": "Counts messages by the second.",
  "LOG-015": "A message to another request counts only while one that asked for messages is under way.",
  "LOG-016": "A message sent on its own is filed under whatever request is open when it comes.",
  "PROG-008": "Counts notifications by the second.",
  "SUBS-016": "A notification may cross the cancellation.",
  "SUBS-019": "A message sent on its own is filed under whatever subscription is open when it comes.",
  "TASK-009": "How long a handle takes.",
};
