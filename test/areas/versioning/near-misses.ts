import { isObject } from "../../servers/json-rpc.ts";
import { DUAL, STATEFUL, STATELESS } from "../contexts.ts";
import { LISTED, sentFor } from "../edits.ts";
import { addHeaders } from "../http-edits.ts";
import { takeIn } from "../notice-edits.ts";
import { all, always, has, isAbsent, isNoneOf, isOneOf, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

export const NEAR_MISSES: NearMissTable = {
  "error-data": sameAs("headers", {
    ...all(
      ["PROTO-058", "PROTO-060"],
      isAbsent("the error has no data of the server's own", "unknown_version.error.data.hint"),
    ),
  }),
  "connection-close": nearMiss({
    choice: "Closes the connection after every answer.",
    permittedBy: "RFC 9112 section 9.6: a server may close a connection after any response.",
    hooks: addHeaders({ Connection: "close" }),
    "PROTO-064": isNoneOf("the connection stays open", "interleaved.headers.connection", ["close"]),
    "PROTO-065": isNoneOf("the connection stays open", "fresh_reads.headers.connection", ["close"]),
  }),
  "unknown-version-refused": nearMiss(STATEFUL, {
    choice: "Refuses a revision that it does not know with -32602 and the list of those it does.",
    permittedBy:
      "2025-11-25 basic/lifecycle#error-handling: an unsupported protocol version is the example of an initialization error, with code -32602.",
    hooks: sentFor("initialize", (_message, { request }) =>
      ["1999-01-01", "2999-12-31"].includes(String(request.params.protocolVersion))
        ? [
            {
              jsonrpc: "2.0",
              id: request.id,
              error: { code: -32602, message: "Unsupported protocol version", data: { supported: ["2025-11-25"] } },
            },
          ]
        : undefined,
    ),
    "PROTO-005": strictly({ in: STATEFUL }).isAbsent("an unknown revision gets a counter-offer", "odd_version.error"),
  }),
  "few-revisions": nearMiss("http/2025-06-18", {
    choice: "Supports two revisions, neither the newest, and offers the later of them to everybody else.",
    permittedBy:
      "2025-06-18 basic/lifecycle#version-negotiation: another version that the server supports, which should be its own latest.",
    options: { revisions: ["2024-11-05", "2025-06-18"] },
    "PROTO-004": strictly({
      when: [{ target: "version_answers.requested", matcher: { exact: "2999-12-31" } }],
    }).isOneOf("a client from the future is offered the newest revision there is", "version_answers.answered", [
      "2025-11-25",
    ]),
    "PROTO-006": isOneOf("the counter-offer is the newest revision there is", "counter_offers.offered", ["2025-11-25"]),
    "PROTO-007": strictly({
      when: [{ target: "version_answers.requested", matcher: { exact: "2999-12-31" } }],
    }).isOneOf(
      "every client but an old one is answered with the newest revision there is",
      "version_answers.answered",
      ["2025-11-25"],
    ),
  }),
  "both-eras": nearMiss(STATELESS, DUAL, {
    choice:
      "Serves both eras, takes any initialize for a handshake, and names the versions of both where it refuses one.",
    permittedBy:
      "2026-07-28 basic/versioning#compatibility-matrix: an initialize request selects legacy semantics; the example of a refusal lists versions of both eras.",
    ...takeIn("initialize", (message) =>
      isObject(message.params) && message.params._meta
        ? {
            answerWith: [
              {
                jsonrpc: "2.0",
                id: message.id,
                result: {
                  protocolVersion: "2025-11-25",
                  capabilities: {},
                  serverInfo: { name: "s", version: "1" },
                },
              },
            ],
          }
        : undefined,
    ),
    error: (error) =>
      error.code === -32022 && isObject(error.data)
        ? { ...error, data: { ...error.data, supported: LISTED } }
        : undefined,
    "PROTO-059": always.meets(
      "a refusal names the versions of this era alone",
      "unknown_version.error.data.supported",
      { items: { const: "2026-07-28" } },
    ),
    "PROTO-067": { name: "no server takes an initialize with metadata for a handshake", when: [] },
  }),
  "versions-in-words": nearMiss(STATELESS, {
    choice: "Turns old clients away with a code of its own, and names its version only in the text.",
    permittedBy:
      "2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions: any error to initialize should name the versions; the code is implementation-defined.",
    error: (error, { request }) =>
      request?.method === "initialize" && error.code === -32022
        ? { code: 1, message: "This server speaks MCP 2026-07-28 and has no handshake." }
        : undefined,
    "PROTO-068": has("the versions stand in the data of the error", "legacy_initialize.error", "data"),
    "PROTO-061": {
      name: "initialize is refused like any unknown version",
      expect: [{ target: "legacy_initialize.error.code", matcher: { exact: -32_022 } }],
      when: [],
    },
  }),
};
