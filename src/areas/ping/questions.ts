import { type Question, stateful } from "../../protocol/question.ts";

/** Pings, alone and beside other requests. */
export const PING_QUESTIONS = {
  ping: stateful("ping under a string id"),
  "busy-ping": stateful("ping while tools may be running"),
  concurrent: stateful("five requests at once, under string and integer ids", { sends: ["1", "2", "3", "4", "5"] }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly ping: typeof PING_QUESTIONS;
  }
}
