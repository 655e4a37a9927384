import { type Question, stateful } from "../../protocol/question.ts";

/** How messages are written to standard input, and how it ends. */
export const STDIO_QUESTIONS = {
  "split-write": stateful(
    "a ping and the beginning of another in one write, and the rest of it once the first is answered",
    {
      sends: ["head", "tail"],
    },
  ),
  "joint-write": stateful("two pings in one write", { sends: ["first", "second"] }),
  "close-in-flight": stateful("an ordinary request, and the end of input right behind it"),
  "half-line": stateful("half a line, then the end of input"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly stdio: typeof STDIO_QUESTIONS;
  }
}
