import { randomUUID } from "node:crypto";
import type { Hooks } from "../../../servers/hooks.ts";
import { type JsonObject, RpcError } from "../../../servers/json-rpc.ts";
import { SINCE_2025_06, STATEFUL, STATELESS, STREAMABLE_HTTP } from "../../contexts.ts";
import { sentFor } from "../../edits.ts";
import { bodyHas, hasHeader, isMethod, onStatus, refusing, withHeaders } from "../../http-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";
import { oneSessionForEver, oneStreamAtATime } from "../edits.ts";

const isOneOfFive = (id: unknown): boolean => id === "five-1" || id === "five-3";

/** Results of requests of two clients get into each other's places. */
const mixingClients = (): Hooks => {
  let last: JsonObject[string];
  return {
    outgoing: (message, { request }) => {
      const isOne = request?.id === 1 ? request.method === "tools/list" : String(request?.id).startsWith("same-");
      if (message.result === undefined) return undefined;
      const before = last;
      if (isOne || request?.id === 1) last = message.result;
      return isOne && before !== undefined ? [{ ...message, result: before }] : undefined;
    },
  };
};

/** What a middleware for CORS adds when it is told nothing. */
const granting = (headers: (origin: string) => Record<string, string>): Hooks => ({
  skip: ["origin"],
  httpAnswer: (answer, { request }) =>
    request.headers.origin === undefined
      ? undefined
      : { ...answer, headers: { ...answer.headers, ...headers(request.headers.origin) } },
});

