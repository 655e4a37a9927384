import { quoted, UsageError } from "../usage-error.ts";

/** The value of a flag that takes one of a few words. */
export const readChoice = <T extends string>(flag: string, text: string, choices: readonly T[]): T => {
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  throw new UsageError(`${flag} ${quoted(text)} is not a choice; use one of ${choices.join(", ")}`);
};
