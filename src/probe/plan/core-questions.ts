import { type Question, stateful, stateless } from "../../protocol/question.ts";

/** The first and last messages of a conversation, which every plan sends. */
export const CORE_QUESTIONS = {
  initialize: stateful("initialize, as a client begins a session"),
  "notifications/initialized": stateful("notifications/initialized after the handshake"),
  "server/discover": stateless("server/discover, as a client begins", { fact: "discover" }),
  "server/discover-retry": stateless("server/discover once more, in a version that the refusal names", {
    fact: "discover_retry",
  }),
  "confirm-era": stateless("tools/list, where the answer to server/discover leaves the era open"),
  "open-stream": stateful("GET for the stream on which the server speaks by itself"),
  "end-session": stateful("DELETE of the session, when the conversation is over"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly core: typeof CORE_QUESTIONS;
  }
}
