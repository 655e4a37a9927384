import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

/** What a server does with tokens that were made for the test (--issue-tokens). */
const ISSUED_TOKEN_QUESTIONS = {
  "issued-token": both(
    "initialize (tools/list in the stateless era) with a token made for the test: a good one, one whose audience is in capitals, and one of each wrong kind",
    {
      sends: [
        ...(["good", "capitals", "expired", "not-yet-valid", "other-issuer", "unknown-key", "other-key"] as const),
        ...(["unsigned", "public-key-as-secret", "other-audience", "id-token"] as const),
      ],
      besides: [
        ...(["good-end", "capitals-end", "expired-end", "not-yet-valid-end", "other-issuer-end"] as const),
        ...(["unknown-key-end", "other-key-end", "unsigned-end", "public-key-as-secret-end"] as const),
        ...(["other-audience-end", "id-token-end"] as const),
      ],
    },
  ),
  "issued-query-token": both("the same request with a good token made for the test in the query string", {
    sends: ["alone"],
    besides: ["alone-end"],
  }),
  "step-up": both(
    "the same request, and a call, with a token that has no scope; then with the scopes that the refusal named",
    {
      sends: ["access", "access-stepped", "call", "call-stepped"],
      besides: ["access-end", "access-stepped-end", "list", "list-page-#"],
    },
  ),
  "broad-scope": both(
    "the same request with a token that has no scope, and with one that has only a scope that includes the others",
    { sends: ["access"], besides: ["access-end", "without", "without-end"] },
  ),
} as const satisfies Record<string, Question>;

/** What other users get to see and do (--second-bearer-env, --weaker-bearer-env). */
export const IDENTITY_QUESTIONS = {
  ...ISSUED_TOKEN_QUESTIONS,
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
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly security: typeof IDENTITY_QUESTIONS;
  }
}
