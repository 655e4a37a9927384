import { type Question, stateful, stateless } from "../../protocol/question.ts";

/** The calls of one tool that asks for input: the question, the way on, and ways on that are wrong. */
const INPUT_ROUNDS = [
  "#",
  "#-round-#",
  "#-again",
  "#-elsewhere",
  "#-other-arguments",
  "#-wrong-key",
  "#-wrong-key-question",
  "#-extra-key",
  "#-extra-key-question",
  "#-cancel-response",
  "#-cancel-response-question",
  "#-decline-response",
  "#-decline-response-question",
  "#-careless-response",
  "#-careless-response-question",
  "#-number-response",
  "#-text-responses",
  "#-no-state",
  "#-changed-state",
  "#-kept-state-#",
  "#-edited-state-#",
  "#-edited-state-#-again",
] as const;

const cancelled = <Name extends string>(names: readonly Name[]): readonly `${Name}-cancel`[] =>
  names.map((name) => `${name}-cancel` as const);

const INPUT_KINDS = ["#-elicitation", "#-sampling", "#-roots"] as const;

/** What a server asks of its client, and what it is told in return: roots, input rounds, subscriptions. */
export const INPUT_ROUND_QUESTIONS = {
  "roots-changed": stateful("notifications/roots/list_changed, then ping and the quiet window", {
    besides: ["control"],
  }),
  contrary: stateful(
    "tools/call of the tools that asked the client for something, whose questions are declined, cancelled, answered wrongly and refused",
    {
      sends: ["#-declining", "#-cancelling", "#-careless", "#-refusing"],
      besides: ["#-changed", "#-declining-cancel", "#-cancelling-cancel", "#-careless-cancel", "#-refusing-cancel"],
    },
  ),
  input: stateless("tools/call of callable tools with every client capability declared, answering what they ask for", {
    sends: INPUT_ROUNDS,
    besides: cancelled(INPUT_ROUNDS),
  }),
  "input-kinds": stateless(
    "tools/call of the tools that asked for input, declaring only elicitation, only sampling, only roots",
    { sends: INPUT_KINDS, besides: cancelled(INPUT_KINDS) },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly "input-rounds": typeof INPUT_ROUND_QUESTIONS;
  }
}
