import { readDuration } from "../../base/duration.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** Milliseconds from `500ms`, `30s`, `2m`, `1.5s`; a bare number counts in `bareUnit`. */
export const parseDuration = (text: string, optionName: string, bareUnit: "s" | "ms" = "s"): number => {
  const read = readDuration(text, bareUnit);
  if ("ms" in read) return read.ms;
  throw new UsageError(`${optionName} ${quoted(text)} ${read.problem}`);
};
