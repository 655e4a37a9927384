import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { CLIENT_INFO_KEY, SERVER_INFO_KEY, SUBSCRIPTION_KEY } from "../../servers/stateless/request-meta.ts";
import { STATELESS } from "../contexts.ts";
import { editResult, objectOf, set, when } from "../edits.ts";
import { editNotice } from "../notice-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

const metaIn = (params: JsonObject | undefined): JsonObject => (isObject(params?._meta) ? params._meta : {});

/** Adds something to the _meta of the tools a server lists. */
const marked = (key: string, value: JsonValue): Hooks => ({
  result: (result, { request }) =>
    request?.method === "tools/list" ? { ...result, _meta: { ...objectOf(result._meta), [key]: value } } : undefined,
});

export const MUTANTS: MutantTable = {
  "initialize-without-server-info": sameAs("lifecycle", "META-013"),
  "capabilities-remembered": sameAs("lifecycle", "META-003"),
  "meta-not-needed": mutant(["META-001", "META-004"], STATELESS, {
    vice: "Serves requests without any _meta.",
    skip: ["meta-present", "header-version-match"],
  }),
  "meta-version-not-needed": mutant("META-002", STATELESS, {
    vice: "Serves requests whose _meta names no version.",
    skip: ["meta-version", "header-version-match"],
  }),
  "meta-capabilities-not-needed": mutant("META-003", STATELESS, {
    vice: "Serves requests whose _meta names no client capabilities.",
    skip: ["meta-capabilities"],
  }),
  "meta-missing-422": mutant("META-004", STATELESS, {
    vice: "Refuses missing metadata with HTTP 422.",
    httpAnswer: (answer) =>
      answer.status === 400 && String(answer.body ?? "").includes("-32602") ? { ...answer, status: 422 } : undefined,
  }),
  "client-info-needed": mutant("META-005", STATELESS, {
    vice: "Refuses clients that do not say who they are.",
    result: (_, { request }) => {
      if (request !== undefined && metaIn(request.params)[CLIENT_INFO_KEY] === undefined)
        throw new RpcError(-32602, "clientInfo is missing", undefined, 400);
      return undefined;
    },
  }),
  "meta-types-ignored": mutant("META-006", STATELESS, {
    vice: "Takes metadata of any type.",
    skip: ["meta-types"],
  }),
  "lists-want-capabilities": mutant("META-007", STATELESS, {
    vice: "Refuses to list templates to a client that declares nothing.",
    result: (_, { request }) => {
      if (request?.method === "resources/templates/list")
        throw new RpcError(-32021, "Not for you", { requiredCapabilities: { sampling: {} } }, 400);
      return undefined;
    },
  }),
  "missing-capability-code": mutant("META-009", STATELESS, {
    vice: "Calls a missing client capability an internal error.",
    error: when("code", -32021, set({ code: -32603 })),
  }),
  "missing-capability-names": mutant("META-010", STATELESS, {
    vice: "Names the missing client capabilities in a list.",
    error: (error) =>
      error.code === -32021 && isObject(error.data) && isObject(error.data.requiredCapabilities)
        ? { ...error, data: { requiredCapabilities: Object.keys(error.data.requiredCapabilities) } }
        : undefined,
  }),
  "missing-capability-200": mutant("META-011", STATELESS, {
    vice: "Sends the error for a missing client capability with HTTP 200.",
    httpAnswer: (answer) => (String(answer.body ?? "").includes("-32021") ? { ...answer, status: 200 } : undefined),
  }),
  "server-version-number": mutant("META-013", {
    vice: "Gives its own version as a number.",
    result: (result, { request }) => {
      if (request?.method === "initialize" && isObject(result.serverInfo))
        return { ...result, serverInfo: { ...result.serverInfo, version: 1 } };
      const meta = objectOf(result._meta);
      const info = meta[SERVER_INFO_KEY];
      return isObject(info) ? { ...result, _meta: { ...meta, [SERVER_INFO_KEY]: { ...info, version: 1 } } } : undefined;
    },
  }),
  "favourite-client": mutant("META-014", STATELESS, {
    vice: "Shows one client more tools than the others.",
    result: (result, { request }) => {
      const info = metaIn(request?.params)[CLIENT_INFO_KEY];
      return request?.method === "tools/list" && isObject(info) && info.name === "cursor" && Array.isArray(result.tools)
        ? { ...result, tools: result.tools.slice(1) }
        : undefined;
    },
  }),
  "meta-key-with-space": mutant("META-015", {
    vice: "Uses a key with a space in _meta.",
    hooks: marked("my key", 1),
  }),
  "meta-key-forward-dns": mutant("META-016", {
    vice: "Uses a web address as the prefix of a key in _meta.",
    hooks: marked("example.com/tag", "x"),
  }),
  "meta-key-reserved": mutant("META-017", {
    vice: "Uses a key of its own under the prefix that is MCP's.",
    hooks: marked("io.modelcontextprotocol/colour", "red"),
  }),
  "meta-key-reserved-2025-06-18": mutant("META-017", "http/2025-06-18", {
    vice: "Uses a key of its own under a prefix that ended in MCP's name.",
    hooks: marked("modelcontextprotocol.io/colour", "red"),
  }),
  "meta-null": mutant("META-018", {
    vice: "Sends _meta as null on its prompts.",
    hooks: editResult("prompts/list", set({ _meta: null })),
  }),
  "unknown-meta-refused": mutant("META-019", {
    vice: "Refuses requests with keys in _meta that it does not know.",
    result: (_, { request }) => {
      if (metaIn(request?.params)["com.example/mcptest"] !== undefined)
        throw new RpcError(-32602, "Unknown key in _meta");
      return undefined;
    },
  }),
  "trace-of-zeros": mutant("META-020", STATELESS, {
    vice: "Sends a traceparent whose ids are all zero.",
    hooks: marked("traceparent", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`),
  }),
  "trace-garbled": mutant("META-020", STATELESS, {
    vice: "Sends a traceparent that is none.",
    hooks: marked("traceparent", "trace-1"),
  }),
  "progress-with-subscription": mutant("META-021", STATELESS, {
    vice: "Gives the progress of a call a subscription id.",
    hooks: editNotice("notifications/progress", set({ _meta: { [SUBSCRIPTION_KEY]: "s" } })),
  }),
};
