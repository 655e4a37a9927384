import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

/** Messages as such: ids, framing, order, and what is no message at all. */
export const MESSAGE_QUESTIONS = {
  ids: both("a harmless request under integer, string, zero, empty and large ids", {
    sends: ["integer", "digits", "string", "zero", "large", "empty"],
  }),
  "twin-ids": stateful('two pings at once, under the ids 8 and "8", then another ping', {
    sends: ["integer", "string"],
    besides: ["control"],
  }),
  "duplicate-id": stateful("two pings at once under the same id, then another ping", {
    sends: ["first", "second"],
    besides: ["control"],
  }),
  "unknown-method": both("a method that no revision defines"),
  "unknown-notification": both("a notification that no revision defines, then an ordinary request", {
    besides: ["control"],
    parts: { after_unknown_notification: ["control"] },
  }),
  "progress-token": both("a harmless request with a string and one with an integer as progressToken", {
    sends: ["string", "integer"],
  }),
  "parse-error": both("bytes that are not JSON, then a good request", {
    besides: ["control"],
    parts: { after_parse_error: ["control"] },
  }),
  "empty-line": stateless("an empty line, then server/discover", { besides: ["control"] }),
  "not-json-rpc": stateful(
    'requests without jsonrpc, with jsonrpc "1.0", and with a number as method; ping behind each',
    {
      sends: ["no-jsonrpc", "jsonrpc-1", "method-number"],
      besides: ["no-jsonrpc-control", "jsonrpc-1-control", "method-number-control"],
    },
  ),
  "wrong-jsonrpc": stateless('a request that says jsonrpc "1.0"', { besides: ["control"] }),
  "no-method": stateless("a request without a method", { besides: ["control"] }),
  "null-id": both("a request whose id is null, then a good one", {
    besides: ["control"],
    parts: { after_null_id: ["control"] },
  }),
  batch: both("an array of two pings, then ping; in the stateless era, an array that holds one good request", {
    besides: ["control"],
  }),
  "batch-refused": stateful("an array of two pings in a revision without batches, then ping", { besides: ["control"] }),
  "batch-notifications": stateful("an array of two unknown notifications, then ping", { besides: ["control"] }),
  "batch-empty": stateful("an empty array, then ping", { besides: ["control"] }),
  "batch-mixed": stateful("an array of a ping, an object that is no message, and a request for an unknown method", {
    besides: ["control"],
  }),
  "split-message": stateless("one and a half messages in one write, the other half once the first is answered", {
    sends: ["one-and-a-half", "other-half"],
  }),
  "unknown-meta": both("a harmless request with keys in _meta that the server cannot know"),
  "batch-initialize": stateful("an array of initialize and ping as the first message, then a plain initialize", {
    besides: ["plain", "initialized"],
    parts: { after_batch_initialize: ["plain"] },
  }),
  "posted-response": stateless("a JSON-RPC response as the body of a POST"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly messages: typeof MESSAGE_QUESTIONS;
  }
}
