import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { CLIENT_INFO_KEY, SERVER_INFO_KEY } from "../../servers/stateless/request-meta.ts";
import { EVENT_STREAM, NEW_EDITION, STATEFUL, STATELESS } from "../contexts.ts";
import { editEntries, objectOf, set } from "../edits.ts";
import { all, always, eachAlways, isAbsent, isOneOf, meets, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";
import { editObjects } from "../walk.ts";

/** How the example server refuses metadata that names no version, or none at all. */
const NO_VERSION = /The _meta with protocolVersion and|The protocolVersion in _meta is missing/;

const GREETING = "com.example/greeting";

/** Keys with every form of prefix that the grammar has. */
const META: JsonObject = {
  plain: 1,
  "vendor/key": "one label",
  "com.example.notes/under_score.and-dash": { nested: [null, true] },
  "com.example/": "an empty name",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "",
  baggage: "userId=alice,serverNode=DF%2028;isProduction=false",
};

const withMeta = (object: JsonObject): JsonObject => ({
  ...object,
  _meta: { ...META, ...objectOf(object._meta) },
});

const metaEverywhere: Hooks = {
  result: (result) =>
    editObjects(result, (object, role) =>
      [
        "capabilities",
        "annotations",
        "execution",
        "icons",
        "serverInfo",
        "arguments",
        "completion",
        "messages",
      ].includes(role)
        ? object
        : withMeta(object),
    ),
  outgoing: (message) =>
    typeof message.method === "string" ? [{ ...message, params: withMeta(objectOf(message.params)) }] : undefined,
};

const MISSING_CAPABILITY = -32021;

const parsedBody = (body: string | Buffer | undefined): JsonObject | undefined =>
  typeof body === "string" && body.startsWith('{"jsonrpc"') ? (JSON.parse(body) as JsonObject) : undefined;

const isErrorOf = (message: JsonObject | undefined, code: number): boolean =>
  isObject(message?.error) && message.error.code === code;

export const NEAR_MISSES: NearMissTable = {
  "nothing-optional": sameAs("tools", {
    "META-013": strictly({ in: STATELESS }).has(
      "the server has a title",
      'results._meta["io.modelcontextprotocol/serverInfo"]',
      "title",
    ),
  }),
  "meta-everywhere": nearMiss(NEW_EDITION, {
    choice: "Sends _meta with keys of every form on results, entries, content blocks, notifications and requests.",
    permittedBy:
      "2025-11-25 basic#meta: the _meta property is reserved for clients and servers to attach additional metadata; a key may have a prefix and its name may be empty.",
    hooks: metaEverywhere,
    "META-015": meets("a key has a name", "meta_keys.key", { pattern: "[^/]$" }),
    "META-016": always.meets("prefixes have at least two labels", "meta_keys", {
      properties: { labels: { minItems: 2 } },
    }),
    "META-020": meets("trace values are not empty", "trace_values.value", { minLength: 1 }),
    "META-021": isAbsent("progress and log messages have no _meta", "notifications.params._meta.plain"),
  }),
  "headers-first": nearMiss(STATELESS, {
    choice:
      "Compares headers with the metadata before anything else, and calls metadata that names no version a mismatch.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#server-validation: a header without its counterpart in the body does not match it; no sentence says which of the two mistakes is found first.",
    httpAnswer: (answer) => {
      if (answer.status !== 400 || typeof answer.body !== "string" || !NO_VERSION.test(answer.body)) return undefined;
      return { ...answer, body: answer.body.replace('"code":-32602', '"code":-32020') };
    },
    ...all(
      ["META-001", "META-004"],
      meets("missing metadata is -32602 and nothing else", "no_meta.error.code", { const: -32_602 }),
    ),
    "META-002": meets("missing metadata is -32602 and nothing else", "no_meta_version.error.code", { const: -32_602 }),
  }),
  "client-greeted": nearMiss(STATELESS, {
    choice: "Greets every client by the name it gives, in the metadata of lists and of what it discovers.",
    permittedBy: "2026-07-28 basic/index#meta: clientInfo is meant for display; what is offered must not depend on it.",
    result: (result, { request }) => {
      const { name } = objectOf(objectOf(request?.params._meta)[CLIENT_INFO_KEY]);
      if (request?.method !== "server/discover" && request?.method !== "tools/list") return undefined;
      return { ...result, _meta: { ...objectOf(result._meta), [GREETING]: `Hello, ${String(name)}!` } };
    },
    "META-014": eachAlways.isAbsent(
      "no answer depends on the name of the client",
      'results._meta["com.example/greeting"]',
    ),
  }),
  "meta-comes-back": nearMiss(STATEFUL, STATELESS, "http+sse/2024-11-05", {
    choice: "Returns whatever a client attaches to a request with the result.",
    permittedBy: "2025-11-25 basic#meta: both sides may attach metadata to their messages.",
    result: (result, { request }) => {
      const { progressToken: _, ...meta } = objectOf(request?.params._meta);
      const own = Object.entries(meta).filter(([key]) => !key.startsWith("io.modelcontextprotocol/"));
      if (own.length === 0) return undefined;
      return { ...result, _meta: { ...objectOf(result._meta), ...Object.fromEntries(own) } };
    },
    "META-019": isAbsent("what is attached stays with the request", 'unknown_meta.result._meta["com.example/mcptest"]'),
  }),
  "terse-refusals": nearMiss(STATELESS, {
    choice: "Refuses requests with incomplete metadata in the two words of JSON-RPC, and does not say what is missing.",
    permittedBy:
      "2026-07-28 basic#meta: a request without a required field is refused with -32602; no words are named.",
    httpAnswer: (answer) => {
      const message = parsedBody(answer.body);
      if (answer.status !== 400 || !isErrorOf(message, -32602)) return undefined;
      return { ...answer, body: JSON.stringify({ ...message, error: { code: -32602, message: "Invalid params" } }) };
    },
    "META-003": meets("the error names what is missing", "no_meta_capabilities.error.message", {
      pattern: "clientCapabilities",
    }),
  }),
  "does-without": nearMiss(STATELESS, {
    choice: "Asks clients that can be asked, and does without an answer for those that cannot.",
    permittedBy:
      "2026-07-28 basic#meta: -32021 is for requests whose processing requires a capability that the client did not declare.",
    options: { without: ["tasks"] },
    httpAnswer: (answer) => {
      const message = parsedBody(answer.body);
      if (message === undefined || !isErrorOf(message, MISSING_CAPABILITY)) return undefined;
      const _meta = { [SERVER_INFO_KEY]: { name: "does-without", version: "1.0.0" } };
      const result = { resultType: "complete", content: [{ type: "text", text: "Nobody was asked." }], _meta };
      return { ...answer, status: 200, body: JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, result }) };
    },
    "META-009": isOneOf("what asks one client is refused to another", "undeclared_calls.outcome", ["error"]),
  }),
  "required-in-detail": nearMiss(STATELESS, {
    choice: "Names the modes and parts of the capabilities that a request requires, and one that no revision defines.",
    permittedBy:
      "2026-07-28 schema#missingrequiredclientcapabilityerror: requiredCapabilities are ClientCapabilities, which have members of their own and may have experimental ones.",
    error: (error) =>
      error.code === MISSING_CAPABILITY && isObject(error.data) && isObject(error.data.requiredCapabilities)
        ? {
            ...error,
            data: {
              ...error.data,
              requiredCapabilities: {
                ...error.data.requiredCapabilities,
                experimental: { "com.example/voice": { languages: ["de", "en"] } },
              },
            },
          }
        : undefined,
    "META-010": meets("a capability is named without its parts", "errors.error.data.requiredCapabilities", {
      additionalProperties: { additionalProperties: { maxProperties: 0 } },
    }),
  }),
  "refused-before-the-stream": nearMiss(STATELESS, EVENT_STREAM, {
    choice: "Answers calls with event streams, and refuses what lacks a capability in plain JSON before it opens one.",
    permittedBy:
      "2026-07-28 basic#meta: -32021 comes with status 400; basic/transports/streamable-http lets a server choose between a stream and JSON for each request.",
    "META-011": strictly({
      when: [
        {
          target: "raw_exchanges",
          matcher: {
            schema: {
              required: ["step", "http"],
              properties: { step: { const: "tools/list" }, http: { required: ["stream"] } },
            },
          },
        },
      ],
    }).meets("who streams its answers streams its refusals", "undeclared_calls.stream", true),
  }),
  "null-in-entries": nearMiss("http+sse/2024-11-05", "http/2025-03-26", {
    choice: "Writes null for the _meta of each tool, in revisions in which tools have none.",
    permittedBy:
      "2024-11-05 schema.ts#Tool: no member of that name, and further ones are not forbidden; results and params alone have a _meta.",
    hooks: editEntries("tools/list", "tools", set({ _meta: null })),
    "META-018": { name: "a _meta is an object wherever it is", when: [] },
  }),
};
