import { both, type Question, stateful } from "../../protocol/question.ts";

export const RESOURCE_QUESTIONS = {
  read: both("resources/read of up to three listed resources, and once more of those that fail", {
    sends: ["#", "#-again"],
  }),
  "read-template": both(
    "resources/read of one expansion of up to three templates, with suggested values where completion gives some",
    { sends: ["#", "#-unreal"], besides: ["#-complete"] },
  ),
  "unknown-resource": both("resources/read of resources that do not exist", { sends: ["", "beside"] }),
  "malformed-read": both("resources/read without a uri, and with a number as uri", { sends: ["", "number"] }),
  "bad-uri": both("resources/read of text that is no uri: empty, spaces, ten thousand characters", {
    sends: ["empty", "spaces", "long"],
  }),
  "bad-uri-nul": both("resources/read of a uri with a NUL character"),
  subscribe: stateful("resources/subscribe to the first listed resource", { besides: ["read"] }),
  unsubscribe: stateful("resources/unsubscribe from the first listed resource", { besides: ["read"] }),
  "subscribe-absent": stateful("resources/subscribe although subscribe is not advertised"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly resources: typeof RESOURCE_QUESTIONS;
  }
}
