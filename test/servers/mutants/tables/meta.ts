import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import { CLIENT_INFO_KEY, SERVER_INFO_KEY, SUBSCRIPTION_KEY } from "../../stateless/request-meta.ts";
import type { Mutant } from "../mutant.ts";

const NEW = ["http/2026-07-28"] as const;

const metaOf = (params: JsonObject | undefined): JsonObject => (isObject(params?._meta) ? params._meta : {});

/** Adds something to the _meta of the tools a server lists. */
const marked = (key: string, value: JsonValue): Hooks => ({
  result: (result, { request }) =>
    request?.method === "tools/list"
      ? { ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), [key]: value } }
      : undefined,
});

export const META_MUTANTS: readonly Mutant[] = [
  {
    id: "meta-not-needed",
    vice: "Serves requests without any _meta.",
    hooks: { skip: ["meta-present", "header-version-match"] },
    fails: ["META-001", "META-004"],
    in: NEW,
  },
  {
    id: "meta-version-not-needed",
    vice: "Serves requests whose _meta names no version.",
    hooks: { skip: ["meta-version", "header-version-match"] },
    fails: ["META-002"],
    in: NEW,
  },
  {
    id: "meta-capabilities-not-needed",
    vice: "Serves requests whose _meta names no client capabilities.",
    hooks: { skip: ["meta-capabilities"] },
    fails: ["META-003"],
    in: NEW,
  },
  {
    id: "meta-missing-422",
    vice: "Refuses missing metadata with HTTP 422.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 400 && String(answer.body ?? "").includes("-32602") ? { ...answer, status: 422 } : undefined,
    },
    fails: ["META-004"],
    in: NEW,
  },
  {
    id: "client-info-needed",
    vice: "Refuses clients that do not say who they are.",
    hooks: {
      result: (_, { request }) => {
        if (request !== undefined && metaOf(request.params)[CLIENT_INFO_KEY] === undefined)
          throw new RpcError(-32602, "clientInfo is missing", undefined, 400);
        return undefined;
      },
    },
    fails: ["META-005"],
    in: NEW,
  },
  {
    id: "meta-types-ignored",
    vice: "Takes metadata of any type.",
    hooks: { skip: ["meta-types"] },
    fails: ["META-006"],
    in: NEW,
  },
  {
    id: "lists-want-capabilities",
    vice: "Refuses to list templates to a client that declares nothing.",
    hooks: {
      result: (_, { request }) => {
        if (request?.method === "resources/templates/list")
          throw new RpcError(-32021, "Not for you", { requiredCapabilities: { sampling: {} } }, 400);
        return undefined;
      },
    },
    fails: ["META-007"],
    in: NEW,
  },
  {
    id: "missing-capability-code",
    vice: "Calls a missing client capability an internal error.",
    hooks: { error: (error) => (error.code === -32021 ? { ...error, code: -32603 } : undefined) },
    fails: ["META-009"],
    in: NEW,
  },
  {
    id: "missing-capability-names",
    vice: "Names the missing client capabilities in a list.",
    hooks: {
      error: (error) =>
        error.code === -32021 && isObject(error.data) && isObject(error.data.requiredCapabilities)
          ? { ...error, data: { requiredCapabilities: Object.keys(error.data.requiredCapabilities) } }
          : undefined,
    },
    fails: ["META-010"],
    in: NEW,
  },
  {
    id: "missing-capability-200",
    vice: "Sends the error for a missing client capability with HTTP 200.",
    hooks: {
      httpAnswer: (answer) => (String(answer.body ?? "").includes("-32021") ? { ...answer, status: 200 } : undefined),
    },
    fails: ["META-011"],
    in: NEW,
  },
  {
    id: "results-anonymous",
    vice: "Does not name itself in the results of prompts.",
    hooks: {
      result: (result, { request }) => (request?.method === "prompts/get" ? { ...result, _meta: {} } : undefined),
    },
    fails: ["META-012"],
    in: NEW,
  },
  {
    id: "server-version-number",
    vice: "Gives its own version as a number.",
    hooks: {
      result: (result, { request }) => {
        if (request?.method === "initialize" && isObject(result.serverInfo))
          return { ...result, serverInfo: { ...result.serverInfo, version: 1 } };
        const meta = isObject(result._meta) ? result._meta : {};
        const info = meta[SERVER_INFO_KEY];
        return isObject(info)
          ? { ...result, _meta: { ...meta, [SERVER_INFO_KEY]: { ...info, version: 1 } } }
          : undefined;
      },
    },
    fails: ["META-013"],
  },
  {
    id: "favourite-client",
    vice: "Shows one client more tools than the others.",
    hooks: {
      result: (result, { request }) => {
        const info = metaOf(request?.params)[CLIENT_INFO_KEY];
        return request?.method === "tools/list" &&
          isObject(info) &&
          info.name === "cursor" &&
          Array.isArray(result.tools)
          ? { ...result, tools: result.tools.slice(1) }
          : undefined;
      },
    },
    fails: ["META-014"],
    in: NEW,
  },
  {
    id: "meta-key-with-space",
    vice: "Uses a key with a space in _meta.",
    hooks: marked("my key", 1),
    fails: ["META-015"],
  },
  {
    id: "meta-key-forward-dns",
    vice: "Uses a web address as the prefix of a key in _meta.",
    hooks: marked("example.com/tag", "x"),
    fails: ["META-016"],
  },
  {
    id: "meta-key-reserved",
    vice: "Uses a key of its own under the prefix that is MCP's.",
    hooks: marked("io.modelcontextprotocol/colour", "red"),
    fails: ["META-017"],
  },
  {
    id: "meta-key-reserved-2025-06-18",
    vice: "Uses a key of its own under a prefix that ended in MCP's name.",
    hooks: marked("modelcontextprotocol.io/colour", "red"),
    fails: ["META-017"],
    in: ["http/2025-06-18"],
  },
  {
    id: "meta-null",
    vice: "Sends _meta as null on its prompts.",
    hooks: {
      result: (result, { request }) => (request?.method === "prompts/list" ? { ...result, _meta: null } : undefined),
    },
    fails: ["META-018"],
  },
  {
    id: "unknown-meta-refused",
    vice: "Refuses requests with keys in _meta that it does not know.",
    hooks: {
      result: (_, { request }) => {
        if (metaOf(request?.params)["com.example/mcptest"] !== undefined)
          throw new RpcError(-32602, "Unknown key in _meta");
        return undefined;
      },
    },
    fails: ["META-019"],
  },
  {
    id: "trace-of-zeros",
    vice: "Sends a traceparent whose ids are all zero.",
    hooks: marked("traceparent", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`),
    fails: ["META-020"],
    in: ["http/2026-07-28"],
  },
  {
    id: "trace-garbled",
    vice: "Sends a traceparent that is none.",
    hooks: marked("traceparent", "trace-1"),
    fails: ["META-020"],
    in: NEW,
  },
  {
    id: "progress-with-subscription",
    vice: "Gives the progress of a call a subscription id.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/progress" && isObject(message.params)
          ? [{ ...message, params: { ...message.params, _meta: { [SUBSCRIPTION_KEY]: "s" } } }]
          : undefined,
    },
    fails: ["META-021"],
    in: NEW,
  },
];
