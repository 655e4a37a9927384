import { both, type Question } from "../../protocol/question.ts";

/** Completion of the arguments of prompts and of template variables. */
export const COMPLETION_QUESTIONS = {
  complete: both("completion/complete of a prompt argument and a template variable: empty, with text, with context", {
    sends: ["prompt", "prompt-text", "prompt-context", "template", "template-text", "template-context"],
  }),
  "complete-unknown": both("completion/complete of a prompt that does not exist", {
    fact: "unknown_completion_prompt",
  }),
  "malformed-complete": both("completion/complete without ref, without argument, and with an unknown kind of ref", {
    sends: ["no-ref", "no-argument", "bogus"],
    fact: "malformed_completions",
    parts: { incomplete_completions: ["no-ref", "no-argument"] },
  }),
  "complete-absent": both("completion/complete although completions is not advertised"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly completion: typeof COMPLETION_QUESTIONS;
  }
}
