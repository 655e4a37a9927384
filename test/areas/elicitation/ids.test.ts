import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable } from "../reading-table.ts";
import { arrived, conversations, message, NOTHING, within } from "../small-captures.ts";

const link = (elicitationId: string, url: string, text = "Please read"): JsonObject => ({
  mode: "url",
  message: text,
  url,
  elicitationId,
});
const call = (...links: JsonObject[]): Exchange => ({
  ...answered("call", "tools/call", {}, { name: "t" }),
  meanwhile: links.map((params, index) => arrived(message("elicitation/create", params, index))),
});
const A = "https://a.example/one";
const B = "https://a.example/two";

readingTable("elicitation_ids", [
  NOTHING,
  {
    shows: "ids of their own, and no forms",
    capture: { exchanges: [call(link("1", A), link("2", A), { message: "Your name?", elicitationId: "1" })] },
    reads: {
      values: [
        { elicitationId: "1", times: 1, asked_for: [{ message: "Please read", url: A }] },
        { elicitationId: "2", times: 1, asked_for: [{ message: "Please read", url: A }] },
      ],
      at: ["/meanwhile/0/message/params", "/meanwhile/1/message/params"],
    },
  },
  {
    shows: "the same page again, with another code or another text, is no other elicitation",
    capture: { exchanges: [call(link("1", A), link("1", `${A}?code=2`), link("1", A, "Please do read"))] },
    reads: { values: [{ elicitationId: "1", times: 3, asked_for: [{ message: "Please read", url: A }] }] },
  },
  {
    shows: "another page, or another text and another query, is",
    capture: { exchanges: [call(link("1", A), link("1", B), link("1", `${A}?for=slack`, "Please connect"))] },
    reads: {
      values: [
        {
          elicitationId: "1",
          times: 3,
          asked_for: [
            { message: "Please read", url: A },
            { message: "Please read", url: B },
            { message: "Please connect", url: `${A}?for=slack` },
          ],
        },
      ],
      at: ["/meanwhile/2/message/params"],
    },
  },
  ...(["stdio", "streamable-http"] as const).map((transport) => ({
    shows: `each process counts for itself, all sessions of an endpoint together (${transport})`,
    capture: {
      transport,
      conversations: conversations(["main", "second"]),
      exchanges: [within("main", call(link("1", A))), within("second", call(link("1", B)))],
    },
    reads: {
      partly:
        transport === "stdio"
          ? [{ asked_for: [{ url: A }] }, { asked_for: [{ url: B }] }]
          : [{ asked_for: [{ url: A }, { url: B }] }],
    },
  })),
  {
    shows: "what -32042 lists",
    capture: {
      exchanges: [
        {
          ...answered("call", "tools/call", {}),
          response: {
            jsonrpc: "2.0",
            id: 1,
            error: { code: -32042, message: "first", data: { elicitations: [link("1", A), link("1", B)] } },
          },
        },
      ],
    },
    reads: {
      partly: [{ elicitationId: "1", times: 2 }],
      at: ["/response/error/data/elicitations/1"],
    },
  },
]);
