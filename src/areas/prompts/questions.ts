import { both, type Question } from "../../protocol/question.ts";

/** Prompts, and the completion of their arguments and of template variables. */
export const PROMPT_QUESTIONS = {
  get: both(
    "prompts/get of up to three prompts without required arguments (once more of those that fail), and of one with arguments that completion suggests or that are made for it",
    { sends: ["#", "#-again", "arguments"], besides: ["arguments-complete"] },
  ),
  "unknown-prompt": both("prompts/get of a prompt that does not exist"),
  "malformed-get": both("prompts/get without a name, and with a number as name", { sends: ["", "number"] }),
  "missing-prompt-argument": both("prompts/get without a required argument"),
  "odd-prompt-arguments": both("prompts/get with a number as argument value, and with an undeclared argument", {
    sends: ["number", "undeclared"],
  }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly prompts: typeof PROMPT_QUESTIONS;
  }
}
