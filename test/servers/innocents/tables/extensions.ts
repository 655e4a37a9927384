// Extensions, metadata of results, and where input is asked for.

import type { JsonObject as Schema } from "../../../../src/base/json.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import { editCapabilities } from "../../mutants/tables/edits.ts";
import { CLIENT_INFO_KEY, SERVER_INFO_KEY } from "../../stateless/request-meta.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isOneOf, meets, recordedAs } from "./stricter.ts";

const OLD = "http/2025-11-25";
const NEW = "http/2026-07-28";

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

const shelving = (capabilities: JsonObject): JsonObject => ({
  ...capabilities,
  extensions: { ...objectOf(capabilities.extensions), "com.example.shelves/lists": {} },
});

const MARK = "com.example.shelves/place";
const GREETING = "com.example/greeting";

/** No answered request of this kind has such a result. */
const noResult = (method: Schema, result: Schema): Schema => ({
  not: {
    required: ["request", "response"],
    properties: {
      request: { required: ["method"], properties: { method } },
      response: { required: ["result"], properties: { result } },
    },
  },
});

export const EXTENSION_INNOCENTS: readonly Innocent[] = [
  {
    id: "odd-extensions",
    choice:
      "Advertises extensions of every permitted spelling with settings of their own, and experimental features with nested ones.",
    permittedBy:
      "2026-07-28 basic/index#meta: a prefix is one or more labels, com.example.mcp/ is not reserved, and a name may be empty or have dots and underscores.",
    hooks: editCapabilities((capabilities) => ({
      ...capabilities,
      experimental: { shelves: { on: true, rows: [1, 2] }, "two words": {} },
      extensions: {
        ...objectOf(capabilities.extensions),
        "acme/bars": { colours: ["red"], deep: { on: true } },
        "com.example.mcp/Tools_v2.beta-1": {},
        "x-9.z/": {},
        "io.modelcontextprotocol/of-next-year": { since: 2027 },
      },
    })),
    in: [NEW, OLD],
    closestTo: {
      "EXT-001": meets("an experimental feature has no settings", "capabilities", {
        properties: { experimental: { additionalProperties: { maxProperties: 0 } } },
      }),
      "EXT-002": meets("a prefix has two labels and a name follows", "capabilities", {
        properties: { extensions: { propertyNames: { pattern: "^[^/.]+\\.[^/]+/." } } },
      }),
      "EXT-003": meets("an extension has no settings", "capabilities", {
        properties: { extensions: { additionalProperties: { maxProperties: 0 } } },
      }),
      "EXT-004": meets("no label of a prefix is mcp, and what is official is known", "capabilities", {
        properties: {
          extensions: { propertyNames: { not: { pattern: "\\.mcp/|^io\\.modelcontextprotocol/(?:[^t]|t[^a])" } } },
        },
      }),
    },
  },
  {
    id: "extension-in-core-results",
    choice: "Adds to the core results of every client what one of its extensions knows, and a kind beside resultType.",
    permittedBy:
      "2026-07-28 basic/versioning#extension-negotiation: without the extension a server falls back to core behaviour; unknown keys of _meta and unknown members are part of it.",
    hooks: {
      result: (result, { request }) => {
        if (isObject(result.capabilities)) return { ...result, capabilities: shelving(result.capabilities) };
        if (request?.method !== "tools/call" || result.resultType === "task") return undefined;
        return { ...result, resultKind: "shelf", _meta: { ...objectOf(result._meta), [MARK]: "A7" } };
      },
    },
    in: [NEW],
    closestTo: {
      "EXT-005": isAbsent("a client that declares no extension sees nothing of one", `results._meta["${MARK}"]`, {
        when: [],
        each: true,
      }),
      "EXT-007": recordedAs(
        "a result has no kind that no extension explains",
        noResult({ const: "tools/call" }, { required: ["resultKind"] }),
      ),
    },
  },
  {
    id: "many-names",
    choice: "Names in each result the part of the server that made it, with a version of its own.",
    permittedBy:
      "2026-07-28 basic/index#meta: each result carries name and version of the server; no sentence wants them to be the same in all of them.",
    hooks: {
      outgoing: (message, { request }) => {
        const { result } = message;
        if (!isObject(result) || !isObject(result._meta) || !isObject(result._meta[SERVER_INFO_KEY])) return undefined;
        const part = String(request?.method ?? "").split("/")[0] ?? "";
        const info = { name: `catalogue-${part}`, version: "", title: "" };
        return [{ ...message, result: { ...result, _meta: { ...result._meta, [SERVER_INFO_KEY]: info } } }];
      },
    },
    in: [NEW],
    closestTo: {
      "META-012": meets("a version is not empty", `results._meta["${SERVER_INFO_KEY}"].version`, { minLength: 1 }),
    },
  },
  {
    id: "client-greeted",
    choice: "Greets every client by the name it gives, in the metadata of lists and of what it discovers.",
    permittedBy: "2026-07-28 basic/index#meta: clientInfo is meant for display; what is offered must not depend on it.",
    hooks: {
      result: (result, { request }) => {
        const { name } = objectOf(objectOf(request?.params._meta)[CLIENT_INFO_KEY]);
        if (request?.method !== "server/discover" && request?.method !== "tools/list") return undefined;
        return { ...result, _meta: { ...objectOf(result._meta), [GREETING]: `Hello, ${String(name)}!` } };
      },
    },
    in: [NEW],
    closestTo: {
      "META-014": isAbsent("no answer depends on the name of the client", `results._meta["${GREETING}"]`, {
        when: [],
        each: true,
      }),
    },
  },
  {
    id: "meta-comes-back",
    choice: "Returns whatever a client attaches to a request with the result.",
    permittedBy: "2025-11-25 basic#meta: both sides may attach metadata to their messages.",
    hooks: {
      result: (result, { request }) => {
        const { progressToken: _, ...meta } = objectOf(request?.params._meta);
        const own = Object.entries(meta).filter(([key]) => !key.startsWith("io.modelcontextprotocol/"));
        if (own.length === 0) return undefined;
        return { ...result, _meta: { ...objectOf(result._meta), ...Object.fromEntries(own) } };
      },
    },
    in: [OLD, NEW, "http+sse/2024-11-05"],
    closestTo: {
      "META-019": isAbsent(
        "what is attached stays with the request",
        'unknown_meta.result._meta["com.example/mcptest"]',
      ),
    },
  },
  {
    id: "strangers-noted",
    choice: "Names the keys of inputResponses that it ignored in the metadata of the result.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#error-handling: what a server does not recognise is ignored; no sentence forbids telling of it.",
    hooks: {
      result: (result, { request }) => {
        const keys = Object.keys(objectOf(request?.params.inputResponses));
        if (!keys.includes("mcptest-extra")) return undefined;
        return { ...result, _meta: { ...objectOf(result._meta), "com.example/ignored": ["mcptest-extra"] } };
      },
    },
    in: [NEW],
    closestTo: {
      "MRTR-022": isAbsent("nothing is said of an unknown key", 'extra_input_key.result._meta["com.example/ignored"]'),
    },
  },
  {
    id: "answers-not-needed",
    choice: "Takes an answer that is missing for a refusal, and goes on without it.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#error-handling: missing information is asked for again only where it is necessary.",
    hooks: {
      incoming: (message) => {
        if (!isObject(message) || !isObject(message.params) || !isObject(message.params.inputResponses))
          return undefined;
        if (message.method !== "tools/call") return undefined;
        const keys = Object.keys(message.params.inputResponses);
        if (keys.length === 0 || !keys.every((key) => key.startsWith("mcptest-"))) return undefined;
        const inputResponses = { name: { action: "decline" } };
        return { replaceWith: { ...message, params: { ...message.params, inputResponses } } };
      },
    },
    in: [NEW],
    closestTo: {
      "MRTR-023": isOneOf("a missing answer is asked for again", "wrong_input_key.result.resultType", [
        "input_required",
      ]),
    },
  },
  {
    id: "prompts-ask",
    choice: "Puts a client off with a requestState when it gets a prompt, and serves it when the state comes back.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#supported-requests: prompts/get and resources/read may be answered with input_required, which may hold a requestState alone.",
    hooks: {
      result: (result, { request }) => {
        if (request?.method !== "prompts/get" || request.params.requestState !== undefined) return undefined;
        return { resultType: "input_required", requestState: "later", _meta: result._meta };
      },
    },
    in: [NEW],
    closestTo: {
      "MRTR-003": recordedAs(
        "only tools/call asks for input",
        noResult(
          { not: { const: "tools/call" } },
          { required: ["resultType"], properties: { resultType: { const: "input_required" } } },
        ),
      ),
    },
  },
];
