import type { Exchange } from "../../../src/model/capture.ts";
import { answerCases, answered, leftOut, overHttp, type ReadingCase, readingTable, refused } from "../reading-table.ts";
import { deliberate, statelessMeta } from "../small-captures.ts";
import { http, NO_EXCHANGE, ON_STDIO } from "./small-streams.ts";

const issued = (id?: string, exchange: Exchange = answered("initialize", "initialize", {})): Exchange =>
  overHttp(exchange, 200, { response_headers: id === undefined ? [] : [["Mcp-Session-Id", id]] });

const WITHOUT: readonly ReadingCase[] = [
  {
    shows: "a server without sessions",
    capture: http(issued(), issued()),
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "no handshake that began a session: a refusal, another request, a session that is already there",
    capture: {
      ...http(
        issued("a", refused("initialize", "initialize", -1)),
        issued("b", answered("ping", "ping", {})),
        overHttp(answered("initialize", "initialize", {}), 200, {
          request_headers: [["mcp-session-id", "x"]],
          response_headers: [["mcp-session-id", "x"]],
        }),
      ),
      not_probed: [leftOut("initialize", "prerequisite-missing")],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  ON_STDIO,
  NO_EXCHANGE,
];

readingTable("session_ids", [
  {
    shows: "every id, once",
    capture: http(issued("a"), issued("b"), issued(), issued("a")),
    reads: {
      values: ["a", "b"],
      at: ["/http/response_headers", "/http/response_headers"],
      lookedAt: Array.from({ length: 3 }, () => "/http/response_headers"),
    },
  },
  ...WITHOUT,
]);

readingTable("session_id_make", [
  {
    shows: "ids that differ in all places, in one, and in none",
    capture: http(issued("abc"), issued("bcd"), issued("cdef")),
    reads: { values: [{ issued: 3, repeated: 0, varying: 4 }], at: ["/http/response_headers"] },
  },
  {
    shows: "a counter",
    capture: http(issued("session-01"), issued("session-02"), issued("session-03")),
    reads: { values: [{ issued: 3, repeated: 0, varying: 1 }] },
  },
  {
    shows: "an id that is given again",
    capture: http(issued("x"), issued("x"), issued("y"), issued("x")),
    reads: { values: [{ issued: 4, repeated: 2, varying: 1 }] },
  },
  {
    shows: "too few to compare",
    capture: http(issued("a"), issued("b")),
    reads: { unseen: "not-probed" },
  },
  ...WITHOUT,
]);

readingTable("session_missing", answerCases(["session-missing"]));
readingTable("session_unknown", answerCases(["session-unknown"]));
readingTable("session_ended", answerCases(["session-ended-ping"]));
readingTable("session_delete", answerCases(["session-ended-delete"]));
readingTable("initialize_anew", answerCases(["own-origin-none", "session-renewed", "abrupt-close-again"]));

const modern = answered("tools/list", "tools/list", {}, { _meta: statelessMeta() });

readingTable("session_headers", [
  {
    shows: "session ids in answers to stateless requests, once each",
    capture: http(issued("a", modern), issued("a", modern), issued("b", modern), issued(undefined, modern)),
    revision: "2026-07-28",
    reads: { values: ["a", "b"], at: ["/http/response_headers", "/http/response_headers"] },
  },
  {
    shows: "answers without one",
    capture: http(
      issued(undefined, modern),
      issued("a", answered("ping", "ping", {})),
      deliberate(issued("b", modern)),
    ),
    revision: "2026-07-28",
    reads: { values: [], lookedAt: ["/http/response_headers"] },
  },
  {
    shows: "no answer to a stateless request",
    capture: http(issued("a"), { ...modern, http: { method: "POST", request_headers: [] } }),
    revision: "2026-07-28",
    reads: { unseen: "not-probed" },
  },
  ON_STDIO,
  NO_EXCHANGE,
]);
