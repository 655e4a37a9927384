// Who gets in, and where: one client at a time, an unusual address. The text says that a server over HTTP can handle several, and demands it nowhere.

import { oneSessionAtATime, oneSessionForEver, oneStreamAtATime } from "../../mutants/tables/http-clients.ts";
import type { Innocent } from "../innocent.ts";
import { meets, recordedAs } from "./stricter.ts";

const NO_SENTENCE = "No sentence demands that a second client is served while the first is connected.";

/** No exchange has this status. */
const never = (status: number) => ({
  not: {
    required: ["http"],
    properties: { http: { required: ["status"], properties: { status: { const: status } } } },
  },
});

const EVERY_ONE = recordedAs("every initialize is accepted", {
  not: {
    required: ["response"],
    properties: {
      response: {
        required: ["error"],
        properties: { error: { properties: { message: { pattern: "already initialized" } } } },
      },
    },
  },
});

export const CLIENT_INNOCENTS: readonly Innocent[] = [
  {
    id: "one-sse-client",
    choice: "Has one event stream, and answers 503 to a second client as long as the first is connected.",
    permittedBy: NO_SENTENCE,
    hooks: oneStreamAtATime,
    in: ["http+sse/2024-11-05"],
    closestTo: {
      "HTTP-001": recordedAs("every GET of the stream is served", never(503)),
      "HTTP-005": recordedAs("every GET of the stream is served", never(503)),
    },
  },
  {
    id: "one-session-at-a-time",
    choice: "Has one session, and answers initialize with 400 as long as there is one.",
    permittedBy: NO_SENTENCE,
    hooks: oneSessionAtATime,
    in: ["http/2025-11-25", "http/2025-03-26"],
    closestTo: {
      "HTTP-005": EVERY_ONE,
    },
  },
  {
    id: "one-session-ever",
    choice: "Has one session and takes no other when that has ended.",
    permittedBy: NO_SENTENCE,
    hooks: oneSessionForEver,
    in: ["http/2025-11-25"],
    closestTo: {
      "HTTP-015": EVERY_ONE,
    },
  },
  {
    id: "ipv6-loopback",
    choice: "Listens at ::1 alone.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#security-%26-endpoint: a server that runs locally should bind only to localhost rather than to all interfaces.",
    options: { host: "::1" },
    in: ["http/2026-07-28", "http/2025-11-25", "http+sse/2024-11-05"],
    closestTo: {
      "HTTP-008": meets("it listens at 127.0.0.1", "listening.addresses", { contains: { const: "127.0.0.1" } }),
    },
  },
];
