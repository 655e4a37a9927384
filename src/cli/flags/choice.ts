import { quoted, UsageError } from "../usage-error.ts";

/** The value of a flag that takes one of a few words. */
export const readChoice = <T extends string>(flag: string, text: string, choices: readonly T[]): T => {
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  throw new UsageError(`${flag} ${quoted(text)} is not a choice; use one of ${choices.join(", ")}`);
};

/** The flags of a command that prints a list. */
export interface ListFlags {
  readonly format?: string;
  readonly reporter?: string;
  readonly json?: boolean;
}

export const readListFormat = ({ format, reporter, json }: ListFlags): "pretty" | "json" =>
  readChoice("--format", format ?? reporter ?? (json ? "json" : "pretty"), ["pretty", "json"]);
