import type { Fact } from "../fact.ts";
import { stdoutDefects } from "./lines.ts";
import { processEnds, stderrText } from "./processes.ts";
import { splitWrites } from "./questions.ts";
import { staleSubscriptions, unaskedNotifications } from "./unasked.ts";

export const STDIO_FACTS: readonly Fact[] = [
  stdoutDefects,
  splitWrites,
  processEnds,
  stderrText,
  unaskedNotifications,
  staleSubscriptions,
];
