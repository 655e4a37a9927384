import { isObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editCapabilities, editResult, set } from "../edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

export const MUTANTS: MutantTable = {
  "handshake-breaks-on-sampling": mutant("PROTO-001", STATEFUL, {
    vice: "Breaks down at the handshake of a client that declares sampling.",
    result: (_, { request }) => {
      const declared = request?.method === "initialize" ? request.params.capabilities : undefined;
      if (isObject(declared) && declared.sampling !== undefined)
        throw new RpcError(-32603, "Cannot read properties of undefined");
      return undefined;
    },
  }),
  "initialize-without-server-info": mutant("PROTO-002", STATEFUL, {
    vice: "Leaves serverInfo out of the initialize result.",
    hooks: editResult("initialize", set({ serverInfo: undefined })),
  }),
  "initialize-version-object": mutant("PROTO-002", STATEFUL, {
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
  }),
  "speaks-first": mutant("PROTO-009", "stdio/2025-11-25", {
    vice: "Tells that its tools have changed as soon as it has started.",
    stdoutStart: () => `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`,
  }),
  "asks-too-early": mutant("PROTO-011", "stdio/2025-11-25", {
    vice: "Asks for the roots before it has been told that the client is ready.",
    incoming: (message, { send }) => {
      if (isObject(message) && message.method === "ping")
        send({ jsonrpc: "2.0", id: `early-${String(message.id)}`, method: "roots/list" });
      return undefined;
    },
  }),
  "unknown-client-capability-refused": mutant("PROTO-040", {
    vice: "Refuses a client that declares a capability it has never heard of.",
    incoming: (message) =>
      isObject(message) && message.id !== undefined && JSON.stringify(message).includes('mcptestUnknown":{')
        ? { answerWith: [{ jsonrpc: "2.0", id: message.id, error: { code: -32602, message: "Unknown capability" } }] }
        : undefined,
  }),
  "capability-flag-text": mutant("PROTO-036", {
    vice: "Writes the listChanged flag of its tools as text.",
    hooks: editCapabilities(set({ tools: { listChanged: "yes" } })),
  }),
  "capability-true": mutant("PROTO-036", {
    vice: "Advertises logging as true in place of an object.",
    hooks: editCapabilities(set({ logging: true })),
  }),
  "capability-hidden": mutant("PROTO-035", {
    vice: "Serves prompts without having advertised them.",
    hooks: editCapabilities(set({ prompts: undefined })),
  }),
  "instructions-list": mutant("PROTO-037", {
    vice: "Sends its instructions as a list of lines.",
    result: (result) => (result.instructions === undefined ? undefined : { ...result, instructions: ["Use", "it"] }),
  }),
  "server-request-id-reused": mutant("PROTO-017", STATEFUL, {
    vice: "Gives all its requests the same id.",
    hooks: () => {
      let real: JsonValue | undefined;
      return {
        outgoing: (message) => {
          if (message.method === undefined || message.id === undefined) return undefined;
          real = message.id;
          return [{ ...message, id: "only" }];
        },
        incoming: (message) =>
          isObject(message) && message.id === "only" ? { replaceWith: { ...message, id: real ?? null } } : undefined,
      };
    },
  }),
  "asks-for-what-was-not-declared": mutant("PROTO-033", {
    vice: "Uses sampling, elicitation and roots whether or not the client has them.",
    skip: ["client-capability"],
  }),
  "version-mismatch-is-the-end": mutant("PROTO-044", "stdio/2025-11-25", {
    vice: "Does not answer a client again whose version it did not know.",
    hooks: () => {
      let upset = false;
      return {
        result: (_, { request }) => {
          if (request?.method === "initialize") upset = request.params.protocolVersion !== "2025-11-25";
          return undefined;
        },
        outgoing: (message, { request }) =>
          request?.method === "ping" && upset
            ? [{ jsonrpc: "2.0", id: message.id ?? null, error: { code: -32603, message: "Broken" } }]
            : undefined,
      };
    },
  }),
  "capabilities-remembered": mutant("PROTO-063", STATELESS, {
    vice: "Fills in missing client capabilities from the request before.",
    skip: ["meta-capabilities", "client-capability"],
  }),
  "resources-list-refused": mutant("PROTO-075", STATEFUL, "stdio/2024-11-05", {
    vice: "Advertises resources and does not know resources/list without params.",
    incoming: (message) =>
      typeof message === "object" && message !== null && !Array.isArray(message) && message.method === "resources/list"
        ? { replaceWith: { ...message, method: "resources/list_all" } }
        : undefined,
  }),
  "prompts-broken": sameAs("prompts", "PROTO-075"),
};
