import { type Question, stateless } from "../../protocol/question.ts";

/** Subscriptions of the stateless era. */
export const SUBSCRIPTIONS_QUESTIONS = {
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
    readonly subscriptions: typeof SUBSCRIPTIONS_QUESTIONS;
  }
}
