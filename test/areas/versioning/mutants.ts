import { isObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { CLIENT_INFO_KEY } from "../../servers/stateless/request-meta.ts";
import { DUAL, STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, set, when } from "../edits.ts";
import { answerJson } from "../http-edits.ts";
import { takeIn } from "../notice-edits.ts";
import { isCall } from "../tool-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const clientName = (params: unknown): JsonValue | undefined => {
  const meta = isObject(params) ? params._meta : undefined;
  const info = isObject(meta) ? meta[CLIENT_INFO_KEY] : undefined;
  return isObject(info) ? info.name : undefined;
};

export const MUTANTS: MutantTable = {
  "version-downgraded": mutant("PROTO-004", STATEFUL, {
    vice: "Answers clients that declare capabilities with an older version than the one they ask for.",
    hooks: editResult("initialize", (result, { request }) =>
      isObject(request.params.capabilities) && Object.keys(request.params.capabilities).length > 2
        ? { ...result, protocolVersion: "2025-06-18" }
        : undefined,
    ),
  }),
  "version-echoed": mutant("PROTO-005", STATEFUL, {
    vice: "Agrees to whatever version the client names.",
    hooks: editResult("initialize", (result, { request }) => ({
      ...result,
      protocolVersion: request.params.protocolVersion,
    })),
  }),
  "version-counter-offer-oldest": mutant("PROTO-006", STATEFUL, {
    vice: "Offers the oldest version it has to a client from the future.",
    hooks: editResult("initialize", (result, { request }) =>
      result.protocolVersion !== request.params.protocolVersion
        ? { ...result, protocolVersion: "2024-11-05" }
        : undefined,
    ),
  }),
  "version-not-a-date": mutant(["PROTO-005", "PROTO-007"], STATEFUL, {
    vice: "Offers a version called 1.0 in place of an unknown one.",
    hooks: editResult("initialize", (result, { request }) =>
      result.protocolVersion !== request.params.protocolVersion ? { ...result, protocolVersion: "1.0" } : undefined,
    ),
  }),
  "version-error-code": mutant(["PROTO-058", "PROTO-061"], STATELESS, {
    vice: "Refuses an unknown version with -32602.",
    error: when("code", -32022, set({ code: -32602 })),
  }),
  "version-error-without-data": mutant(["PROTO-059", "PROTO-060", "PROTO-061", "PROTO-068"], STATELESS, {
    vice: "Refuses an unknown version without saying which ones it has.",
    error: (error) => (error.code === -32022 ? { code: error.code, message: "Unsupported version" } : undefined),
  }),
  "version-error-other-list": mutant("PROTO-059", STATELESS, {
    vice: "Names other versions in its refusal than in its discovery.",
    error: (error) =>
      error.code === -32022 && isObject(error.data)
        ? { ...error, data: { ...error.data, supported: ["2026-07-28", "2027-01-01"] } }
        : undefined,
  }),
  "version-ignored": mutant(["PROTO-058", "PROTO-061", "PROTO-062"], STATELESS, {
    vice: "Serves requests in versions that do not exist.",
    skip: ["version-supported"],
  }),
  "version-refusal-sticks": mutant("PROTO-062", "stdio/2026-07-28", {
    vice: "Refuses everything for a while after it has refused one version.",
    hooks: () => {
      let refusals = 0;
      return {
        error: (error, { request }) => {
          const meta = request?.params._meta;
          if (error.code === -32022 && JSON.stringify(meta ?? "").includes("1900-01-01")) refusals = 3;
          return undefined;
        },
        result: (_, { request }) => {
          if (request?.method === "server/discover" && refusals-- > 0)
            throw new RpcError(-32022, "Unsupported version", { supported: ["2026-07-28"], requested: "?" }, 400);
          return undefined;
        },
      };
    },
  }),
  "answers-mixed-up": mutant("PROTO-064", STATELESS, {
    vice: "Answers a tools/list with what another client discovered.",
    result: (result, { request }) =>
      clientName(request?.params) === "mcptest-4"
        ? { resultType: "complete", supportedVersions: [], _meta: result._meta }
        : undefined,
  }),
  busy: mutant("PROTO-064", STATELESS, {
    vice: "Serves one of several requests at a time and refuses the others.",
    result: (_, { request }) => {
      if (clientName(request?.params) === "mcptest-7") throw new RpcError(-32603, "Busy");
      return undefined;
    },
  }),
  "prompt-once": mutant("PROTO-065", STATELESS, {
    vice: "Hands every prompt out once for the same arguments, and then to nobody.",
    hooks: () => {
      const given = new Set<string>();
      return {
        result: (_, { request }) => {
          if (request?.method !== "prompts/get") return undefined;
          const asked = JSON.stringify([request.params.name, request.params.arguments]);
          if (given.has(asked)) throw new RpcError(-32602, "Not known here");
          given.add(asked);
          return undefined;
        },
      };
    },
  }),
  "initialize-still-served": mutant("PROTO-067", STATELESS, {
    vice: "Still shakes hands with clients that send complete requests.",
    hooks: takeIn("initialize", (message) =>
      isObject(message.params) && message.params._meta !== undefined
        ? {
            answerWith: [
              {
                jsonrpc: "2.0",
                id: message.id ?? null,
                result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } },
              },
            ],
          }
        : undefined,
    ),
  }),
  "old-clients-left-alone": mutant("PROTO-068", STATELESS, {
    vice: "Tells clients of the other era nothing about its versions.",
    error: (error, { request }) =>
      request?.method === "initialize" && error.code === -32022
        ? { code: -32601, message: "Method not found" }
        : undefined,
  }),
  "session-leaks-into-stateless": mutant("PROTO-070", STATELESS, DUAL, {
    vice: "Answers everybody as in the stateful era once one client has shaken hands.",
    hooks: () => {
      let hasSession = false;
      return {
        result: (result, { request, era }) => {
          if (request?.method === "initialize") hasSession = true;
          return era === "stateless" && hasSession && request?.method === "server/discover"
            ? { capabilities: result.capabilities, supportedVersions: result.supportedVersions, _meta: result._meta }
            : undefined;
        },
      };
    },
  }),
  "old-handshake-half-done": mutant("PROTO-071", STATELESS, DUAL, {
    vice: "Serves both eras, and leaves serverInfo out of the handshake.",
    hooks: editResult("initialize", set({ serverInfo: undefined })),
  }),
  "id-seen-before": mutant("PROTO-073", STATELESS, {
    vice: "Refuses a request id that another client has used.",
    hooks: () => {
      const used = new Set<JsonValue | undefined>();
      return {
        result: (_, { request }) => {
          if (used.has(request?.id) && request?.id === 1) throw new RpcError(-32600, "Duplicate id");
          used.add(request?.id);
          return undefined;
        },
      };
    },
  }),
  "leftover-notification-answered": mutant("PROTO-074", STATELESS, {
    vice: "Answers notifications/initialized with a result.",
    httpRequest: (exchange) =>
      exchange.body.includes('"notifications/initialized"') &&
      answerJson(exchange, { jsonrpc: "2.0", id: null, result: {} }),
  }),
  "discover-first": mutant("DISC-009", "stdio/2026-07-28", {
    vice: "Serves lists only after a discovery on the same connection.",
    hooks: () => {
      let discovered = false;
      return {
        result: (_, { request }) => {
          if (request?.method === "server/discover") discovered = true;
          else if (!discovered) throw new RpcError(-32600, "Discover first");
          return undefined;
        },
      };
    },
  }),
  "initialize-ends-process": mutant("STDIO-012", "stdio/2026-07-28", {
    vice: "Exits when a client greets it in the old way.",
    incoming: (message) => {
      if (isCall(message, "initialize") && !JSON.stringify(message).includes('"_meta"')) process.exit(1);
      return undefined;
    },
  }),
  "stdin-discover-first": mutant("DISC-009", "stdio/2026-07-28", {
    vice: "Serves lists only to a process that was asked server/discover before.",
    hooks: () => {
      let greeted = false;
      return {
        incoming: (message) => {
          greeted ||= isCall(message, "server/discover");
          if (greeted || !isObject(message) || message.id === undefined) return undefined;
          const error = { code: -32600, message: "Say server/discover first" };
          return { answerWith: [{ jsonrpc: "2.0", id: message.id, error }] };
        },
      };
    },
  }),
};
