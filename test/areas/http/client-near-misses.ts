import { withHeader } from "../../clients/edits.ts";
import {
  BOTH_ERAS,
  HTTP,
  MODERN_HTTP,
  type NearMissClient,
  nearMiss,
  OLD_HTTP,
  OLDEST_HTTP,
} from "../../clients/mutant-client.ts";
import { isRequest, lowerCase, UNUSUAL_SESSION } from "../../clients/unusual-sessions.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("accepts-more", ["C-HTTP-005"], BOTH_ERAS).does(
    withHeader("Accept", "text/event-stream;q=0.9, */*;q=0.1, Application/JSON"),
  ),
  nearMiss("utf-8", ["C-HTTP-007"], BOTH_ERAS).does(withHeader("Content-Type", "application/json; charset=utf-8")),
  nearMiss("listens", ["C-HTTP-017", "C-HEADER-001"], HTTP).does({ opensStream: true }),
  nearMiss(
    "closes-streams-with-the-answer",
    ["C-HTTP-013", "C-HTTP-014", "C-HTTP-012"],
    BOTH_ERAS,
    "busy-streams",
  ).does({ closesAnswered: true }),
  nearMiss("waits-longer-than-asked", ["C-HTTP-021", "C-HTTP-022", "C-HTTP-023"], HTTP, "broken-stream").does({
    retriesAfterMs: 1200,
  }),
  nearMiss("tries-a-faulty-server-three-times", ["C-HTTP-036"], BOTH_ERAS, "server-fault").does({ attempts: 3 }),
  nearMiss("reports-the-code-alone", ["C-HTTP-035"], BOTH_ERAS, "http-error").does({
    tellsErrors: () => ({ message: "the server refused: -32602" }),
  }),
  nearMiss("listens-on-its-own-stream", ["C-HTTP-019"], HTTP, "get-stream").does({ opensStream: true }),
  nearMiss("goes-straight-to-an-old-server", ["C-HTTP-001", "C-HTTP-002"], OLDEST_HTTP, "old-transport").does({}),
  nearMiss("gives-up-a-broken-stream", ["C-HTTP-034"], MODERN_HTTP, "broken-stateless-stream").does({}),
  nearMiss("needs-no-session", ["C-HTTP-027"], HTTP, "no-session").does(UNUSUAL_SESSION),
  nearMiss("asks-for-a-stream-twice", ["C-HTTP-018"], HTTP, "no-stream").does({ insistsOnStream: 2 }),
  nearMiss("listens-in-an-odd-session", ["C-HTTP-026"], HTTP, "odd-session-id").does({ opensStream: true }),
  nearMiss("starts-over-with-other-ids", ["C-HTTP-028"], HTTP, "lost-session").does({
    edit: (message) => (isRequest(message) ? { ...message, id: `x-${String(message["id"])}` } : message),
  }),
  // The call does not wait for it, and no sentence says when an answer has to come.
  nearMiss(
    "answers-when-the-call-is-over",
    ["C-HTTP-016", "C-PING-002", "C-PROTO-006", "C-PROTO-007", "C-PROTO-008", "C-PROTO-009"],
    HTTP,
    "server-requests",
  ).does({ answersWhenIdle: ["x/unknown"] }),
  nearMiss(
    "reads-what-comes-in-any-form",
    ["C-HTTP-008", "C-HTTP-009", "C-HTTP-010", "C-HTTP-011", "C-HTTP-015", "C-HTTP-024", "C-HTTP-037"],
    HTTP,
    [
      ...(["json-with-charset", "streamed-answers", "changing-answers", "odd-events", "primed-streams"] as const),
      ...(["odd-header-names", "accepted-with-body"] as const),
    ],
  ).does({ closesAnswered: true, headers: lowerCase }),
  nearMiss("two-calls-in-two-streams", ["C-HTTP-020"], HTTP, "two-streams").does(UNUSUAL_SESSION),
  nearMiss("stops-at-a-foreign-endpoint", ["C-HTTP-003"], OLDEST_HTTP, "old-foreign-endpoint").does({}),
  nearMiss("tries-the-new-transport-first", ["C-HTTP-031"], OLD_HTTP, ["old-transport", "old-transport-404"]).does({}),
];
