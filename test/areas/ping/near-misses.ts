import { DUAL, EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { sentFor } from "../edits.ts";
import { editNotice } from "../notice-edits.ts";
import { always, hasOnly, isAbsent, meets } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const MOMENT_MS = 40;

const later = <T>(value: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value()), MOMENT_MS));

export const NEAR_MISSES: NearMissTable = {
  "meta-everywhere": sameAs("metadata", {
    "PING-002": hasOnly("the ping result has no members at all", "ping.result", []),
  }),
  "old-methods-for-old-clients": nearMiss(STATELESS, DUAL, {
    choice: "Serves both eras, and answers the methods that the newer one has no more to clients of the older one.",
    permittedBy:
      "2026-07-28 basic/versioning#compatibility-matrix: a server may serve both eras, each by its own rules.",
    "PING-009": always.isOneOf("a server serves one era", "era.verdict", ["stateless"]),
  }),
  "pings-with-params": nearMiss(STATEFUL, {
    choice: "Pings its client now and then, with empty params.",
    permittedBy:
      "2025-11-25 basic/utilities/ping#behavior-requirements: either side may initiate a ping; the schema lets it have params.",
    options: { pingIntervalMs: 600 },
    hooks: editNotice("ping", (params) => params),
    "PING-006": isAbsent("a ping has no params", "server_pings.params"),
  }),
  "ping-takes-a-moment": nearMiss(STATEFUL, EVENT_STREAM, {
    choice: "Answers a ping after a moment, on an event stream that begins with a comment.",
    permittedBy:
      "2025-11-25 basic/utilities/ping#behavior-requirements: the receiver responds promptly; no sentence says how soon that is.",
    sseEvent: (text, { rpcMethod }) => (rpcMethod === "ping" ? `: one moment\n\n${text}` : undefined),
    ...sentFor("ping", (message) => later(() => [message])),
    "PING-001": meets("a ping is answered with nothing before it", "ping.stream.comments", { maximum: 0 }),
  }),
};
