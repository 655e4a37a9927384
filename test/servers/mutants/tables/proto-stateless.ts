import { isObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import { CLIENT_INFO_KEY } from "../../stateless/request-meta.ts";
import { answerJson } from "../answer-json.ts";
import type { Mutant } from "../mutant.ts";

const NEW = ["http/2026-07-28"] as const;

const clientName = (params: unknown): JsonValue | undefined => {
  const meta = isObject(params) ? params._meta : undefined;
  const info = isObject(meta) ? meta[CLIENT_INFO_KEY] : undefined;
  return isObject(info) ? info.name : undefined;
};

export const PROTO_STATELESS_MUTANTS: readonly Mutant[] = [
  {
    id: "asks-by-itself",
    vice: "Pings the client while it serves a call.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/progress"
          ? [message, { jsonrpc: "2.0", id: "s1", method: "ping" }]
          : undefined,
    },
    fails: ["PROTO-057"],
    in: NEW,
  },
  {
    id: "version-error-code",
    vice: "Refuses an unknown version with -32602.",
    hooks: { error: (error) => (error.code === -32022 ? { ...error, code: -32602 } : undefined) },
    fails: ["PROTO-058", "PROTO-061"],
    in: NEW,
  },
  {
    id: "version-error-without-data",
    vice: "Refuses an unknown version without saying which ones it has.",
    hooks: {
      error: (error) => (error.code === -32022 ? { code: error.code, message: "Unsupported version" } : undefined),
    },
    fails: ["PROTO-059", "PROTO-060", "PROTO-061", "PROTO-068"],
    in: NEW,
  },
  {
    id: "version-error-other-list",
    vice: "Names other versions in its refusal than in its discovery.",
    hooks: {
      error: (error) =>
        error.code === -32022 && isObject(error.data)
          ? { ...error, data: { ...error.data, supported: ["2026-07-28", "2027-01-01"] } }
          : undefined,
    },
    fails: ["PROTO-059"],
    in: NEW,
  },
  {
    id: "version-ignored",
    vice: "Serves requests in versions that do not exist.",
    hooks: { skip: ["version-supported"] },
    fails: ["PROTO-058", "PROTO-061", "PROTO-062"],
    in: NEW,
  },
  {
    id: "version-refusal-sticks",
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
    fails: ["PROTO-062"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "capabilities-remembered",
    vice: "Fills in missing client capabilities from the request before.",
    hooks: { skip: ["meta-capabilities", "client-capability"] },
    fails: ["PROTO-063", "META-003"],
    in: NEW,
  },
  {
    id: "answers-mixed-up",
    vice: "Answers a tools/list with what another client discovered.",
    hooks: {
      result: (result, { request }) =>
        clientName(request?.params) === "mcptest-4"
          ? { resultType: "complete", supportedVersions: [], _meta: result._meta }
          : undefined,
    },
    fails: ["PROTO-064"],
    in: NEW,
  },
  {
    id: "busy",
    vice: "Serves one of several requests at a time and refuses the others.",
    hooks: {
      result: (_, { request }) => {
        if (clientName(request?.params) === "mcptest-7") throw new RpcError(-32603, "Busy");
        return undefined;
      },
    },
    fails: ["PROTO-064"],
    in: NEW,
  },
  {
    id: "prompt-once",
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
    fails: ["PROTO-065"],
    in: NEW,
  },
  {
    id: "initialize-still-served",
    vice: "Still shakes hands with clients that send complete requests.",
    hooks: {
      incoming: (message) =>
        isObject(message) &&
        message.method === "initialize" &&
        isObject(message.params) &&
        message.params._meta !== undefined
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
    },
    fails: ["PROTO-067"],
    in: NEW,
  },
  {
    id: "old-clients-left-alone",
    vice: "Tells clients of the other era nothing about its versions.",
    hooks: {
      error: (error, { request }) =>
        request?.method === "initialize" && error.code === -32022
          ? { code: -32601, message: "Method not found" }
          : undefined,
    },
    fails: ["PROTO-068"],
    in: NEW,
  },
  {
    id: "session-leaks-into-stateless",
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
    options: { era: "dual" },
    fails: ["PROTO-070"],
    in: NEW,
  },
  {
    id: "old-handshake-half-done",
    vice: "Serves both eras, and leaves serverInfo out of the handshake.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "initialize" ? { ...result, serverInfo: undefined } : undefined,
    },
    options: { era: "dual" },
    fails: ["PROTO-071"],
    in: NEW,
  },
  {
    id: "id-seen-before",
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
    fails: ["PROTO-073"],
    in: NEW,
  },
  {
    id: "leftover-notification-answered",
    vice: "Answers notifications/initialized with a result.",
    hooks: {
      httpRequest: (exchange) =>
        exchange.body.includes('"notifications/initialized"') &&
        answerJson(exchange, { jsonrpc: "2.0", id: null, result: {} }),
    },
    fails: ["PROTO-074", "PROTO-019"],
    in: NEW,
  },
];
