// Answers to a POST: status, type, body.

import type { Mutant } from "../mutant.ts";
import { bodyHas, refusing } from "./http-tools.ts";

const NOTIFICATION_CONTEXTS = ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18", "http/2025-03-26"] as const;

export const HTTP_ANSWER_MUTANTS: readonly Mutant[] = [
  {
    id: "path-per-method",
    vice: "Serves prompts/list at another path than the rest.",
    hooks: { httpRequest: refusing(404, bodyHas('"prompts/list"')) },
    fails: ["HTTP-012"],
    in: ["http/2026-07-28"],
  },
  {
    id: "notification-200",
    vice: "Answers an accepted notification with 200 and an empty result.",
    hooks: {
      httpAnswer: (answer, { httpMethod }) =>
        httpMethod === "POST" && answer.status === 202
          ? {
              status: 200,
              headers: { "Content-Type": "application/json" },
              body: '{"jsonrpc":"2.0","id":null,"result":{}}',
            }
          : undefined,
    },
    fails: ["HTTP-013"],
    in: NOTIFICATION_CONTEXTS,
  },
  {
    id: "notification-null",
    vice: "Answers an accepted notification with 202 and the body null.",
    hooks: {
      httpAnswer: (answer, { httpMethod }) =>
        httpMethod === "POST" && answer.status === 202
          ? { ...answer, headers: { ...answer.headers, "Content-Type": "application/json" }, body: "null" }
          : undefined,
    },
    fails: ["HTTP-013"],
  },
  {
    id: "notification-204",
    vice: "Answers an accepted notification with 204.",
    hooks: {
      httpAnswer: (answer, { httpMethod }) =>
        httpMethod === "POST" && answer.status === 202 ? { ...answer, status: 204 } : undefined,
    },
    fails: ["HTTP-013"],
  },
  {
    id: "notification-error-200",
    vice: "Answers a notification it does not know with 200 and a JSON-RPC error.",
    hooks: {
      httpRequest: (exchange) => {
        if (!bodyHas('"notifications/mcptest_unknown"')(exchange)) return false;
        exchange.response.writeHead(200, { "Content-Type": "application/json" });
        exchange.response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Unknown notification"}}');
        return true;
      },
    },
    fails: ["HTTP-013", "HTTP-014"],
  },
  {
    id: "json-as-text",
    vice: "Declares the answer to prompts/list as text/plain.",
    hooks: {
      httpAnswer: (answer, { rpcMethod }) =>
        rpcMethod === "prompts/list" && answer.status === 200
          ? { ...answer, headers: { ...answer.headers, "Content-Type": "text/plain" } }
          : undefined,
    },
    fails: ["HTTP-015"],
  },
  {
    id: "json-untyped",
    vice: "Sends the answer to prompts/list without a Content-Type.",
    hooks: {
      httpAnswer: (answer, { rpcMethod }) => {
        if (rpcMethod !== "prompts/list" || answer.status !== 200) return undefined;
        const { "Content-Type": _type, ...headers } = answer.headers;
        return { ...answer, headers };
      },
    },
    fails: ["HTTP-015"],
  },
  {
    id: "json-in-array",
    vice: "Puts the answer to prompts/list into an array of its own.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "prompts/list" && message.method === undefined ? [[message]] : undefined,
    },
    fails: ["HTTP-016"],
    in: NOTIFICATION_CONTEXTS,
  },
  {
    id: "json-lines",
    vice: "Sends a notification in front of the response to prompts/list in one JSON body.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "prompts/list" && message.method === undefined
          ? [{ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "listing" } }, message]
          : undefined,
    },
    fails: ["HTTP-016"],
  },
  {
    id: "unknown-method-200",
    vice: "Answers an unknown method with 200.",
    hooks: {
      httpAnswer: (answer, { httpMethod }) =>
        httpMethod === "POST" && answer.status === 404 ? { ...answer, status: 200 } : undefined,
    },
    fails: ["HTTP-056"],
    in: ["http/2026-07-28"],
  },
  {
    id: "unknown-method-404-empty",
    vice: "Answers an unknown method with 404 and nothing else.",
    hooks: {
      httpAnswer: (answer, { httpMethod }) =>
        httpMethod === "POST" && answer.status === 404 ? { status: 404, headers: {}, body: "" } : undefined,
    },
    fails: ["HTTP-056"],
    in: ["http/2026-07-28"],
  },
  {
    id: "posted-response-answered",
    vice: "Answers a JSON-RPC response that a client posts as if it were a request.",
    hooks: {
      httpRequest: (exchange) => {
        if (!bodyHas('"result":{}')(exchange) || bodyHas('"method"')(exchange)) return false;
        exchange.response.writeHead(200, { "Content-Type": "application/json" });
        exchange.response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
        return true;
      },
    },
    fails: ["HTTP-057"],
    in: ["http/2026-07-28"],
  },
  {
    id: "one-request-at-a-time",
    vice: "Answers 409 to a request that comes while others are running.",
    hooks: {
      // Always the same one of the requests that are sent at once, so that two runs say the same.
      httpRequest: refusing(409, (exchange) => bodyHas('"five-3"')(exchange) || bodyHas('"mcptest-3"')(exchange)),
    },
    fails: ["HTTP-046"],
  },
  {
    id: "answers-of-other-requests",
    vice: "Mixes up the ids of requests that run at the same time.",
    hooks: {
      outgoing: (message, { request }) => (isOneOfFive(request?.id) ? [{ ...message, id: "five-0" }] : undefined),
    },
    fails: ["HTTP-046"],
    in: ["http/2025-11-25"],
  },
];

const isOneOfFive = (id: unknown): boolean => id === "five-1" || id === "five-3";
