import { type Question, stateful } from "../../protocol/question.ts";

/** The first messages of a conversation, in and out of order, and the versions they name. */
export const LIFECYCLE_QUESTIONS = {
  silence: stateful("nothing at all for the quiet window after connecting", { sends: [] }),
  "before-initialize": stateful("tools/list and ping before initialize (HTTP: without a session), then initialize", {
    sends: ["list", "ping"],
    besides: ["handshake", "initialized"],
    reads: ["list"],
  }),
  "empty-initialize": stateful("initialize with empty params, then a good one", {
    besides: ["good", "initialized", "empty-end"],
  }),
  "strange-initialize": stateful(
    "initialize with unknown capabilities and a client name beyond ASCII; on stdio, ping right behind it",
    { sends: ["", "ping"], besides: ["control"] },
  ),
  "withheld-initialized": stateful(
    "ping, and the quiet window, before notifications/initialized; ping again after it",
    { sends: ["ping"], besides: ["initialized", "control"] },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly lifecycle: typeof LIFECYCLE_QUESTIONS;
  }
}
