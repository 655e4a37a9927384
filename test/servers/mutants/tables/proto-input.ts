import type { Hooks } from "../../hooks.ts";
import { isObject } from "../../json-rpc.ts";
import { answerJson } from "../answer-json.ts";
import type { Mutant } from "../mutant.ts";

const EMPTY = { jsonrpc: "2.0", id: null, result: {} };

const OLD = ["http/2025-11-25"] as const;

/** As an exception that nobody caught. */
const internalError =
  (code: string): NonNullable<Hooks["httpAnswer"]> =>
  (answer) => {
    const body = String(answer.body ?? "");
    return body.includes(code) ? { ...answer, status: 500, body: body.replace(code, "-32603") } : undefined;
  };

export const PROTO_INPUT_MUTANTS: readonly Mutant[] = [
  {
    id: "notification-answered",
    vice: "Answers notifications it does not know with a result.",
    hooks: { httpRequest: (exchange) => exchange.body.includes("mcptest_unknown") && answerJson(exchange, EMPTY) },
    fails: ["PROTO-019"],
  },
  {
    id: "notification-answered-on-stdout",
    vice: "Answers notifications it does not know with an error.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.method === "notifications/mcptest_unknown"
          ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32601, message: "Unknown notification" } }] }
          : undefined,
    },
    fails: ["PROTO-019"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "exits-on-notification",
    vice: "Ends when it is told something it does not know.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.method === "notifications/mcptest_unknown" ? process.exit(1) : undefined,
    },
    fails: ["PROTO-020"],
    in: ["stdio/2025-11-25", "stdio/2026-07-28"],
  },
  {
    id: "exits-on-junk",
    vice: "Ends when it reads a line that is no JSON.",
    hooks: {
      stdinLine: (line) => {
        if (line.toString("utf8").trim() !== "" && !line.toString("utf8").trim().endsWith("}")) process.exit(1);
        return undefined;
      },
    },
    fails: ["PROTO-020"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "unknown-method-code",
    vice: "Answers an unknown method with -32603.",
    hooks: { error: (error) => (error.code === -32601 ? { ...error, code: -32603 } : undefined) },
    fails: ["PROTO-021"],
  },
  {
    id: "unknown-method-served",
    vice: "Answers an unknown method with an empty result.",
    hooks: { skip: ["method-known"] },
    fails: ["PROTO-021"],
  },
  {
    id: "malformed-params-internal",
    vice: "Calls params that lack something an internal error.",
    hooks: {
      error: (error, { request }) =>
        error.code === -32602 &&
        request !== undefined &&
        ["tools/call", "resources/read", "prompts/get"].includes(request.method)
          ? { ...error, code: -32603 }
          : undefined,
    },
    fails: ["PROTO-022"],
  },
  {
    id: "failure-as-page",
    vice: "Shows a page with HTTP 500 when it does not know a prompt.",
    hooks: {
      httpAnswer: (answer, { rpcMethod }) =>
        rpcMethod === "prompts/get" && String(answer.body ?? "").includes('"error"')
          ? { status: 500, headers: { "Content-Type": "text/html" }, body: "<h1>Internal Server Error</h1>" }
          : undefined,
    },
    fails: ["PROTO-047"],
  },
  {
    id: "parse-error-500",
    vice: "Calls a body that is no JSON an internal error.",
    hooks: { httpAnswer: internalError("-32700") },
    fails: ["PROTO-023"],
  },
  {
    id: "parse-error-accepted",
    vice: "Takes a body that is no JSON for a notification.",
    hooks: {
      httpAnswer: (answer) =>
        String(answer.body ?? "").includes("-32700") ? { ...answer, status: 202, body: "" } : undefined,
    },
    fails: ["PROTO-023"],
  },
  {
    id: "jsonrpc-version-ignored",
    vice: "Serves requests whatever their jsonrpc member says.",
    hooks: { skip: ["jsonrpc-envelope"] },
    fails: ["PROTO-024"],
    in: ["http/2026-07-28"],
  },
  {
    id: "invalid-request-as-parse-error",
    vice: "Says that JSON which is no request cannot be parsed.",
    hooks: { error: (error) => (error.code === -32600 ? { ...error, code: -32700 } : undefined) },
    fails: ["PROTO-024"],
    in: ["stdio/2025-11-25", "stdio/2026-07-28"],
  },
  {
    id: "invalid-request-accepted",
    vice: "Takes JSON that is no request for a notification.",
    hooks: {
      httpAnswer: (answer) =>
        String(answer.body ?? "").includes("-32600") ? { ...answer, status: 202, body: "" } : undefined,
    },
    fails: ["PROTO-024", "PROTO-025"],
  },
  {
    id: "invalid-request-500",
    vice: "Calls JSON that is no request an internal error.",
    hooks: { httpAnswer: internalError("-32600") },
    fails: ["PROTO-024"],
  },
  {
    id: "null-id-served",
    vice: "Serves a request whose id is null.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.id === null && typeof message.method === "string"
          ? { answerWith: [{ jsonrpc: "2.0", id: null, result: {} }] }
          : undefined,
    },
    fails: ["PROTO-025"],
  },
  {
    id: "version-mismatch-is-the-end",
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
    fails: ["PROTO-044"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "array-served",
    vice: "Serves the requests in an array although there are no batches any more.",
    hooks: {
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
    },
    fails: ["PROTO-028"],
    in: [...OLD, "http/2026-07-28"],
  },
];
