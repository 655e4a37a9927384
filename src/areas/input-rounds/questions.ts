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
export const CLIENT_QUESTIONS = {
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
  "url-elicitation": stateful(
    "tools/call of the tools that asked for a form or a sampled message, or could not ask, with both modes of elicitation and tasks of the client declared; twice where a page is to be opened, which is declined and then cancelled",
    { sends: ["#", "#-longer", "#-again"], besides: ["#-cancel", "#-longer-cancel", "#-again-cancel"] },
  ),
  "client-task": stateful(
    "tools/call of a tool whose question runs as a task of the client, cancelled while that task goes on",
    { besides: ["cancel", "control"] },
  ),
  input: stateless("tools/call of callable tools with every client capability declared, answering what they ask for", {
    sends: INPUT_ROUNDS,
    besides: cancelled(INPUT_ROUNDS),
  }),
  "input-kinds": stateless(
    "tools/call of the tools that asked for input, declaring only elicitation, only sampling, only roots",
    { sends: INPUT_KINDS, besides: cancelled(INPUT_KINDS) },
  ),
  "garbage-state": stateless("resources/read and prompts/get with a requestState that the server never issued", {
    sends: ["read", "get"],
  }),
  listen: stateless(
    "subscriptions/listen for what is advertised, twice at once: under a string id, and under an integer id with one kind declined",
    { sends: ["string", "integer"], besides: ["control", "string-control", "integer-control"] },
  ),
  "listen-all": stateless("subscriptions/listen for all four kinds, also what is not advertised", {
    besides: ["control"],
  }),
  "listen-nothing": stateless("subscriptions/listen with an empty filter", { besides: ["control"] }),
  "malformed-listen": stateless("subscriptions/listen without the notifications object, and with text in its place", {
    sends: ["", "text"],
    besides: ["control", "text-control"],
  }),
  "listen-rules": stateless(
    "subscriptions/listen without clientCapabilities, with an unknown version, and with a wrong Mcp-Method",
    {
      sends: ["no-capabilities", "version", "method"],
      besides: ["no-capabilities-control", "version-control", "method-control"],
    },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly "input-rounds": typeof CLIENT_QUESTIONS;
  }
}
