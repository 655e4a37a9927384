import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  page,
  refused,
  unnamed,
  within,
} from "../small-captures.ts";

const LIST = "tools/list";

const withToken = (step: string, token: Json, method = LIST) =>
  refused(step, method, -32602, { _meta: { progressToken: token } });

readingTable("with_progress_token", [
  given("errors where the same method works without a token", [
    refused(LIST, LIST, -32603),
    page(LIST, []),
    withToken("progress-token-string", "t"),
    withToken("progress-token-integer", 7),
    withToken("progress-token-null", null),
  ]).partly(
    [
      { outcome: "error", without: "result" },
      { outcome: "error", without: "result" },
    ],
    { names: ["t", "7"], exchanges: ["main/3", "main/4"], parts: [{ without: "/request/method" }, {}] },
  ),
  given("a method that does not work anyhow, works with another token, or was wrong on purpose", [
    withToken("progress-token-string", "t"),
    refused(LIST, LIST, -32603),
    answered("x", LIST, {}, { _meta: { progressToken: "u" } }),
    deliberate(page(LIST, [])),
    page("prompts/list", []),
  ]).partly([{ outcome: "error", without: "no-result" }], { exchanges: ["main/1"] }),
  given("a request with a token in a capture without step names, calls of tools apart", [
    unnamed(withToken("", 0)),
    unnamed(withToken("", "t", "tools/call")),
    unnamed(withToken("", null)),
    unnamed(page(LIST, [])),
  ]).partly([{ without: "result" }], { exchanges: ["main/1"], names: ["0"] }),
  given("a question that was left out", [leftOut("progress-token-string", "not-offered")]).leftOut(),
]);

const ask = (id: Json, token: Json, seq: number): ReceivedMessage =>
  arrived(message("roots/list", { _meta: { progressToken: token } }, id), seq);
const heard = (...messages: ReceivedMessage[]): Exchange => hearing(answered("ping", "ping", {}), messages);
const reply = (id: Json, seq: number): Exchange => ({ request: { jsonrpc: "2.0", id, result: {} }, seq });

readingTable("server_tokens", [
  given("a token of a request of the server's", [
    heard(ask(1, "t", 2), arrived(message("roots/list", {}, 2), 3)),
  ]).values([{ token: "t", requests: 1 }], {
    at: ["/meanwhile/0/message"],
    parts: [{ token: "/meanwhile/0/message/params/_meta/progressToken", requests: "/meanwhile/0/message" }],
  }),
  given("a token that two open requests have", [heard(ask(1, "t", 2), ask(2, "t", 4)), reply(1, 5)]).values([
    { token: "t", requests: 1 },
    { token: "t", requests: 2 },
  ]),
  given("a token that is used again after the answer, the number beside the text, and a replay", [
    heard(ask(1, "7", 2), ask(2, "7", 4), ask(3, 7, 5), ask(2, "7", 6)),
    reply(1, 3),
  ]).values([
    { token: "7", requests: 1 },
    { token: 7, requests: 1 },
  ]),
  given("a token that is used again after its request was withdrawn, whether or not it is answered later", [
    heard(ask(1, "t", 2), arrived(message("notifications/cancelled", { requestId: 1 }), 3), ask(2, "t", 4)),
    reply(1, 5),
  ]).values([{ token: "t", requests: 1 }]),
  given("the same token on another connection, and on a notification", [
    heard(ask(1, "t", 2)),
    within("second", heard(ask(2, "t", 4))),
    heard(arrived(message("notifications/message", { _meta: { progressToken: "n" } }), 3)),
  ]).values([{ token: "t", requests: 1 }], { exchanges: ["main/1"] }),
  NOTHING,
]);
