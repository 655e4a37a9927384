import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { givenHttp } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, heard, hearing, leftOut, message, within } from "../small-captures.ts";
import { listened, NO_EXCHANGE, ON_STDIO, streamed } from "./small-streams.ts";

const call = (id: Json, progressToken?: Json): Exchange => ({
  step: "call",
  request: message("tools/call", progressToken === undefined ? {} : { _meta: { progressToken } }, id),
});
const resumed = (last: string, ...messages: Json[]): Exchange =>
  listened(
    { step: "resume-1", meanwhile: [...messages.map((one) => heard(one)), { seq: 9, at_ms: 9 }] },
    { request_headers: [["Last-Event-ID", last]] },
  );

readingTable("replays", [
  givenHttp("the rest of the stream, of another one, and what does not say whose it is", [
    streamed(call(1, "t"), { last_event_id: "a" }),
    streamed({ ...call(2, "u"), response: { id: 2, result: {} } }),
    resumed("a", { id: 1, result: {} }),
    resumed("a", progress("t"), { id: 2, result: {} }),
    resumed("a", progress("u"), message("notifications/message"), progress("none")),
    resumed("a"),
  ]).values(
    [
      { status: 200, missed: "response", belongs: ["own"] },
      { status: 200, missed: "response", belongs: ["own", "other"] },
      { status: 200, missed: "response", belongs: ["other", "unclear"] },
      { status: 200, missed: "response", belongs: [] },
    ],
    { at: ["", "", "", ""], exchanges: ["main/3", "main/4", "main/5", "main/6"] },
  ),
  givenHttp("streams that are known by the id of a message or of the response, and one that was not resumed", [
    { ...streamed(answered("call", "tools/call", {})), response_sse: { id: "r" } },
    hearing(streamed(call(2)), [heard(progress("t"), { sse: { id: "m" } })]),
    listened({}, { stream: { events: 0, comments: 0, line_endings: [], ended_by: "server", last_event_id: "g" } }),
    { ...resumed("r"), http: { method: "GET", request_headers: [["last-event-id", "r"]] } },
    resumed("m"),
    resumed("g"),
  ]).values([
    { status: 0, missed: "nothing", belongs: [] },
    { status: 200, missed: "response", belongs: [] },
    { status: 200, missed: "nothing", belongs: [] },
  ]),
  givenHttp("an event id that nobody gave, of another conversation, or of a resumed stream", [
    within("second", streamed(call(1), { last_event_id: "a" })),
    resumed("a"),
    resumed("x"),
    hearing(resumed("y"), [heard(progress("t"), { sse: { id: "z" } })]),
    resumed("z"),
    leftOut("resume-call", "prerequisite-missing"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);
