import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message, within } from "../small-captures.ts";

const link = (elicitationId: string, url: string, text = "Please read"): JsonObject => ({
  mode: "url",
  message: text,
  url,
  elicitationId,
});
const A = "https://a.example/one";
const B = "https://a.example/two";

readingTable("elicitation_ids", [
  NOTHING,
  given("ids of their own, and no forms", [
    call(link("1", A), link("2", A), { message: "Your name?", elicitationId: "1" }),
  ]).values(
    [
      { elicitationId: "1", times: 1, asked_for: [{ message: "Please read", url: A }] },
      { elicitationId: "2", times: 1, asked_for: [{ message: "Please read", url: A }] },
    ],
    { at: ["/meanwhile/0/message/params", "/meanwhile/1/message/params"] },
  ),
  given("the same page again, with another code or another text, is no other elicitation", [
    call(link("1", A), link("1", `${A}?code=2`), link("1", A, "Please do read")),
  ]).values([{ elicitationId: "1", times: 3, asked_for: [{ message: "Please read", url: A }] }]),
  given("another page, or another text and another query, is", [
    call(link("1", A), link("1", B), link("1", `${A}?for=slack`, "Please connect")),
  ]).values(
    [
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
    { at: ["/meanwhile/2/message/params"] },
  ),
  ...(["stdio", "streamable-http"] as const).map((transport) =>
    given(`each process counts for itself, all sessions of an endpoint together (${transport})`, {
      transport,
      exchanges: [within("main", call(link("1", A))), within("second", call(link("1", B)))],
    }).partly(
      transport === "stdio"
        ? [{ asked_for: [{ url: A }] }, { asked_for: [{ url: B }] }]
        : [{ asked_for: [{ url: A }, { url: B }] }],
    ),
  ),
  given("what -32042 lists", [
    {
      ...answered("call", "tools/call", {}),
      response: {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32042, message: "first", data: { elicitations: [link("1", A), link("1", B)] } },
      },
    },
  ]).partly([{ elicitationId: "1", times: 2 }], { at: ["/response/error/data/elicitations/1"] }),
]);
