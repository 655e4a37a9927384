import { listChangedFact } from "../common/list-changes.ts";
import type { Fact } from "../fact.ts";
import {
  missingPromptArgument,
  oddPromptArguments,
  promptGets,
  promptListDifferences,
  promptListNotifications,
  promptMessages,
  prompts,
  promptsList,
  repeatedPromptNames,
  unadvertisedPrompts,
  unknownPrompt,
} from "./prompts.ts";

export const PROMPTS_FACTS: readonly Fact[] = [
  prompts,
  promptsList,
  repeatedPromptNames,
  promptListDifferences,
  promptListNotifications,
  listChangedFact("prompt_list_changed", "prompts"),
  unadvertisedPrompts,
  promptGets,
  promptMessages,
  unknownPrompt,
  missingPromptArgument,
  oddPromptArguments,
];
