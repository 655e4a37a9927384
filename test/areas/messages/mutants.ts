import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonValue } from "../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, sentFor, set, when } from "../edits.ts";
import { answerJson } from "../http-edits.ts";
import { replaceNotice, takeIn } from "../notice-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

const methodsIn = (message: JsonValue): JsonValue[] | undefined =>
  Array.isArray(message) ? message.map((entry) => (isObject(entry) ? (entry.method ?? null) : null)) : undefined;

const methodsInBody = (body: Buffer): JsonValue[] | undefined => {
  try {
    return methodsIn(JSON.parse(body.toString("utf8")) as JsonValue);
  } catch {
    return undefined;
  }
};

const HANDSHAKE: JsonValue = [
  {
    jsonrpc: "2.0",
    id: "i",
    result: { protocolVersion: "2025-03-26", capabilities: {}, serverInfo: { name: "s", version: "1" } },
  },
  { jsonrpc: "2.0", id: "p", result: {} },
];

/** Gives the errors of one method another code. */
const recodeParams = (method: string, code: number): Hooks => ({
  error: (error, { request }) => (request?.method === method && error.code === -32602 ? { ...error, code } : undefined),
});

const EMPTY_RESPONSE = { jsonrpc: "2.0", id: null, result: {} };

/** As an exception that nobody caught. */
const internalError =
  (code: string): NonNullable<Hooks["httpAnswer"]> =>
  (answer) => {
    const body = String(answer.body ?? "");
    return body.includes(code) ? { ...answer, status: 500, body: body.replace(code, "-32603") } : undefined;
  };

