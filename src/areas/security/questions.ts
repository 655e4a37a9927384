import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

/** What other users get to see and do (--second-bearer-env, --weaker-bearer-env). */
export const SECURITY_QUESTIONS = {
  "other-user": both("initialize as the second user, where there are sessions", {
    sends: ["open"],
    besides: ["opened"],
  }),
  "other-user-leaves": both("the end of that session", { sends: ["end"] }),
  "other-user-lists": both("each list as the user, as the second user, and as the user again", {
    sends: [
      ...(["tools-own", "tools-other", "tools-again", "resources-own", "resources-other", "resources-again"] as const),
      ...(["templates-own", "templates-other", "templates-again"] as const),
      ...(["prompts-own", "prompts-other", "prompts-again"] as const),
    ],
    besides: [
      ...(["tools-own-page-#", "tools-other-page-#", "resources-own-page-#", "resources-other-page-#"] as const),
      ...(["templates-own-page-#", "templates-other-page-#", "prompts-own-page-#", "prompts-other-page-#"] as const),
    ],
  }),
  "other-user-read": both("resources/read of what only the user is shown, as the user and as the second user", {
    sends: ["#"],
    besides: ["own-#"],
  }),
  "other-user-session": stateful(
    "tools/list with the second user's token: in the session of the user, and with a session id that nobody has",
    { sends: ["foreign"], besides: ["made-up", "own"] },
  ),
  "other-user-task": both("the methods of tasks, for a task of the user, with the second user's token", {
    sends: ["get", "result", "list", "cancel"],
    besides: ["create", "own", "own-result", "own-after", "own-end"],
  }),
  "other-user-state": stateless(
    "a call of a tool that asked the user, with the state of that question and the second user's token",
    {
      sends: ["foreign"],
      besides: ["ask", "ask-other", "own-without", "own"],
    },
  ),
  "other-user-answer": stateful("an answer, sent with the second user's token, to a question that the user was asked", {
    sends: ["foreign"],
    besides: ["call", "own"],
  }),
  "weaker-call": both("calls of tools that may be called, by somebody with fewer rights", {
    sends: ["#"],
    besides: ["open", "opened", "list-own", "list-own-page-#", "list", "list-page-#", "end"],
  }),
  "prompt-markup": both("prompts/get of a prompt with template syntax, a path and a file address as argument values"),
  "spoofed-client": stateless("tools/list under the name of a client that sounds privileged"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly security: typeof SECURITY_QUESTIONS;
  }
}
