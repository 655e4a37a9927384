import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable, type SmallCapture } from "../reading-table.ts";
import { answered, arrived, conversations, hearing, message, within } from "../small-captures.ts";

const link = (elicitationId: string): JsonObject => ({
  mode: "url",
  message: "Please read",
  url: "https://a.example/one",
  elicitationId,
});
const asks = (params: JsonObject): JsonObject => message("elicitation/create", params, 7);
const complete = (params?: JsonObject): JsonObject => message("notifications/elicitation/complete", params);
const call = (...heard: JsonObject[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}, { name: "t" }),
    heard.map((one, index) => arrived(one, index)),
  );

/** Two clients of one server, the first of which is called main. */
const clients = (...exchanges: Exchange[]): SmallCapture => ({
  transport: "streamable-http",
  conversations: conversations(["main", "second"], { transport: "streamable-http" }),
  exchanges,
});

readingTable("elicitation_completions", [
  NOTHING,
  given("an elicitation of the same client, one that nobody was sent, and none", [
    call(
      asks(link("1")),
      complete({ elicitationId: "1" }),
      complete({ elicitationId: "2" }),
      complete({}),
      complete(),
      complete({ elicitationId: 1 }),
    ),
  ]).partly(
    ["own", "unknown", "missing", "missing", "missing"].map((id) => ({ id })),
    {
      at: [1, 2, 3, 4, 5].map((index) => `/meanwhile/${index}/message`),
      parts: [1, 2, 3, 4, 5].map((index) => ({ id: `/meanwhile/${index}/message/params` })),
    },
  ),
  given(
    "an elicitation that another client was sent",
    clients(call(asks(link("1"))), within("second", call(complete({ elicitationId: "1" })))),
  ).values([{ id: "of-another-client" }], { exchanges: ["main/2"] }),
  given(
    "an elicitation that both were sent",
    clients(
      call(asks(link("1"))),
      within("second", call(asks(link("1")), complete({ elicitationId: "1" }))),
      call(complete({ elicitationId: "1" })),
    ),
  ).values([{ id: "own" }, { id: "own" }], { exchanges: ["main/2", "main/3"] }),
  given("announcements on the streams of the two clients", {
    ...clients(call(asks(link("1")))),
    unsolicited: ["main", "second"].map((conversation) => ({
      ...arrived(complete({ elicitationId: "1" }), 9),
      conversation,
    })),
  }).values([{ id: "own" }, { id: "of-another-client" }], {
    exchanges: [null, null],
    at: ["/unsolicited/0/message", "/unsolicited/1/message"],
  }),
  given(
    "an elicitation that an error asked for",
    clients(
      {
        ...answered("call", "tools/call", {}, { name: "t" }),
        response: {
          jsonrpc: "2.0",
          id: 1,
          error: { code: -32042, message: "first", data: { elicitations: [link("1")] } },
        },
      },
      call(complete({ elicitationId: "1" })),
      within("second", call(complete({ elicitationId: "1" }))),
    ),
  ).values([{ id: "own" }, { id: "of-another-client" }]),
  given("the server says other things", [
    call(asks(link("1")), message("notifications/message", { elicitationId: "1" })),
  ]).values([], { lookedAt: ["/response"] }),
]);