export const MUTANTS: MutantTable = {
  "content-of-a-later-revision": mutant("PROTO-034", "http/2025-03-26", {
    vice: "Puts resource links into tool results of a revision that does not know them.",
    hooks: editResult("tools/call", (result) =>
      Array.isArray(result.content)
        ? { ...result, content: [...result.content, { type: "resource_link", uri: "notes://first", name: "first" }] }
        : undefined,
    ),
  }),
  "jsonrpc-number": mutant("PROTO-003", {
    vice: "Writes the jsonrpc member of its lists as the number 2.",
    hooks: sentFor("tools/list", (message) => [{ ...message, jsonrpc: 2 }]),
  }),
  "jsonrpc-missing": mutant("PROTO-003", {
    vice: "Leaves the jsonrpc member out of its errors.",
    hooks: sentFor("tools/call", (message) =>
      message.error !== undefined ? [{ ...message, jsonrpc: undefined }] : undefined,
    ),
  }),
  "response-in-array": mutant("PROTO-003", {
    vice: "Wraps the answer to a single completion request in an array.",
    hooks: sentFor("completion/complete", (message) => [[message]]),
  }),
  "log-text-on-the-channel": mutant("PROTO-008", "stdio/2025-11-25", {
    vice: "Writes plain text where its log notifications should be.",
    hooks: replaceNotice("notifications/progress", (message) => ["working ...", message]),
  }),
  "json-log-on-the-channel": mutant("PROTO-008", {
    vice: "Writes its log as JSON lines between the messages.",
    hooks: replaceNotice("notifications/progress", (message) => [{ level: "info", msg: "working" }, message]),
  }),
  "id-as-text": mutant("PROTO-012", {
    vice: "Turns the ids of its completion answers into text.",
    hooks: sentFor("completion/complete", (message) => [{ ...message, id: String(message.id) }]),
  }),
  "error-without-id": mutant("PROTO-012", {
    vice: "Leaves the id out when it does not know a method.",
    outgoing: (message) =>
      isObject(message.error) && message.error.code === -32601 ? [{ ...message, id: undefined }] : undefined,
  }),
  "response-twice": mutant("PROTO-012", EVENT_STREAM, {
    vice: "Sends every response of tools/list twice.",
    hooks: sentFor("tools/list", (message) => (message.method === undefined ? [message, message] : undefined)),
  }),
  "error-null-beside-result": mutant("PROTO-013", {
    vice: "Adds an error of null to its results.",
    hooks: sentFor("prompts/list", (message) =>
      message.result !== undefined ? [{ ...message, error: null }] : undefined,
    ),
  }),
  "result-null": mutant("PROTO-013", STATEFUL, {
    vice: "Answers a ping with a result of null.",
    hooks: sentFor("ping", (message) => [{ ...message, result: null }]),
  }),
  "error-code-text": mutant("PROTO-014", {
    vice: "Writes the code of its errors as text.",
    error: (error) => ({ ...error, code: String(error.code) }),
  }),
  "error-without-message": mutant("PROTO-014", {
    vice: "Sends errors with nothing but a code.",
    error: (error) => ({ code: error.code }),
  }),
  "stack-trace-in-message": mutant("PROTO-015", {
    vice: "Puts the stack trace into the message of its errors.",
    error: (error) => ({
      ...error,
      message: `${String(error.message)}\n    at serve (server.js:12:3)\n    at run (server.js:40:9)`,
    }),
  }),
  "server-request-id-fraction": mutant("PROTO-016", STATEFUL, {
    vice: "Numbers its requests with fractions.",
    hooks: () => {
      const real: JsonValue[] = [];
      return {
        outgoing: (message) =>
          message.method !== undefined && message.id !== undefined
            ? [{ ...message, id: real.push(message.id) + 0.5 }]
            : undefined,
        incoming: (message) =>
          isObject(message) && message.method === undefined && typeof message.id === "number"
            ? { replaceWith: { ...message, id: real[message.id - 1.5] ?? null } }
            : undefined,
      };
    },
  }),
  "notification-with-id": mutant("PROTO-018", {
    vice: "Gives its progress notifications an id of null.",
    hooks: replaceNotice("notifications/progress", (message) => [{ ...message, id: null }]),
  }),
  "notification-params-array": mutant("PROTO-039", {
    vice: "Sends the params of its progress notifications in an array.",
    hooks: replaceNotice("notifications/progress", (message) => [{ ...message, params: [message.params ?? null] }]),
  }),
  "latin-1": mutant("PROTO-038", {
    vice: "Writes its completions in Latin-1.",
    hooks: sentFor("completion/complete", (message) =>
      isObject(message.result)
        ? [Buffer.from(JSON.stringify({ ...message, result: { ...message.result, note: "café" } }), "latin1")]
        : undefined,
    ),
  }),
  "notification-answered": mutant("PROTO-019", {
    vice: "Answers notifications it does not know with a result.",
    httpRequest: (exchange) => exchange.body.includes("mcptest_unknown") && answerJson(exchange, EMPTY_RESPONSE),
  }),
  "notification-answered-on-stdout": mutant("PROTO-019", "stdio/2025-11-25", {
    vice: "Answers notifications it does not know with an error.",
    hooks: takeIn("notifications/mcptest_unknown", () => ({
      answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32601, message: "Unknown notification" } }],
    })),
  }),
  "exits-on-notification": mutant("PROTO-020", "stdio/2025-11-25", "stdio/2026-07-28", {
    vice: "Ends when it is told something it does not know.",
    hooks: takeIn("notifications/mcptest_unknown", () => process.exit(1)),
  }),
  "exits-on-junk": mutant("PROTO-020", "stdio/2026-07-28", {
    vice: "Ends when it reads a line that is no JSON.",
    stdinLine: (line) => {
      if (line.toString("utf8").trim() !== "" && !line.toString("utf8").trim().endsWith("}")) process.exit(1);
      return undefined;
    },
  }),
  "unknown-method-code": mutant("PROTO-021", {
    vice: "Answers an unknown method with -32603.",
    error: when("code", -32601, set({ code: -32603 })),
  }),
  "unknown-method-served": mutant("PROTO-021", {
    vice: "Answers an unknown method with an empty result.",
    skip: ["method-known"],
  }),
  "malformed-params-internal": mutant("PROTO-022", {
    vice: "Calls params that lack something an internal error.",
    error: (error, { request }) =>
      error.code === -32602 &&
      request !== undefined &&
      ["tools/call", "resources/read", "prompts/get"].includes(request.method)
        ? { ...error, code: -32603 }
        : undefined,
  }),
  "failure-as-page": mutant("PROTO-047", {
    vice: "Shows a page with HTTP 500 when it does not know a prompt.",
    httpAnswer: (answer, { rpcMethod }) =>
      rpcMethod === "prompts/get" && String(answer.body ?? "").includes('"error"')
        ? { status: 500, headers: { "Content-Type": "text/html" }, body: "<h1>Internal Server Error</h1>" }
        : undefined,
  }),
  "parse-error-500": mutant("PROTO-023", {
    vice: "Calls a body that is no JSON an internal error.",
    httpAnswer: internalError("-32700"),
  }),
  "parse-error-accepted": mutant("PROTO-023", {
    vice: "Takes a body that is no JSON for a notification.",
    httpAnswer: (answer) =>
      String(answer.body ?? "").includes("-32700") ? { ...answer, status: 202, body: "" } : undefined,
  }),
  "jsonrpc-version-ignored": mutant("PROTO-024", STATELESS, {
    vice: "Serves requests whatever their jsonrpc member says.",
    skip: ["jsonrpc-envelope"],
  }),
  "invalid-request-as-parse-error": mutant("PROTO-024", "stdio/2025-11-25", "stdio/2026-07-28", {
    vice: "Says that JSON which is no request cannot be parsed.",
    error: when("code", -32600, set({ code: -32700 })),
  }),
  "invalid-request-accepted": mutant(["PROTO-024", "PROTO-025"], {
    vice: "Takes JSON that is no request for a notification.",
    httpAnswer: (answer) =>
      String(answer.body ?? "").includes("-32600") ? { ...answer, status: 202, body: "" } : undefined,
  }),
  "invalid-request-500": mutant("PROTO-024", {
    vice: "Calls JSON that is no request an internal error.",
    httpAnswer: internalError("-32600"),
  }),
  "null-id-served": mutant("PROTO-025", {
    vice: "Serves a request whose id is null.",
    incoming: (message) =>
      isObject(message) && message.id === null && typeof message.method === "string"
        ? { answerWith: [{ jsonrpc: "2.0", id: null, result: {} }] }
        : undefined,
  }),
  "array-served": mutant("PROTO-028", STATEFUL, STATELESS, {
    vice: "Serves the requests in an array although there are no batches any more.",
    incoming: (message) =>
      Array.isArray(message)
        ? {
            answerWith: [
              message.map((entry) => ({
                jsonrpc: "2.0",
                id: isObject(entry) ? (entry.id ?? null) : null,
                result: {},
              })),
            ],
          }
        : undefined,
  }),
  "batch-answer-lost": mutant("PROTO-026", "http/2025-03-26", {
    vice: "Loses the last answer of a batch.",
    batch: (responses) => responses.slice(0, -1),
  }),
  "batch-mixed-with-notification": mutant("PROTO-027", "http/2025-03-26", {
    vice: "Puts a log notification into the array of responses.",
    batch: (responses) => [
      ...responses,
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "done" } },
    ],
  }),
  "batch-initialize-served": mutant("PROTO-029", "http/2025-03-26", {
    vice: "Shakes hands inside a batch.",
    httpRequest: (exchange) =>
      methodsInBody(exchange.body)?.includes("initialize") === true && answerJson(exchange, HANDSHAKE),
  }),
  "batch-empty-answered-empty": mutant("PROTO-030", "http/2025-03-26", {
    vice: "Answers an empty batch with an empty array.",
    incoming: (message) => (methodsIn(message)?.length === 0 ? { answerWith: [[]] } : undefined),
  }),
  "batch-of-notifications-answered": mutant("PROTO-031", "http/2025-03-26", {
    vice: "Answers a batch of notifications with an empty array.",
    httpRequest: (exchange) => {
      const methods = methodsInBody(exchange.body) ?? [];
      const isTold = methods.every((method) => typeof method === "string" && method.startsWith("notifications/"));
      return methods.length > 0 && isTold && answerJson(exchange, []);
    },
  }),
  "batch-of-notifications-refused": mutant("PROTO-031", "stdio/2025-03-26", {
    vice: "Refuses a batch of notifications with an error.",
    incoming: (message) =>
      methodsIn(message)?.every((method) => String(method).startsWith("notifications/")) === true &&
      methodsIn(message)?.length !== 0
        ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "No requests" } }] }
        : undefined,
  }),
  "batch-all-or-nothing": mutant("PROTO-032", "http/2025-03-26", {
    vice: "Refuses a whole batch for one bad member.",
    incoming: (message) =>
      methodsIn(message)?.includes(null)
        ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } }] }
        : undefined,
  }),
  "result-type-missing": mutant("PROTO-049", STATELESS, {
    vice: "Leaves resultType out of its prompts.",
    hooks: editResult("prompts/get", set({ resultType: undefined })),
  }),
  "result-type-invented": mutant("PROTO-050", STATELESS, {
    vice: "Calls its prompts done in place of complete.",
    hooks: editResult("prompts/get", set({ resultType: "done" })),
  }),
  "code-in-reserved-band": mutant("PROTO-051", STATELESS, {
    vice: "Uses a code of its own, -32050, for unknown prompts.",
    hooks: recodeParams("prompts/get", -32050),
  }),
  "code-of-versions-misused": mutant("PROTO-052", STATELESS, {
    vice: "Uses the code for versions, -32022, for unknown prompts.",
    hooks: recodeParams("prompts/get", -32022),
  }),
  "code-in-legacy-band": mutant("PROTO-053", STATELESS, {
    vice: "Uses -32000 for unknown prompts.",
    hooks: recodeParams("prompts/get", -32000),
  }),
  "code-of-old-resources": mutant("PROTO-054", STATELESS, {
    vice: "Still answers a missing resource with -32002.",
    hooks: recodeParams("resources/read", -32002),
  }),
  "code-of-old-elicitation": mutant("PROTO-055", STATELESS, {
    vice: "Still asks for a URL elicitation with -32042.",
    error: when("code", -32021, set({ code: -32042 })),
  }),
  "code-in-json-rpc-block": mutant("PROTO-056", STATELESS, {
    vice: "Uses a code of its own, -32500, for unknown prompts.",
    hooks: recodeParams("prompts/get", -32500),
  }),
  "asks-by-itself": mutant("PROTO-057", STATELESS, {
    vice: "Pings the client while it serves a call.",
    hooks: replaceNotice("notifications/progress", (message) => [
      message,
      { jsonrpc: "2.0", id: "s1", method: "ping" },
    ]),
  }),
  "leftover-notification-answered": sameAs("versioning", "PROTO-019"),
  "unknown-method-200": mutant("HTTP-056", STATELESS, {
    vice: "Answers an unknown method with 200.",
    httpAnswer: (answer, { httpMethod }) =>
      httpMethod === "POST" && answer.status === 404 ? { ...answer, status: 200 } : undefined,
  }),
  "unknown-method-404-empty": mutant("HTTP-056", STATELESS, {
    vice: "Answers an unknown method with 404 and nothing else.",
    httpAnswer: (answer, { httpMethod }) =>
      httpMethod === "POST" && answer.status === 404 ? { status: 404, headers: {}, body: "" } : undefined,
  }),
  "stdout-banner": mutant("PROTO-008", "stdio/2025-11-25", {
    vice: "Writes a banner on stdout before its first message.",
    stdoutStart: () => "Example server 1.0 ready\n",
  }),
  "stdout-content-length": mutant("PROTO-008", "stdio/2024-11-05", {
    vice: "Writes a Content-Length header before every message.",
    stdoutLine: (line) => `Content-Length: ${Buffer.byteLength(line)}\r\n\r\n${line}`,
  }),
  "stdin-batch-refused": mutant("PROTO-026", "stdio/2025-03-26", {
    vice: "Refuses an array on a line.",
    incoming: (message) =>
      Array.isArray(message)
        ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } }] }
        : undefined,
  }),
};
