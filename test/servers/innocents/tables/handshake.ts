// How a conversation begins: versions, the handshake, discovery, and servers of both eras.

import { isObject, type JsonObject, notificationMessage, RpcError, requestMessage } from "../../json-rpc.ts";
import { SERVER_INFO_KEY } from "../../stateless/request-meta.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isOneOf, meets, recordedAs } from "./stricter.ts";

const NEW = ["http/2026-07-28"] as const;
const PIPE = ["stdio/2025-11-25"] as const;

const ODD_VERSIONS: readonly unknown[] = ["1999-01-01", "2999-12-31"];

const LISTED = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

const early = (data: string): JsonObject => notificationMessage("notifications/message", { level: "info", data });

/** Answers initialize for a revision that never existed with the error of the page's own example. */
const refusal = (id: JsonObject["id"]): JsonObject => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32602, message: "Unsupported protocol version", data: { supported: ["2025-11-25"] } },
});

const namesOddVersion = (message: unknown): message is JsonObject =>
  isObject(message) &&
  message.method === "initialize" &&
  isObject(message.params) &&
  ODD_VERSIONS.includes(message.params.protocolVersion);

export const HANDSHAKE_INNOCENTS: readonly Innocent[] = [
  {
    id: "talks-before-it-is-ready",
    choice: "Logs and pings before initialize has come, and logs again before it answers initialize.",
    permittedBy:
      "2025-11-25 basic/lifecycle#initialization: before the initialized notification the server should send no requests but pings and logging.",
    hooks: () => ({
      stdoutStart: () =>
        `${[early("starting up"), requestMessage("early-1", "ping")].map((line) => JSON.stringify(line)).join("\n")}\n`,
      incoming: (message, { send }) => {
        if (isObject(message) && message.method === "initialize") send(early("shaking hands"));
        return undefined;
      },
    }),
    in: PIPE,
    closestTo: {
      "PROTO-001": meets(
        "nothing is said between initialize and its answer",
        "log_messages.params.data",
        { not: { const: "shaking hands" } },
        { each: true },
      ),
      "PROTO-009": meets(
        "nothing is logged before initialize",
        "log_messages.params.data",
        { not: { const: "starting up" } },
        { each: true },
      ),
      "PROTO-011": meets("no request comes before notifications/initialized, no ping either", "early_requests", {
        maxItems: 0,
      }),
    },
  },
  {
    id: "few-revisions",
    choice: "Supports two revisions, neither the newest, and offers the later of them to everybody else.",
    permittedBy:
      "2025-06-18 basic/lifecycle#version-negotiation: another version that the server supports, which should be its own latest.",
    options: { revisions: ["2024-11-05", "2025-06-18"] },
    in: ["http/2025-06-18"],
    closestTo: {
      "PROTO-004": isOneOf(
        "a client from the future is offered the newest revision there is",
        "version_answers.answered",
        ["2025-11-25"],
        { when: [{ target: "version_answers.requested", matcher: { exact: "2999-12-31" } }] },
      ),
      "PROTO-006": isOneOf("the counter-offer is the newest revision there is", "counter_offers.offered", [
        "2025-11-25",
      ]),
      "PROTO-007": isOneOf(
        "every client but an old one is answered with the newest revision there is",
        "version_answers.answered",
        ["2025-11-25"],
        { when: [{ target: "version_answers.requested", matcher: { exact: "2999-12-31" } }] },
      ),
    },
  },
  {
    id: "members-of-later-revisions",
    choice: "Adds structuredContent and _meta to results of a revision that did not have them yet.",
    permittedBy: "2025-03-26 schema.ts#Result: a result may have any further member.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "tools/call" ? { ...result, structuredContent: { done: true }, _meta: {} } : undefined,
    },
    in: ["http/2025-03-26"],
    closestTo: {
      "PROTO-034": recordedAs("a result has no member of a later revision", {
        properties: { response: { properties: { result: { properties: { structuredContent: false } } } } },
      }),
    },
  },
  {
    id: "leaves-after-unknown-version",
    choice: "Refuses a revision it does not know, and exits.",
    permittedBy:
      "2025-11-25 basic/lifecycle#stdio: the server may initiate shutdown by closing its output stream and exiting.",
    hooks: {
      incoming: (message, { send }) => {
        if (!namesOddVersion(message)) return undefined;
        send(refusal(message.id));
        // Leaves when what it wrote has been handed over.
        process.stdout.write("", () => process.exit(0));
        return "ignore";
      },
    },
    in: PIPE,
    closestTo: {
      "PROTO-044": recordedAs("a process stays for the next client", {
        not: { properties: { trouble: { properties: { kind: { const: "unexpected-exit" } } } }, required: ["trouble"] },
      }),
    },
  },
  {
    id: "one-handshake-to-a-pipe",
    choice: "Refuses a revision it does not know, and every later initialize on the same pipe.",
    permittedBy:
      "2025-11-25 basic/lifecycle#initialization: the initialization phase is the first interaction; no sentence grants a second.",
    hooks: () => {
      let hasFailed = false;
      return {
        incoming: (message) => {
          if (!isObject(message) || message.method !== "initialize") return undefined;
          if (hasFailed)
            return {
              answerWith: [{ jsonrpc: "2.0", id: message.id, error: { code: -32600, message: "Too late to begin" } }],
            };
          hasFailed = namesOddVersion(message);
          return hasFailed ? { answerWith: [refusal(message.id)] } : undefined;
        },
      };
    },
    in: PIPE,
    closestTo: {
      "PROTO-044": recordedAs("a second initialize is answered with a result", {
        not: {
          required: ["step", "response"],
          properties: { step: { const: "odd-version-again" }, response: { required: ["error"] } },
        },
      }),
    },
  },
  {
    id: "few-features",
    choice: "Has no prompts and no completion, and says that these methods do not exist.",
    permittedBy:
      "2026-07-28 schema#methodnotfounderror: returned for a method whose capability the server did not advertise.",
    options: { without: ["prompts", "completions", "list-changed", "subscribe"] },
    in: NEW,
    closestTo: {
      "PROTO-035": meets("a server has every feature of the protocol", "unadvertised", { maxItems: 0 }),
      "PROTO-036": meets("what is advertised has settings", "capabilities.tools", { minProperties: 1 }),
    },
  },
  {
    id: "both-eras",
    choice:
      "Serves both eras, takes any initialize for a handshake, and names the versions of both where it refuses one.",
    permittedBy:
      "2026-07-28 basic/versioning#compatibility-matrix: an initialize request selects legacy semantics; the example of a refusal lists versions of both eras.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.method === "initialize" && isObject(message.params) && message.params._meta
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
      error: (error) =>
        error.code === -32022 && isObject(error.data)
          ? { ...error, data: { ...error.data, supported: LISTED } }
          : undefined,
    },
    options: { era: "dual" },
    in: NEW,
    closestTo: {
      "PROTO-059": meets(
        "a refusal names the versions of this era alone",
        "unknown_version.error.data.supported",
        { items: { const: "2026-07-28" } },
        { when: [] },
      ),
      "PROTO-067": { name: "no server takes an initialize with metadata for a handshake", when: [] },
    },
  },
  {
    id: "old-results-for-old-clients",
    choice: "Serves both eras, and gives clients of the older one results without a resultType.",
    permittedBy:
      "2026-07-28 basic/versioning#compatibility-matrix: a legacy client is served according to the negotiated legacy revision.",
    options: { era: "dual" },
    in: NEW,
    closestTo: {
      "PROTO-049": recordedAs("results of a handshake have a resultType, too", {
        properties: {
          response: {
            properties: {
              result: { anyOf: [{ properties: { protocolVersion: false } }, { required: ["resultType"] }] },
            },
          },
        },
      }),
    },
  },
  {
    id: "versions-of-both-eras-listed",
    choice: "Lists the versions of the older era among those it supports, oldest first.",
    permittedBy:
      "2026-07-28 server/discover#discoverresult: supportedVersions are the protocol versions the server supports; no order is named.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "server/discover" ? { ...result, supportedVersions: LISTED } : undefined,
    },
    options: { era: "dual" },
    in: NEW,
    closestTo: {
      "DISC-002": meets("only versions of this era are listed", "discover.result.supportedVersions", {
        items: { const: "2026-07-28" },
      }),
    },
  },
  {
    id: "odd-server-info",
    choice: "Has a name with spaces and letters beyond ASCII, and a version that is no number.",
    permittedBy: "2026-07-28 schema#implementation: name and version are strings.",
    hooks: {
      result: (result) => {
        const info = { name: "Nötes / 笔记 & more", version: "nightly" };
        if (isObject(result.serverInfo)) return { ...result, serverInfo: info };
        return isObject(result._meta) && result._meta[SERVER_INFO_KEY] !== undefined
          ? { ...result, _meta: { ...result._meta, [SERVER_INFO_KEY]: info } }
          : undefined;
      },
    },
    closestTo: {
      "DISC-004": meets("a version begins with a digit", `discover.result._meta["${SERVER_INFO_KEY}"].version`, {
        pattern: "^\\d",
      }),
      "PROTO-002": meets("a version begins with a digit", "initialize.result.serverInfo.version", { pattern: "^\\d" }),
    },
  },
  {
    id: "strict-discovery",
    choice: "Refuses a discovery with a param that it does not know.",
    permittedBy: "2026-07-28 server/discover#request: the request carries no parameters beyond the standard _meta.",
    hooks: {
      result: (_, { request }) => {
        if (request?.params.mcptestUnknown !== undefined) throw new RpcError(-32602, "Unexpected param");
        return undefined;
      },
    },
    in: NEW,
    closestTo: {
      "DISC-008": isOneOf("a param the server does not know does no harm", "extra_param.outcome", ["result"]),
      "DISC-001": isOneOf("a param the server does not know does no harm", "extra_param.outcome", ["result"]),
    },
  },
  {
    id: "versions-in-words",
    choice: "Turns old clients away with a code of its own, and names its version only in the text.",
    permittedBy:
      "2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions: any error to initialize should name the versions; the code is implementation-defined.",
    hooks: {
      error: (error, { request }) =>
        request?.method === "initialize" && error.code === -32022
          ? { code: 1, message: "This server speaks MCP 2026-07-28 and has no handshake." }
          : undefined,
    },
    in: NEW,
    closestTo: {
      "PROTO-068": meets("the versions stand in the data of the error", "legacy_initialize.error", {
        required: ["data"],
      }),
      "PROTO-061": isAbsent("initialize is refused like any unknown version", "legacy_initialize.error.code", {
        when: [],
        expect: [{ target: "legacy_initialize.error.code", matcher: { exact: -32022 } }],
      }),
    },
  },
];
