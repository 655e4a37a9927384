import type { Exchange } from "../../../src/model/capture.ts";
import { answerCases, givenHttp, givenStatelessHttp } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, refused, statelessMeta } from "../small-captures.ts";
import { NO_EXCHANGE, ON_STDIO } from "./small-streams.ts";

const issued = (id?: string, exchange: Exchange = answered("initialize", "initialize", {})): Exchange =>
  overHttp(exchange, 200, { response_headers: id === undefined ? [] : [["Mcp-Session-Id", id]] });

const WITHOUT: readonly ReadingCase[] = [
  givenHttp("a server without sessions", [issued(), issued()]).inapplicable("precondition-absent"),
  givenHttp("no handshake that began a session: a refusal, another request, a session that is already there", [
    issued("a", refused("initialize", "initialize", -1)),
    issued("b", answered("ping", "ping", {})),
    overHttp(answered("initialize", "initialize", {}), 200, {
      request_headers: [["mcp-session-id", "x"]],
      response_headers: [["mcp-session-id", "x"]],
    }),
    leftOut("initialize", "prerequisite-missing"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
];

readingTable("session_ids", [
  givenHttp("every id, once", [issued("a"), issued("b"), issued(), issued("a")]).values(["a", "b"], {
    at: ["/http/response_headers", "/http/response_headers"],
    lookedAt: Array.from({ length: 3 }, () => "/http/response_headers"),
  }),
  ...WITHOUT,
]);

readingTable("session_id_make", [
  givenHttp("ids that differ in all places, in one, and in none", [
    issued("abc"),
    issued("bcd"),
    issued("cdef"),
  ]).values([{ issued: 3, repeated: 0, varying: 4 }], { at: ["/http/response_headers"] }),
  givenHttp("a counter", [issued("session-01"), issued("session-02"), issued("session-03")]).values([
    { issued: 3, repeated: 0, varying: 1 },
  ]),
  givenHttp("an id that is given again", [issued("x"), issued("x"), issued("y"), issued("x")]).values([
    { issued: 4, repeated: 2, varying: 1 },
  ]),
  givenHttp("too few to compare", [issued("a"), issued("b")]).unseen("not-probed"),
  ...WITHOUT,
]);

readingTable("session_missing", answerCases(["session-missing"]));
readingTable("session_unknown", answerCases(["session-unknown"]));
readingTable("session_ended", answerCases(["session-ended-ping"]));
readingTable("session_delete", answerCases(["session-ended-delete"]));
readingTable("initialize_anew", answerCases(["own-origin-none", "session-renewed", "abrupt-close-again"]));

const modern = answered("tools/list", "tools/list", {}, { _meta: statelessMeta() });

readingTable("session_headers", [
  givenStatelessHttp("session ids in answers to stateless requests, once each", [
    issued("a", modern),
    issued("a", modern),
    issued("b", modern),
    issued(undefined, modern),
  ]).values(["a", "b"], { at: ["/http/response_headers", "/http/response_headers"] }),
  givenStatelessHttp("answers without one", [
    issued(undefined, modern),
    issued("a", answered("ping", "ping", {})),
    deliberate(issued("b", modern)),
  ]).values([], { lookedAt: ["/http/response_headers"] }),
  givenStatelessHttp("no answer to a stateless request", [
    issued("a"),
    { ...modern, http: { method: "POST", request_headers: [] } },
  ]).unseen("not-probed"),
  ON_STDIO,
  NO_EXCHANGE,
]);
