import type { RawExchange } from "../../servers/hooks.ts";
import { isObject, type JsonObject, notificationMessage, RpcError } from "../../servers/json-rpc.ts";
import { DUAL, EVENT_STREAM, NEW_EDITION, STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, objectOf, set } from "../edits.ts";
import { inLines, onStatus } from "../http-edits.ts";
import { PROGRESS, replaceNotice, takeIn } from "../notice-edits.ts";
import {
  ANY,
  all,
  always,
  each,
  eachAlways,
  isNoneOf,
  isOneOf,
  maybe,
  meets,
  never,
  recordedAs,
  some,
  strictly,
} from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const refusePlainly = ({ response }: RawExchange, status: number): true => {
  response.writeHead(status, { "Content-Type": "text/plain" });
  response.end("This cannot be accepted.\n");
  return true;
};

/** An array of notifications only, or of nothing at all. */
const asksNothing = ({ body }: RawExchange): boolean => {
  const text = body.toString("utf8").trim();
  return text.startsWith("[") && !/"id"|"foo"/.test(text);
};

const TICK = "com.example/tick";

/** A request, a notification, a response, or an array of any. */
function isMessage(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || (isObject(value) && value.jsonrpc === "2.0" && isNamed(value));
  } catch {
    return false;
  }
}

function isNamed({ method, result, error }: JsonObject): boolean {
  return typeof method === "string" || result !== undefined || error !== undefined;
}

/** Ids of the server's own requests: integers below zero and texts of any kind. */
const oddId = (id: unknown): number | string => {
  const count = Number(String(id).split("-")[1]);
  return count % 2 === 0 ? -count : `№ ${count} / ask`;
};

/** The body of a refusal of what is no JSON-RPC, under an id of the server's own. */
const underOwnId = (body: string | Buffer | undefined): string | undefined => {
  if (typeof body !== "string" || !body.startsWith('{"jsonrpc"')) return undefined;
  const message = JSON.parse(body) as JsonObject;
  if (!isObject(message.error) || !String(message.error.message).startsWith("Invalid request:")) return undefined;
  return JSON.stringify({ ...message, id: "server-error", error: { ...message.error, code: -32602 } });
};

/** One data line for each part of the JSON text; they are joined by line feeds, which JSON allows between tokens. */
const inParts = (line: string): readonly string[] => {
  const text = line.slice("data: ".length);
  return text.startsWith('{"jsonrpc":"2.0",')
    ? ['data:{"jsonrpc":"2.0",', `data:${text.slice('{"jsonrpc":"2.0",'.length)}`]
    : [line.replace("data: ", "data:")];
};

