import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

export const CANCELLATION_QUESTIONS = {
  "cancel-unknown": stateful("notifications/cancelled for an id that was never used, then ping", {
    sends: ["notification"],
    besides: ["control"],
  }),
  "cancel-malformed": stateful(
    "notifications/cancelled without a requestId and with an object as requestId, then ping",
    { sends: ["empty", "object"], besides: ["control"] },
  ),
  "cancel-answered": stateful("ping, then notifications/cancelled for it, then another ping", {
    sends: ["", "notification"],
    besides: ["control"],
  }),
  "cancel-race": both("twenty requests, each cancelled at once, then a harmless one", {
    sends: ["#"],
    besides: ["#-cancel", "control"],
    parts: { after_cancel_race: ["control"] },
  }),
  "cancel-in-flight": stateful(
    "up to three tool calls, cancelled if they still run after the first progress or the quiet window",
    { sends: ["#"], besides: ["#-started", "#-cancel", "control"] },
  ),
  "cancel-nothing": stateless(
    "notifications/cancelled for an unknown id, for an answered request, and without params; server/discover after each",
    {
      sends: ["unknown", "answered", "no-params"],
      besides: ["before", "unknown-control", "answered-control", "control"],
    },
  ),
  "cancel-call": stateless("tools/call of a callable tool, cancelled while it runs; then server/discover", {
    besides: ["started", "notification", "control"],
  }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly cancellation: typeof CANCELLATION_QUESTIONS;
  }
}
