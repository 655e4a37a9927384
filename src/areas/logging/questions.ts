import { LOG_LEVELS } from "../../protocol/log-levels.ts";
import { type Question, stateful, stateless } from "../../protocol/question.ts";

export const LOGGING_QUESTIONS = {
  "set-level": stateful("logging/setLevel with each of the eight levels, debug last", { sends: LOG_LEVELS }),
  "high-level": stateful("logging/setLevel with error, before tools are called"),
  "usual-level": stateful("logging/setLevel back to info"),
  "bad-level": stateful("logging/setLevel with a level that does not exist, with a number, and with nothing", {
    sends: ["", "number", "empty"],
  }),
  "set-level-absent": stateful("logging/setLevel although logging is not advertised", {
    fact: "set_level_unadvertised",
  }),
  "log-level": stateless("server/discover with each of the eight log levels in _meta", { sends: LOG_LEVELS }),
  "unknown-log-level": stateless("server/discover with a log level that does not exist"),
  "log-call": stateless(
    "tools/call with log level debug beside one without a level, then with error, then without, while a subscription listens",
    { sends: ["debug", "beside", "error", "after"], besides: ["listen", "listen-control"] },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly logging: typeof LOGGING_QUESTIONS;
  }
}
