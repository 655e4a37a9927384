import { stringMember } from "../../base/json.ts";
import type { ToolChoice } from "./choose-tools.ts";

const SLOW_WORDS = /\b(wait|slow|long|sleep|delay|progress|duration|seconds)/i;

/** Whether the name or the description of a tool has one of the words. */
export const says = ({ name, tool }: ToolChoice, words: RegExp): boolean =>
  words.test(name.replaceAll(/[_.-]/g, " ")) || words.test(stringMember(tool, "description") ?? "");

/** Which tool takes long only its author knows; what name and description say is the best guess. */
export const slowestFirst = (choices: readonly ToolChoice[]): ToolChoice[] => {
  const isSlow = (choice: ToolChoice): boolean => says(choice, SLOW_WORDS);
  return [...choices.filter(isSlow), ...choices.filter((choice) => !isSlow(choice))];
};
