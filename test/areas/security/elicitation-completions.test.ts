import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable, type SmallCapture } from "../reading-table.ts";
import { arrived, conversations, message, NOTHING, within } from "../small-captures.ts";

const link = (elicitationId: string): JsonObject => ({
  mode: "url",
  message: "Please read",
  url: "https://a.example/one",
  elicitationId,
});
const asks = (params: JsonObject): JsonObject => message("elicitation/create", params, 7);
const complete = (params?: JsonObject): JsonObject => message("notifications/elicitation/complete", params);
const call = (...heard: JsonObject[]): Exchange => ({
  ...answered("call", "tools/call", {}, { name: "t" }),
  meanwhile: heard.map((one, index) => arrived(one, index)),
});

/** Two clients of one server, the first of which is called main. */
const clients = (...exchanges: Exchange[]): SmallCapture => ({
  transport: "streamable-http",
  conversations: conversations(["main", "second"], { transport: "streamable-http" }),
  exchanges,
});

readingTable("elicitation_completions", [
  NOTHING,
  {
    shows: "an elicitation of the same client, one that nobody was sent, and none",
    capture: {
      exchanges: [
        call(
          asks(link("1")),
          complete({ elicitationId: "1" }),
          complete({ elicitationId: "2" }),
          complete({}),
          complete(),
          complete({ elicitationId: 1 }),
        ),
      ],
    },
    reads: {
      partly: ["own", "unknown", "missing", "missing", "missing"].map((id) => ({ id })),
      at: [1, 2, 3, 4, 5].map((index) => `/meanwhile/${index}/message`),
      parts: [1, 2, 3, 4, 5].map((index) => ({ id: `/meanwhile/${index}/message/params` })),
    },
  },
  {
    shows: "an elicitation that another client was sent",
    capture: clients(call(asks(link("1"))), within("second", call(complete({ elicitationId: "1" })))),
    reads: { values: [{ id: "of-another-client" }], exchanges: ["main/2"] },
  },
  {
    shows: "an elicitation that both were sent",
    capture: clients(
      call(asks(link("1"))),
      within("second", call(asks(link("1")), complete({ elicitationId: "1" }))),
      call(complete({ elicitationId: "1" })),
    ),
    reads: { values: [{ id: "own" }, { id: "own" }], exchanges: ["main/2", "main/3"] },
  },
  {
    shows: "announcements on the streams of the two clients",
    capture: {
      ...clients(call(asks(link("1")))),
      unsolicited: ["main", "second"].map((conversation) => ({
        ...arrived(complete({ elicitationId: "1" }), 9),
        conversation,
      })),
    },
    reads: {
      values: [{ id: "own" }, { id: "of-another-client" }],
      exchanges: [null, null],
      at: ["/unsolicited/0/message", "/unsolicited/1/message"],
    },
  },
  {
    shows: "an elicitation that an error asked for",
    capture: clients(
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
    reads: { values: [{ id: "own" }, { id: "of-another-client" }] },
  },
  {
    shows: "the server says other things",
    capture: { exchanges: [call(asks(link("1")), message("notifications/message", { elicitationId: "1" }))] },
    reads: { values: [], lookedAt: ["/response"] },
  },
]);