export const NEAR_MISSES: NearMissTable = {
  "unknown-members": sameAs("tools", {
    "PROTO-013": strictly({ in: STATEFUL }).lacks(
      "a result has no members but the documented ones",
      "initialize.result",
      "vendorNote",
    ),
  }),
  "changes-with-a-reason": nearMiss(STATEFUL, NEW_EDITION, {
    choice: "Says in the params of list_changed what has changed, in members of its own.",
    permittedBy: "2025-11-25 schema#notificationparams: the params of a notification are open to further members.",
    outgoing: (message) =>
      typeof message.method === "string" && message.method.endsWith("/list_changed")
        ? [{ ...message, params: { ...objectOf(message.params), reason: "a new edition" } }]
        : undefined,
    "PROTO-039": meets("list_changed has no params", "notifications", {
      not: { required: ["params"], properties: { method: { pattern: "list_changed$" } } },
    }),
  }),
  "errors-with-400": nearMiss(STATEFUL, "http/2025-06-18", "http/2025-03-26", {
    choice: "Sends every JSON-RPC error with HTTP status 400.",
    permittedBy: "No sentence forbids it; before 2026-07-28 no status is named for the response to a request.",
    httpAnswer: (answer, { rpcMethod }) =>
      rpcMethod !== undefined && answer.status === 200 && String(answer.body).includes('"error":{')
        ? { ...answer, status: 400 }
        : undefined,
    ...all(
      ["PROTO-012", "PROTO-021"],
      always.isNoneOf("the error does not come with 400", "unknown_method.status", [400]),
    ),
  }),
  "wordy-errors": nearMiss({
    choice: "Explains every error in one long sentence, in another language and with a line break at its end.",
    permittedBy:
      "2025-11-25 schema#error: the message should be limited to a concise single sentence, and no length is named.",
    error: (error) => ({
      ...error,
      message: `${String(error.message)}; das heißt, dass die Anfrage in dieser Form nicht beantwortet werden kann – 请再试一次。\n`,
    }),
    "PROTO-015": meets("a message has at most 90 characters", "errors.error.message", { maxLength: 90 }),
  }),
  "own-codes": nearMiss({
    choice: "Refuses a foreign origin and an unknown path with codes of its own.",
    permittedBy: "2026-07-28 basic#error-codes: applications use codes outside the range that JSON-RPC reserves.",
    hooks: onStatus(403, (answer) => ({
      ...answer,
      body: '{"jsonrpc":"2.0","error":{"code":4030,"message":"Forbidden origin"}}',
    })),
    "PROTO-056": meets("codes are those of JSON-RPC and MCP", "errors.code", { maximum: -32_000 }),
  }),
  "refusals-as-events": sameAs("headers", {
    "HTTP-056": always.isOneOf("a refusal opens no event stream", "unknown_method.content_type", ["application/json"]),
  }),
  "errors-without-words": nearMiss({
    choice: "Leaves the message of every error empty that is not about tasks.",
    permittedBy: "2026-07-28 schema#error: message is a string that should be a concise sentence; no length is named.",
    error: (error, { request }) => (request?.method.startsWith("tasks/") ? undefined : { ...error, message: "" }),
    "PROTO-014": meets("a message has at least one character", "errors.error.message", { minLength: 1 }),
  }),
  "unknown-notification-refused": sameAs("http", {
    "PROTO-019": meets("unknown notifications are accepted", "unknown_notification.status", { maximum: 299 }),
  }),
  "events-with-cr": sameAs("http", {
    "PROTO-008": never("lines end with LF", { http: { stream: { line_endings: maybe(some("cr")) } } }),
  }),
  "events-in-parts": nearMiss(STATEFUL, STATELESS, "http/2025-03-26", EVENT_STREAM, {
    choice:
      "Writes no event name and no space after a colon, splits the data over two lines and adds fields nobody knows.",
    permittedBy:
      "SSE 9.2.6 interpretation: the event field is optional, one leading space is removed, data lines are joined by line feeds, other fields are ignored.",
    hooks: inLines((lines) => [
      "vendor: field",
      ...lines.flatMap((line) => (line.startsWith("event:") ? [] : line.startsWith("data:") ? inParts(line) : [line])),
    ]),
    "PROTO-003": never("every line of a stream has a known field", { http: { stream: { odd_lines: ANY } } }),
  }),
  "odd-input-results": sameAs("input-rounds", {
    "PROTO-050": eachAlways.isAbsent("the result has no further members", "input_results.vendorNote"),
  }),
  "odd-request-ids": nearMiss(STATEFUL, "http/2025-03-26", {
    choice: "Numbers its own requests below zero, or names them with spaces and signs.",
    permittedBy:
      "2025-11-25 basic#requests: requests include a string or integer id that is not null and was not used before.",
    hooks: () => {
      const known = new Map<number | string, string>();
      return {
        outgoing: (message) => {
          if (message.method === "notifications/cancelled" && isObject(message.params)) {
            const requestId = oddId(message.params.requestId);
            return known.has(requestId) ? [{ ...message, params: { requestId } }] : undefined;
          }
          if (typeof message.method !== "string" || message.id === undefined) return undefined;
          const id = oddId(message.id);
          known.set(id, String(message.id));
          return [{ ...message, id }];
        },
        incoming: (message) => {
          if (!isObject(message) || message.method !== undefined) return undefined;
          const { id } = message;
          const own = typeof id === "number" || typeof id === "string" ? known.get(id) : undefined;
          return own === undefined ? undefined : { replaceWith: { ...message, id: own } };
        },
      };
    },
    "PROTO-016": meets("an id is a plain text", "server_requests.id", { type: "string", pattern: "^[a-z0-9-]+$" }),
  }),
  "talks-on-stderr": nearMiss("stdio/2026-07-28", "stdio/2025-11-25", {
    choice: "Writes a banner, JSON and long lines to stderr.",
    permittedBy:
      "2025-11-25 basic/transports#stdio: the server may write UTF-8 strings to its standard error for logging purposes.",
    stdoutStart: () => {
      process.stderr.write(
        `Notes 1.0 is ready\n{"jsonrpc":"2.0","method":"notifications/message"}\n${"x".repeat(5_000)}\n`,
      );
      return "";
    },
    ...all(
      ["PROTO-008", "PROTO-057"],
      always.meets("nothing is written to stderr", "raw_processes.stderr_bytes", { maximum: 0 }),
    ),
  }),
  "lines-with-crlf": sameAs("stdio", {
    "PROTO-038": never("lines end with LF", { response_notes: some({ kind: maybe("carriage-return") }) }),
  }),
  "members-of-later-revisions": nearMiss("http/2025-03-26", {
    choice: "Adds structuredContent and _meta to results of a revision that did not have them yet.",
    permittedBy: "2025-03-26 schema.ts#Result: a result may have any further member.",
    hooks: editResult("tools/call", set({ structuredContent: { done: true }, _meta: {} })),
    "PROTO-034": recordedAs("a result has no member of a later revision", {
      properties: { response: { properties: { result: { properties: { structuredContent: false } } } } },
    }),
  }),
  "old-results-for-old-clients": nearMiss(STATELESS, DUAL, {
    choice: "Serves both eras, and gives clients of the older one results without a resultType.",
    permittedBy:
      "2026-07-28 basic/versioning#compatibility-matrix: a legacy client is served according to the negotiated legacy revision.",
    "PROTO-049": recordedAs("results of a handshake have a resultType, too", {
      properties: {
        response: {
          properties: { result: { anyOf: [{ properties: { protocolVersion: false } }, { required: ["resultType"] }] } },
        },
      },
    }),
  }),
  "batch-in-reverse": nearMiss("http/2025-03-26", "stdio/2025-03-26", {
    choice: "Answers the requests of a batch in reverse order.",
    permittedBy: "JSON-RPC 2.0 #batch: the responses may be returned in any order within the array.",
    batch: (responses) => [...responses].reverse(),
    "PROTO-026": meets("answers stand in the order of their requests", "batch_of_requests.answered", {
      prefixItems: [{ properties: { id: { const: "b1" } } }],
    }),
    "PROTO-032": always.meets("the last answer is that to the last member", "mixed_batch.answered", {
      prefixItems: [true, true, { properties: { id: { const: "u" } } }],
    }),
  }),
  "odd-batches-refused": nearMiss("http/2025-03-26", {
    choice: "Refuses a batch that asks nothing with 422 and a sentence, whether it is empty or holds notifications.",
    permittedBy:
      "2025-03-26 basic/transports#sending-messages-to-the-server: input of notifications that cannot be accepted gets an HTTP error status, with or without a body.",
    httpRequest: (exchange) => asksNothing(exchange) && refusePlainly(exchange, 422),
    "PROTO-030": always.isOneOf("an empty batch is refused with 400", "empty_batch.status", [400]),
    "PROTO-031": always.isOneOf("a batch of notifications is accepted", "batch_of_notifications.status", [202]),
  }),
  "batches-of-its-own": nearMiss("http/2025-03-26", "stdio/2025-03-26", {
    choice: "Sends each notification of progress in an array with another one.",
    permittedBy: "2025-03-26 basic#batching: implementations may support sending JSON-RPC batches.",
    hooks: replaceNotice(PROGRESS, (message) => [[message, notificationMessage(TICK)]]),
    "PROTO-003": isOneOf("no array is sent unasked", "message_arrays.answers", ["array"]),
  }),
  "vendor-notifications": nearMiss(STATELESS, "stdio/2026-07-28", {
    choice: "Sends notifications of its own beside progress, under a name that does not begin with notifications/.",
    permittedBy:
      "No sentence forbids it; a message with a method and without an id is a notification, whatever its name.",
    hooks: replaceNotice(PROGRESS, (message) => [notificationMessage(TICK), message]),
    ...all(
      ["PROTO-057", "PROTO-018"],
      eachAlways.meets("a notification has a name that begins with notifications/", "notifications.method", {
        pattern: "^notifications/",
      }),
    ),
  }),
  "leaves-on-junk": nearMiss("stdio/2025-11-25", {
    choice: "Exits when it reads a line that is no message.",
    permittedBy:
      "2025-11-25 basic/transports#stdio: the client must not write anything that is no valid message; the server may exit.",
    stdinLine: (line) => {
      const text = line.toString("utf8").trim();
      if (text !== "" && !isMessage(text)) process.exit(1);
      return undefined;
    },
    ...all(
      ["PROTO-023", "PROTO-024"],
      never("a process survives whatever is written to it", { trouble: { kind: maybe("unexpected-exit") } }),
    ),
  }),
  "refused-in-plain-words": nearMiss({
    choice: "Refuses a body that is no JSON, or no message, with 422 and a sentence in place of a JSON-RPC error.",
    permittedBy: "No sentence forbids it; no status and no body is named for a POST that holds no message.",
    httpRequest: (exchange) => {
      const text = exchange.body.toString("utf8").trim();
      return exchange.request.method === "POST" && !isMessage(text) && refusePlainly(exchange, 422);
    },
    "PROTO-023": isOneOf("a body that is no JSON gets a JSON-RPC error", "parse_error.outcome", ["error"]),
    "PROTO-024": isOneOf("a body that is no message gets a JSON-RPC error", "not_json_rpc.outcome", ["error"]),
  }),
  "lenient-params": nearMiss(STATEFUL, {
    choice: "Gives its first prompt to a client that names none.",
    permittedBy: "No sentence makes a server refuse params that it can make sense of.",
    hooks: takeIn("prompts/get", (message) =>
      isObject(message.params) && typeof message.params.name !== "string"
        ? { replaceWith: { ...message, params: { ...message.params, name: "good_morning" } } }
        : undefined,
    ),
    "PROTO-022": isOneOf("params that lack something are refused", "malformed_params.outcome", ["error"]),
  }),
  "twins-of-reserved-codes": nearMiss(STATELESS, {
    choice: "Refuses a foreign origin with the positive twin of a code that this revision no longer has.",
    permittedBy: "2026-07-28 basic#error-codes: applications use codes outside the range that JSON-RPC reserves.",
    hooks: onStatus(403, (answer) => ({
      ...answer,
      body: '{"jsonrpc":"2.0","error":{"code":32042,"message":"Forbidden origin"}}',
    })),
    ...all(
      ["PROTO-051", "PROTO-052", "PROTO-054", "PROTO-055"],
      each.isNoneOf("no code reminds of a reserved one", "errors.code", [32_042]),
    ),
  }),
  "failures-with-500": nearMiss(STATELESS, {
    choice: "Reports a failure of its own as -32603 with HTTP status 500.",
    permittedBy:
      "2026-07-28 schema#internalerror: -32603 tells of an unexpected condition; no sentence names the status it comes with.",
    result: (_, { request }) => {
      if (request?.method === "resources/read" && request.params.uri === "memo://logo")
        throw new RpcError(-32603, "The logo is being repainted", undefined, 500);
      return undefined;
    },
    "PROTO-047": recordedAs("no request is answered with 500", {
      properties: { http: { properties: { status: { not: { const: 500 } } } } },
    }),
  }),
  "refusal-under-own-id": nearMiss(STATEFUL, {
    choice: "Refuses a body that is no JSON-RPC with 400, and names itself in the id of the error in it.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: input that cannot be accepted gets an HTTP error status; what the body holds is left open.",
    httpAnswer: (answer) => {
      const body = answer.status === 400 ? underOwnId(answer.body) : undefined;
      return body === undefined ? undefined : { ...answer, body };
    },
    "PROTO-024": isNoneOf("no refusal has an id of the server's own", "not_json_rpc.id", ["server-error"]),
  }),
  "leaves-at-empty-initialize": nearMiss("stdio/2025-11-25", {
    choice: "Ends the process at an initialize request that says nothing about the client.",
    permittedBy:
      "2025-11-25 basic/lifecycle#stdio: a server may shut down by closing its output and exiting; no session had begun.",
    incoming: (message) => {
      const isEmpty = isObject(message) && message.method === "initialize" && JSON.stringify(message.params) === "{}";
      return isEmpty ? process.exit(1) : undefined;
    },
    "PROTO-022": strictly({ in: "stdio/2025-11-25" }).isNoneOf(
      "every request with wrong params is answered",
      "malformed_params.outcome",
      ["closed"],
    ),
  }),
};
