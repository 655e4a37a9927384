import { stringMember } from "../../../model/json.ts";
import type { ToolChoice } from "../choose-tools.ts";

const SLOW_WORDS = /\b(wait|slow|long|sleep|delay|progress|duration|seconds)/i;

/** Which tool takes long only its author knows; what name and description say is the best guess. */
export const slowestFirst = (choices: readonly ToolChoice[]): ToolChoice[] => {
  const isSlow = ({ name, tool }: ToolChoice): boolean =>
    SLOW_WORDS.test(name.replaceAll(/[_.-]/g, " ")) || SLOW_WORDS.test(stringMember(tool, "description") ?? "");
  return [...choices.filter(isSlow), ...choices.filter((choice) => !isSlow(choice))];
};
