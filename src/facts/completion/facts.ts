import type { Fact } from "../fact.ts";
import {
  completeAbsent,
  completions,
  contextCompletions,
  incompleteCompletions,
  malformedCompletions,
  promptCompletions,
  templateCompletions,
  unadvertisedCompletions,
  unknownCompletionPrompt,
} from "./completions.ts";

export const COMPLETION_FACTS: readonly Fact[] = [
  completions,
  promptCompletions,
  templateCompletions,
  contextCompletions,
  unknownCompletionPrompt,
  incompleteCompletions,
  malformedCompletions,
  completeAbsent,
  unadvertisedCompletions,
];
