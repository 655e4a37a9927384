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
  unadvertisedPrompts,
  promptGets,
  promptMessages,
  unknownPrompt,
  missingPromptArgument,
  oddPromptArguments,
];