export const REQUESTS_MUTANTS: MutantTable = {
  "one-session-only": mutant("HTTP-058", STATEFUL, {
    vice: "Shakes hands once and refuses every later client.",
    hooks: () => {
      let clients = 0;
      return {
        result: (_, { request }) => {
          if (request?.method === "initialize" && clients++ > 0) throw new RpcError(-32603, "Already initialized");
          return undefined;
        },
      };
    },
  }),
  "origin-ignored": mutant("HTTP-005", SINCE_2025_06, "http+sse/2024-11-05", {
    vice: "Serves requests from any origin.",
    skip: ["origin"],
  }),
  "origin-ignored-by-message": mutant("HTTP-005", "http+sse/2024-11-05", {
    vice: "Refuses the stream to a foreign origin, and takes its messages.",
    hooks: () => ({
      httpRequest: ({ request }) => {
        if (request.method === "POST") delete request.headers.origin;
        return false;
      },
    }),
  }),
  "origin-refused-400": mutant("HTTP-005", {
    vice: "Refuses a foreign origin with 400.",
    hooks: onStatus(403, (answer) => ({ ...answer, status: 400 })),
  }),
  "origin-refusal-with-id": mutant("HTTP-007", {
    vice: "Refuses a foreign origin with an error that bears an id.",
    hooks: onStatus(403, (answer) => ({
      ...answer,
      body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Forbidden"}}',
    })),
  }),
  "host-ignored": mutant("HTTP-059", STREAMABLE_HTTP, "http+sse/2024-11-05", {
    vice: "Serves requests under any name.",
    skip: ["host"],
  }),
  "cors-for-all": mutant(["HTTP-005", "HTTP-060"], STREAMABLE_HTTP, "http+sse/2024-11-05", {
    vice: "Lets any web page read what it answers.",
    hooks: granting(() => ({ "Access-Control-Allow-Origin": "*" })),
  }),
  "cors-reflected": mutant(["HTTP-005", "HTTP-060"], {
    vice: "Lets whatever web page asks read what it answers, with the cookies of the user.",
    hooks: granting((origin) => ({
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Credentials": "true",
      Vary: "Origin",
    })),
  }),
  "path-per-method": mutant("HTTP-012", STATELESS, {
    vice: "Serves prompts/list at another path than the rest.",
    httpRequest: refusing(404, bodyHas('"prompts/list"')),
  }),
  "notification-200": mutant("HTTP-013", STREAMABLE_HTTP, {
    vice: "Answers an accepted notification with 200 and an empty result.",
    httpAnswer: (answer, { httpMethod }) =>
      httpMethod === "POST" && answer.status === 202
        ? {
            status: 200,
            headers: { "Content-Type": "application/json" },
            body: '{"jsonrpc":"2.0","id":null,"result":{}}',
          }
        : undefined,
  }),
  "notification-null": mutant("HTTP-013", {
    vice: "Answers an accepted notification with 202 and the body null.",
    httpAnswer: (answer, { httpMethod }) =>
      httpMethod === "POST" && answer.status === 202
        ? { ...answer, headers: { ...answer.headers, "Content-Type": "application/json" }, body: "null" }
        : undefined,
  }),
  "notification-204": mutant("HTTP-013", {
    vice: "Answers an accepted notification with 204.",
    httpAnswer: (answer, { httpMethod }) =>
      httpMethod === "POST" && answer.status === 202 ? { ...answer, status: 204 } : undefined,
  }),
  "notification-error-200": mutant(["HTTP-013", "HTTP-014"], {
    vice: "Answers a notification it does not know with 200 and a JSON-RPC error.",
    httpRequest: (exchange) => {
      if (!bodyHas('"notifications/mcptest_unknown"')(exchange)) return false;
      exchange.response.writeHead(200, { "Content-Type": "application/json" });
      exchange.response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Unknown notification"}}');
      return true;
    },
  }),
  "json-as-text": mutant("HTTP-015", {
    vice: "Declares the answer to prompts/list as text/plain.",
    httpAnswer: (answer, { rpcMethod }) =>
      rpcMethod === "prompts/list" && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, "Content-Type": "text/plain" } }
        : undefined,
  }),
  "json-untyped": mutant("HTTP-015", {
    vice: "Sends the answer to prompts/list without a Content-Type.",
    httpAnswer: (answer, { rpcMethod }) => {
      if (rpcMethod !== "prompts/list" || answer.status !== 200) return undefined;
      const { "Content-Type": _type, ...headers } = answer.headers;
      return { ...answer, headers };
    },
  }),
  "json-in-array": mutant("HTTP-016", STREAMABLE_HTTP, {
    vice: "Puts the answer to prompts/list into an array of its own.",
    hooks: sentFor("prompts/list", (message) => (message.method === undefined ? [[message]] : undefined)),
  }),
  "json-lines": mutant("HTTP-016", {
    vice: "Sends a notification in front of the response to prompts/list in one JSON body.",
    hooks: sentFor("prompts/list", (message) =>
      message.method === undefined
        ? [{ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "listing" } }, message]
        : undefined,
    ),
  }),
  "posted-response-answered": mutant("HTTP-057", STATELESS, {
    vice: "Answers a JSON-RPC response that a client posts as if it were a request.",
    httpRequest: (exchange) => {
      if (!bodyHas('"result":{}')(exchange) || bodyHas('"method"')(exchange)) return false;
      exchange.response.writeHead(200, { "Content-Type": "application/json" });
      exchange.response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
      return true;
    },
  }),
  "one-request-at-a-time": mutant("HTTP-046", {
    vice: "Answers 409 to a request that comes while others are running.",
    // Always the same one of the requests that are sent at once, so that two runs say the same.
    httpRequest: refusing(409, (exchange) => bodyHas('"five-3"')(exchange) || bodyHas('"mcptest-3"')(exchange)),
  }),
  "answers-of-other-requests": mutant("HTTP-046", STATEFUL, {
    vice: "Mixes up the ids of requests that run at the same time.",
    outgoing: (message, { request }) => (isOneOfFive(request?.id) ? [{ ...message, id: "five-0" }] : undefined),
  }),
  "one-stream-at-a-time": mutant("HTTP-058", "http+sse/2024-11-05", {
    vice: "Has no event stream for a second client while the first is connected.",
    hooks: oneStreamAtATime,
  }),
  "one-session-for-ever": mutant("HTTP-058", STATEFUL, {
    vice: "Takes one client and none after it.",
    hooks: oneSessionForEver,
  }),
  "bound-everywhere": mutant("HTTP-008", STATELESS, STATEFUL, "http+sse/2024-11-05", {
    vice: "Listens on every interface of the machine.",
    options: { host: "0.0.0.0" },
  }),
  "session-id-with-space": mutant("HTTP-038", STATEFUL, {
    vice: "Issues session ids with a space in them to web pages.",
    httpAnswer: (answer, { request }) =>
      request.headers.origin !== undefined && answer.headers["Mcp-Session-Id"] !== undefined
        ? { ...answer, headers: { ...answer.headers, "Mcp-Session-Id": `session ${randomUUID()}` } }
        : undefined,
  }),
  "session-id-counted": mutant("HTTP-039", STATEFUL, {
    vice: "Counts its sessions.",
    hooks: () => {
      let count = 0;
      return {
        sessionId: () => {
          count += 1;
          return `session-${String(count).padStart(12, "0")}`;
        },
      };
    },
  }),
  "session-missing-404": mutant("HTTP-040", STATEFUL, {
    vice: "Answers 404 to a request without the session id.",
    httpAnswer: (answer, { request }) =>
      answer.status === 400 && request.headers["mcp-session-id"] === undefined ? { ...answer, status: 404 } : undefined,
  }),
  "session-survives-delete": mutant("HTTP-041", STATEFUL, {
    vice: "Accepts DELETE and goes on serving the session.",
    skip: ["session-ended"],
  }),
  "session-ended-400": mutant("HTTP-041", STATEFUL, {
    vice: "Answers 400 in a session that was ended.",
    httpAnswer: (answer, { request }) =>
      answer.status === 404 && request.headers["mcp-session-id"] !== undefined ? { ...answer, status: 400 } : undefined,
  }),
  "session-unknown-served": mutant("HTTP-042", STATEFUL, {
    vice: "Serves requests with session ids it never issued.",
    skip: ["session-unknown"],
  }),
  "delete-500": mutant("HTTP-043", STATEFUL, {
    vice: "Answers DELETE with 500.",
    httpRequest: refusing(500, isMethod("DELETE")),
  }),
  "initialize-wants-session": mutant("HTTP-044", STATEFUL, {
    vice: "Wants a session id with initialize from a client whose session was ended.",
    hooks: () => {
      const ended = new WeakSet<object>();
      return {
        httpRequest: (exchange) => {
          const { socket, method } = exchange.request;
          if (method === "DELETE") ended.add(socket);
          return refusing(400, (one) => bodyHas('"initialize"')(one) && ended.has(socket))(exchange);
        },
      };
    },
  }),
  "down-after-lost-client": mutant("HTTP-047", STATEFUL, {
    vice: "Breaks the connection of the client that comes back after it vanished.",
    // The only initialize with this id, apart from one with an Origin, is that of the client that comes back.
    httpRequest: (exchange) => {
      if (!bodyHas('"id":102,"method":"initialize"')(exchange) || hasHeader("origin")(exchange)) return false;
      exchange.response.destroy();
      return true;
    },
  }),
  "clients-mixed": mutant("HTTP-045", STATELESS, STATEFUL, "http+sse/2024-11-05", {
    vice: "Mixes up the results of clients that use the same ids.",
    hooks: mixingClients,
  }),
  "session-id-refused": mutant("HTTP-054", STATELESS, {
    vice: "Looks for the session of a request that bears a session id.",
    httpRequest: refusing(404, (one) => isMethod("POST")(one) && hasHeader("mcp-session-id")(one)),
  }),
  "session-id-minted": mutant("HTTP-055", STATELESS, {
    vice: "Issues a session id with every answer.",
    httpAnswer: withHeaders({ "Mcp-Session-Id": "one-and-only" }),
  }),
  "stateless-delete-200": mutant("HTTP-053", STATELESS, {
    vice: "Accepts DELETE without having sessions.",
    httpRequest: refusing(200, isMethod("DELETE")),
  }),
  "old-transport-elsewhere": mutant("HTTP-010", STATEFUL, {
    vice: "Keeps the old event stream and announces an address at another origin there.",
    options: { withHttpSse: true },
    sseEvent: (text) => text.replace("data: /messages", "data: http://127.0.0.2:9/messages"),
  }),
  "old-transport-offered": mutant(["HTTP-011", "HTTP-052"], STATELESS, {
    vice: "Offers the old transport at the endpoint of a new server.",
    httpRequest: ({ request, response }) => {
      if (request.method !== "GET") return false;
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("event: endpoint\ndata: /messages?sessionId=1\n\n");
      return true;
    },
  }),
  "sse-stream-gone": mutant("HTTP-001", "http+sse/2024-11-05", {
    vice: "Has no event stream for a client that comes while three others are served.",
    hooks: () => {
      let count = 0;
      return {
        httpRequest: (exchange) => {
          if (!isMethod("GET")(exchange) || hasHeader("origin")(exchange)) return false;
          count += 1;
          return refusing(404, () => count === 4)(exchange);
        },
      };
    },
  }),
  "sse-endpoint-as-json": mutant("HTTP-002", "http+sse/2024-11-05", {
    vice: "Announces an object that holds the address to its fourth client.",
    hooks: () => {
      let count = 0;
      return {
        sseEvent: (text) => {
          if (!text.startsWith("event: endpoint")) return undefined;
          count += 1;
          return count === 4 ? text.replace(/^data: (.*)$/m, 'data: {"uri":"$1"}') : undefined;
        },
      };
    },
  }),
  "sse-post-refused": mutant("HTTP-004", "http+sse/2024-11-05", {
    vice: "Refuses notifications at the address it announced.",
    httpRequest: refusing(400, bodyHas('"notifications/initialized"')),
  }),
  "sse-endpoint-elsewhere": mutant("HTTP-004", "http+sse/2024-11-05", {
    vice: "Announces an address at another origin to its fourth client.",
    hooks: () => {
      let count = 0;
      return {
        sseEvent: (text) => {
          if (!text.startsWith("event: endpoint")) return undefined;
          count += 1;
          return count === 4 ? text.replace("data: /messages", "data: http://127.0.0.2:9/messages") : undefined;
        },
      };
    },
  }),
  "falls-over-many-requests": mutant("STDIO-009", "stdio/2026-07-28", {
    vice: "Falls over when many requests come at once.",
    incoming: (message) => {
      if (JSON.stringify(message).includes('"mcptest-3"')) process.exit(1);
      return undefined;
    },
  }),
  "sec-session-counter": mutant("SEC-008", STATEFUL, "http/2025-06-18", {
    vice: "Counts its sessions.",
    hooks: () => {
      let count = 1000;
      return { sessionId: () => `session-${++count}` };
    },
  }),
};
