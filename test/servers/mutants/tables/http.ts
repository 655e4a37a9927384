import { randomUUID } from "node:crypto";
import type { Hooks } from "../../hooks.ts";
import type { JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { HTTP_ANSWER_MUTANTS } from "./http-answers.ts";
import { HTTP_CLIENT_MUTANTS } from "./http-clients.ts";
import { HTTP_STREAM_MUTANTS } from "./http-streams.ts";
import { bodyHas, hasHeader, isMethod, refusing } from "./http-tools.ts";

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

const ORIGINS: readonly Mutant[] = [
  {
    id: "origin-ignored",
    vice: "Serves requests from any origin.",
    hooks: { skip: ["origin"] },
    fails: ["HTTP-005"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18", "http+sse/2024-11-05"],
  },
  {
    id: "origin-ignored-by-message",
    vice: "Refuses the stream to a foreign origin, and takes its messages.",
    hooks: () => ({
      httpRequest: ({ request }) => {
        if (request.method === "POST") delete request.headers.origin;
        return false;
      },
    }),
    fails: ["HTTP-005"],
    in: ["http+sse/2024-11-05"],
  },
  {
    id: "origin-refused-400",
    vice: "Refuses a foreign origin with 400.",
    hooks: { httpAnswer: (answer) => (answer.status === 403 ? { ...answer, status: 400 } : undefined) },
    fails: ["HTTP-005"],
  },
  {
    id: "origin-refusal-with-id",
    vice: "Refuses a foreign origin with an error that bears an id.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 403
          ? { ...answer, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Forbidden"}}' }
          : undefined,
    },
    fails: ["HTTP-007"],
  },
];

/** What a middleware for CORS adds when it is told nothing. */
const granting = (headers: (origin: string) => Record<string, string>): Hooks => ({
  skip: ["origin"],
  httpAnswer: (answer, { request }) =>
    request.headers.origin === undefined
      ? undefined
      : { ...answer, headers: { ...answer.headers, ...headers(request.headers.origin) } },
});

const BROWSERS: readonly Mutant[] = [
  {
    id: "host-ignored",
    vice: "Serves requests under any name.",
    hooks: { skip: ["host"] },
    fails: ["HTTP-059"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18", "http/2025-03-26", "http+sse/2024-11-05"],
  },
  {
    id: "cors-for-all",
    vice: "Lets any web page read what it answers.",
    hooks: granting(() => ({ "Access-Control-Allow-Origin": "*" })),
    fails: ["HTTP-005", "HTTP-060"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18", "http/2025-03-26", "http+sse/2024-11-05"],
  },
  {
    id: "cors-reflected",
    vice: "Lets whatever web page asks read what it answers, with the cookies of the user.",
    hooks: granting((origin) => ({
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Credentials": "true",
      Vary: "Origin",
    })),
    fails: ["HTTP-005", "HTTP-060"],
  },
];

const SESSIONS: readonly Mutant[] = [
  {
    id: "session-id-with-space",
    vice: "Issues session ids with a space in them to web pages.",
    hooks: {
      httpAnswer: (answer, { request }) =>
        request.headers.origin !== undefined && answer.headers["Mcp-Session-Id"] !== undefined
          ? { ...answer, headers: { ...answer.headers, "Mcp-Session-Id": `session ${randomUUID()}` } }
          : undefined,
    },
    fails: ["HTTP-038"],
    in: ["http/2025-11-25"],
  },
  {
    id: "session-id-counted",
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
    fails: ["HTTP-039"],
    in: ["http/2025-11-25"],
  },
  {
    id: "session-missing-404",
    vice: "Answers 404 to a request without the session id.",
    hooks: {
      httpAnswer: (answer, { request }) =>
        answer.status === 400 && request.headers["mcp-session-id"] === undefined
          ? { ...answer, status: 404 }
          : undefined,
    },
    fails: ["HTTP-040"],
    in: ["http/2025-11-25"],
  },
  {
    id: "session-survives-delete",
    vice: "Accepts DELETE and goes on serving the session.",
    hooks: { skip: ["session-ended"] },
    fails: ["HTTP-041"],
    in: ["http/2025-11-25"],
  },
  {
    id: "session-ended-400",
    vice: "Answers 400 in a session that was ended.",
    hooks: {
      httpAnswer: (answer, { request }) =>
        answer.status === 404 && request.headers["mcp-session-id"] !== undefined
          ? { ...answer, status: 400 }
          : undefined,
    },
    fails: ["HTTP-041"],
    in: ["http/2025-11-25"],
  },
  {
    id: "session-unknown-served",
    vice: "Serves requests with session ids it never issued.",
    hooks: { skip: ["session-unknown"] },
    fails: ["HTTP-042"],
    in: ["http/2025-11-25"],
  },
  {
    id: "delete-500",
    vice: "Answers DELETE with 500.",
    hooks: { httpRequest: refusing(500, isMethod("DELETE")) },
    fails: ["HTTP-043"],
    in: ["http/2025-11-25"],
  },
  {
    id: "initialize-wants-session",
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
    fails: ["HTTP-044"],
    in: ["http/2025-11-25"],
  },
  {
    id: "down-after-lost-client",
    vice: "Breaks the connection of the client that comes back after it vanished.",
    hooks: {
      // The only initialize with this id, apart from one with an Origin, is that of the client that comes back.
      httpRequest: (exchange) => {
        if (!bodyHas('"id":102,"method":"initialize"')(exchange) || hasHeader("origin")(exchange)) return false;
        exchange.response.destroy();
        return true;
      },
    },
    fails: ["HTTP-047"],
    in: ["http/2025-11-25"],
  },
  {
    id: "clients-mixed",
    vice: "Mixes up the results of clients that use the same ids.",
    hooks: mixingClients,
    fails: ["HTTP-045"],
    in: ["http/2026-07-28", "http/2025-11-25", "http+sse/2024-11-05"],
  },
  {
    id: "session-id-refused",
    vice: "Looks for the session of a request that bears a session id.",
    hooks: { httpRequest: refusing(404, (one) => isMethod("POST")(one) && hasHeader("mcp-session-id")(one)) },
    fails: ["HTTP-054"],
    in: ["http/2026-07-28"],
  },
  {
    id: "session-id-minted",
    vice: "Issues a session id with every answer.",
    hooks: {
      httpAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, "Mcp-Session-Id": "one-and-only" } }),
    },
    fails: ["HTTP-055"],
    in: ["http/2026-07-28"],
  },
  {
    id: "stateless-delete-200",
    vice: "Accepts DELETE without having sessions.",
    hooks: { httpRequest: refusing(200, isMethod("DELETE")) },
    fails: ["HTTP-053"],
    in: ["http/2026-07-28"],
  },
];

const OLD_TRANSPORT: readonly Mutant[] = [
  {
    id: "old-transport-elsewhere",
    vice: "Keeps the old event stream and announces an address at another origin there.",
    hooks: { sseEvent: (text) => text.replace("data: /messages", "data: http://127.0.0.2:9/messages") },
    options: { withHttpSse: true },
    fails: ["HTTP-010"],
    in: ["http/2025-11-25"],
  },
  {
    id: "old-transport-offered",
    vice: "Offers the old transport at the endpoint of a new server.",
    hooks: {
      httpRequest: ({ request, response }) => {
        if (request.method !== "GET") return false;
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write("event: endpoint\ndata: /messages?sessionId=1\n\n");
        return true;
      },
    },
    fails: ["HTTP-011", "HTTP-052"],
    in: ["http/2026-07-28"],
  },
  {
    id: "sse-stream-gone",
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
    fails: ["HTTP-001"],
    in: ["http+sse/2024-11-05"],
  },
  {
    id: "sse-endpoint-as-json",
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
    fails: ["HTTP-002"],
    in: ["http+sse/2024-11-05"],
  },
  {
    id: "sse-post-refused",
    vice: "Refuses notifications at the address it announced.",
    hooks: { httpRequest: refusing(400, bodyHas('"notifications/initialized"')) },
    fails: ["HTTP-004"],
    in: ["http+sse/2024-11-05"],
  },
  {
    id: "sse-endpoint-elsewhere",
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
    fails: ["HTTP-004"],
    in: ["http+sse/2024-11-05"],
  },
];

export const HTTP_MUTANTS: readonly Mutant[] = [
  ...ORIGINS,
  ...BROWSERS,
  ...HTTP_ANSWER_MUTANTS,
  ...HTTP_STREAM_MUTANTS,
  ...HTTP_CLIENT_MUTANTS,
  ...SESSIONS,
  ...OLD_TRANSPORT,
];
