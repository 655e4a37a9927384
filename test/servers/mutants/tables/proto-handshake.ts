import { isObject, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";

const OLD = ["http/2025-11-25"] as const;

export const PROTO_HANDSHAKE_MUTANTS: readonly Mutant[] = [
  {
    id: "one-session-only",
    vice: "Shakes hands once and refuses every later client.",
    hooks: () => {
      let clients = 0;
      return {
        result: (_, { request }) => {
          if (request?.method === "initialize" && clients++ > 0) throw new RpcError(-32603, "Already initialized");
          return undefined;
        },
      };
    },
    fails: ["HTTP-058"],
    in: OLD,
  },
  {
    id: "handshake-breaks-on-sampling",
    vice: "Breaks down at the handshake of a client that declares sampling.",
    hooks: {
      result: (_, { request }) => {
        const declared = request?.method === "initialize" ? request.params.capabilities : undefined;
        if (isObject(declared) && declared.sampling !== undefined)
          throw new RpcError(-32603, "Cannot read properties of undefined");
        return undefined;
      },
    },
    fails: ["PROTO-001"],
    in: OLD,
  },
  {
    id: "initialize-without-server-info",
    vice: "Leaves serverInfo out of the initialize result.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "initialize" ? { ...result, serverInfo: undefined } : undefined,
    },
    fails: ["PROTO-002", "META-013"],
    in: OLD,
  },
  {
    id: "initialize-version-object",
    vice: "Sends the version as an object with major and minor.",
    hooks: () => {
      let clients = 0;
      return {
        result: (result, { request }) =>
          request?.method === "initialize" && clients++ > 0
            ? { ...result, protocolVersion: { year: 2025, month: 11 } }
            : undefined,
      };
    },
    fails: ["PROTO-002"],
    in: OLD,
  },
  {
    id: "version-downgraded",
    vice: "Answers clients that declare capabilities with an older version than the one they ask for.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "initialize" &&
        isObject(request.params.capabilities) &&
        Object.keys(request.params.capabilities).length > 2
          ? { ...result, protocolVersion: "2025-06-18" }
          : undefined,
    },
    fails: ["PROTO-004"],
    in: OLD,
  },
  {
    id: "version-echoed",
    vice: "Agrees to whatever version the client names.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "initialize" ? { ...result, protocolVersion: request.params.protocolVersion } : undefined,
    },
    fails: ["PROTO-005"],
    in: OLD,
  },
  {
    id: "version-counter-offer-oldest",
    vice: "Offers the oldest version it has to a client from the future.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "initialize" && result.protocolVersion !== request.params.protocolVersion
          ? { ...result, protocolVersion: "2024-11-05" }
          : undefined,
    },
    fails: ["PROTO-006"],
    in: OLD,
  },
  {
    id: "version-not-a-date",
    vice: "Offers a version called 1.0 in place of an unknown one.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "initialize" && result.protocolVersion !== request.params.protocolVersion
          ? { ...result, protocolVersion: "1.0" }
          : undefined,
    },
    fails: ["PROTO-005", "PROTO-007"],
    in: OLD,
  },
  {
    id: "content-of-a-later-revision",
    vice: "Puts resource links into tool results of a revision that does not know them.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "tools/call" && Array.isArray(result.content)
          ? { ...result, content: [...result.content, { type: "resource_link", uri: "notes://first", name: "first" }] }
          : undefined,
    },
    fails: ["PROTO-034"],
    in: ["http/2025-03-26"],
  },
  {
    id: "speaks-first",
    vice: "Tells that its tools have changed as soon as it has started.",
    hooks: {
      stdoutStart: () => `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`,
    },
    fails: ["PROTO-009"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "asks-too-early",
    vice: "Asks for the roots before it has been told that the client is ready.",
    hooks: {
      incoming: (message, { send }) => {
        if (isObject(message) && message.method === "ping")
          send({ jsonrpc: "2.0", id: `early-${String(message.id)}`, method: "roots/list" });
        return undefined;
      },
    },
    fails: ["PROTO-011"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "unknown-client-capability-refused",
    vice: "Refuses a client that declares a capability it has never heard of.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.id !== undefined && JSON.stringify(message).includes('mcptestUnknown":{')
          ? { answerWith: [{ jsonrpc: "2.0", id: message.id, error: { code: -32602, message: "Unknown capability" } }] }
          : undefined,
    },
    fails: ["PROTO-040"],
  },
  {
    id: "capability-flag-text",
    vice: "Writes the listChanged flag of its tools as text.",
    hooks: {
      result: (result) =>
        isObject(result.capabilities)
          ? { ...result, capabilities: { ...result.capabilities, tools: { listChanged: "yes" } } }
          : undefined,
    },
    fails: ["PROTO-036"],
  },
  {
    id: "capability-true",
    vice: "Advertises logging as true in place of an object.",
    hooks: {
      result: (result) =>
        isObject(result.capabilities)
          ? { ...result, capabilities: { ...result.capabilities, logging: true } }
          : undefined,
    },
    fails: ["PROTO-036"],
  },
  {
    id: "capability-hidden",
    vice: "Serves prompts without having advertised them.",
    hooks: {
      result: (result) =>
        isObject(result.capabilities)
          ? { ...result, capabilities: { ...result.capabilities, prompts: undefined } }
          : undefined,
    },
    fails: ["PROTO-035"],
  },
  {
    id: "instructions-list",
    vice: "Sends its instructions as a list of lines.",
    hooks: {
      result: (result) => (result.instructions === undefined ? undefined : { ...result, instructions: ["Use", "it"] }),
    },
    fails: ["PROTO-037"],
  },
];
