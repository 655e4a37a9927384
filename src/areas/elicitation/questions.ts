import { type Question, stateful } from "../../protocol/question.ts";

/** Elicitation by URL. */
export const ELICITATION_QUESTIONS = {
  "url-elicitation": stateful(
    "tools/call of the tools that asked for a form or a sampled message, or could not ask, with both modes of elicitation and tasks of the client declared; twice where a page is to be opened, which is declined and then cancelled",
    { sends: ["#", "#-longer", "#-again"], besides: ["#-cancel", "#-longer-cancel", "#-again-cancel"] },
  ),
  "client-task": stateful(
    "tools/call of a tool whose question runs as a task of the client, cancelled while that task goes on",
    { besides: ["cancel", "control"] },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly elicitation: typeof ELICITATION_QUESTIONS;
  }
}
