// HTTP: status, headers, sessions, connections.

import type { JsonObject } from "../../../../src/base/json.ts";
import type { Hooks } from "../../hooks.ts";
import { bodyHas } from "../../mutants/tables/http-tools.ts";
import type { Innocent } from "../innocent.ts";
import { hasAll, isAbsent, isNoneOf, isOneOf, meets, recordedAs } from "./stricter.ts";

/** No header of this name has a value with this pattern. */
const noHeader = (name: string, value: string): JsonObject => ({
  not: {
    properties: {
      http: {
        required: ["response_headers"],
        properties: {
          response_headers: { contains: { prefixItems: [{ pattern: name }, { pattern: value }] } },
        },
      },
    },
    required: ["http"],
  },
});

const addHeaders = (headers: Record<string, string>): Hooks => ({
  httpAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }),
});

const CHARSETS: Readonly<Record<string, string>> = {
  "application/json": "Application/JSON; charset=utf-8",
  "text/event-stream": "text/event-stream;charset=UTF-8",
};

/** Where mcptest says that it comes from. */
const FOREIGN_ORIGIN = "http://mcptest.invalid";

const STATEFUL = ["http/2025-11-25", "http/2025-06-18", "http/2025-03-26"] as const;

const noSessions: Hooks = {
  skip: ["session-missing", "session-unknown"],
  httpAnswer: (answer, { httpMethod }) => {
    if (httpMethod === "DELETE" || httpMethod === "GET") return { status: 405, headers: { Allow: "POST" }, body: "" };
    const { "Mcp-Session-Id": _, ...headers } = answer.headers;
    return { ...answer, headers };
  },
};

/** A random start, and every visible character after it. */
const longSessionId = (): string =>
  `${crypto.randomUUID()}${Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join("")}`;

const unknownNotification = bodyHas('"notifications/mcptest_unknown"');

export const HTTP_INNOCENTS: readonly Innocent[] = [
  {
    id: "charset-parameters",
    choice: "Writes its content types in another case and with a charset parameter.",
    permittedBy: "RFC 9110 section 8.3.1: type and subtype are case-insensitive, and parameters may follow.",
    hooks: {
      httpAnswer: (answer) => {
        const { "Content-Type": type = "", ...headers } = answer.headers;
        return type === "" ? undefined : { ...answer, headers: { ...headers, "Content-Type": CHARSETS[type] ?? type } };
      },
    },
    in: ["http/2026-07-28", "http/2025-11-25", "http+sse/2024-11-05"],
    closestTo: {
      "HTTP-015": meets("the content type has no parameters", 'tools_list.headers["content-type"]', {
        pattern: "^[^;]*$",
      }),
      "SUBS-011": meets("the content type has no parameters", 'listen.headers["content-type"]', { pattern: "^[^;]*$" }),
      "HTTP-026": meets("the content type has no parameters", 'get_stream.headers["content-type"]', {
        pattern: "^[^;]*$",
      }),
      "HTTP-001": recordedAs("content types have no parameters", noHeader("^[Cc]ontent-[Tt]ype$", ";")),
    },
  },
  {
    id: "connection-close",
    choice: "Closes the connection after every answer.",
    permittedBy: "RFC 9112 section 9.6: a server may close a connection after any response.",
    hooks: addHeaders({ Connection: "close" }),
    closestTo: {
      "PROTO-064": isNoneOf("the connection stays open", "interleaved.headers.connection", ["close"]),
      "PROTO-065": isNoneOf("the connection stays open", "fresh_reads.headers.connection", ["close"]),
    },
  },
  {
    id: "extra-headers",
    choice: "Sends cookies, caching and other headers that MCP does not know, and writes NO in capitals.",
    permittedBy: "No sentence forbids it; RFC 9110 lets a server send any field.",
    hooks: addHeaders({
      "Set-Cookie": "lb=a1; Path=/; HttpOnly",
      Server: "nginx",
      "X-Request-Id": "7d9c",
      Vary: "Accept, Origin",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "NO",
      "Mcp-Server-Region": "eu",
    }),
    options: { sse: true },
    closestTo: {
      "HTTP-049": isOneOf("X-Accel-Buffering is spelled no", "event_streams.buffering", ["no"]),
      "HTTP-055": isAbsent("there is no cookie", 'discover.headers["set-cookie"]', { in: "http/2026-07-28" }),
      "HTTP-051": isAbsent("there is no cookie", 'with_last_event_id.headers["set-cookie"]'),
      "HTTP-054": isAbsent("there is no cookie", 'with_session_id.headers["set-cookie"]'),
    },
  },
  {
    id: "accepted-with-type",
    choice: "Answers an accepted notification with 202, a Content-Type and an empty chunked body.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: 202 Accepted with no body; no sentence speaks of its headers.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 202
          ? { ...answer, headers: { ...answer.headers, "Content-Type": "application/json", "Content-Length": "0" } }
          : undefined,
    },
    closestTo: {
      "HTTP-013": isAbsent("202 comes without a content type", 'unknown_notification.headers["content-type"]'),
    },
  },
  {
    id: "unknown-notification-refused",
    choice: "Refuses a notification it does not know with 400 and a JSON-RPC error without an id.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: a notification that cannot be accepted gets an HTTP error status, and the body may be a JSON-RPC error without an id.",
    hooks: {
      httpRequest: (exchange) => {
        if (!unknownNotification(exchange) || exchange.request.headers.origin !== undefined) return false;
        exchange.response.writeHead(400, { "Content-Type": "application/json" });
        exchange.response.end('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Unknown notification"}}');
        return true;
      },
    },
    closestTo: {
      "HTTP-014": meets("every notification is accepted", "notification_posts.status", { maximum: 299 }),
      "PROTO-019": meets("unknown notifications are accepted", "unknown_notification.status", { maximum: 299 }),
    },
  },
  {
    id: "no-get-stream",
    choice: "Has no stream for GET and no DELETE, and answers both with 405.",
    permittedBy:
      "2025-11-25 basic/transports#listening-for-messages-from-the-server: the server must return text/event-stream or else 405; DELETE may be answered with 405.",
    hooks: {
      httpAnswer: (answer, { httpMethod }) =>
        httpMethod !== "POST" && answer.status < 300
          ? { status: 405, headers: { Allow: "POST" }, body: "" }
          : undefined,
      streamEnd: () => undefined,
    },
    in: STATEFUL,
    closestTo: {
      "HTTP-012": isOneOf("GET opens a stream", "get_stream.status", [200]),
    },
  },
  {
    id: "no-sessions",
    choice: "Hands out no session id and serves every request without one.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: a server may assign a session id at initialization time.",
    hooks: noSessions,
    options: { without: ["logging"] },
    in: ["http/2025-11-25"],
    closestTo: {
      "HTTP-040": hasAll("initialize hands out a session id", "initialize.headers", ["mcp-session-id"], { when: [] }),
    },
  },
  {
    id: "long-session-id",
    choice: "Gives sessions an id of 130 characters that uses every visible ASCII character.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: the session id must only contain visible ASCII characters, 0x21 to 0x7E.",
    hooks: { sessionId: longSessionId },
    in: STATEFUL,
    closestTo: {
      "HTTP-038": meets("session ids are made of letters, digits and hyphens", "session_ids", {
        pattern: "^[A-Za-z0-9-]+$",
      }),
      "HTTP-041": meets(
        "session ids have at most 64 characters",
        "session_ids",
        { maxLength: 64 },
        { each: true, when: [] },
      ),
    },
  },
  {
    id: "short-random-session-id",
    choice: "Gives sessions an id that is a constant prefix and sixteen random hex digits.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: the id should be globally unique and cryptographically secure; no form is named.",
    hooks: {
      sessionId: () => `session-of-the-example-server-${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`,
    },
    in: STATEFUL,
    closestTo: {
      "HTTP-039": meets("at least 20 characters vary", "session_id_make.varying", { minimum: 20 }),
      "SEC-008": meets("at least 20 characters vary", "session_id_make.varying", { minimum: 20 }),
    },
  },
  {
    id: "sessions-end-early",
    choice: "Ends a session after thirty requests, with 404 from then on.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: the server may terminate the session at any time, after which it must respond with 404.",
    hooks: () => {
      const uses = new Map<string, number>();
      return {
        httpRequest: ({ request, response }) => {
          const id = String(request.headers["mcp-session-id"] ?? "");
          if (id === "" || request.method !== "POST") return false;
          const count = (uses.get(id) ?? 0) + 1;
          uses.set(id, count);
          if (count <= 30) return false;
          response.writeHead(404).end();
          return true;
        },
      };
    },
    in: ["http/2025-11-25"],
    closestTo: {
      "HTTP-041": isNoneOf("a session lives as long as its client", "request_posts.status", [404], {
        when: [],
        each: true,
      }),
    },
  },
  {
    id: "forbidden-page",
    choice: "Refuses a foreign origin with 403 and a page of HTML.",
    permittedBy:
      "2025-11-25 basic/transports#security-warning: an invalid Origin gets 403, and the body may be a JSON-RPC error without an id.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 403
          ? { status: 403, headers: { "Content-Type": "text/html" }, body: "<h1>Forbidden</h1>" }
          : undefined,
    },
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
    closestTo: {
      "HTTP-005": meets("a refused origin gets a JSON-RPC error", "foreign_origin.error", { type: "object" }),
    },
  },
  {
    id: "origin-refused-500",
    choice: "Refuses a foreign origin by an exception of its middleware, with 500 and a page of HTML.",
    permittedBy:
      "2025-06-18 basic/transports#security-warning: servers must validate the Origin header; no status is named before 2025-11-25.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 403
          ? { status: 500, headers: { "Content-Type": "text/html" }, body: "<pre>Error: Not allowed by CORS</pre>" }
          : undefined,
    },
    in: ["http/2025-06-18", "http/2025-03-26", "http+sse/2024-11-05"],
    closestTo: {
      "HTTP-005": meets("a refused origin gets a status below 500", "foreign_origin.status", { maximum: 499 }),
    },
  },
  {
    id: "origin-refused-in-json",
    choice: "Refuses a message from a foreign origin with 200 and a JSON-RPC error.",
    permittedBy:
      "2025-06-18 basic/transports#security-warning: servers must validate the Origin header; no status is named before 2025-11-25, and a request is answered as JSON.",
    hooks: {
      httpRequest: ({ request, response, body }) => {
        if (request.method !== "POST" || request.headers.origin !== FOREIGN_ORIGIN) return false;
        const { id } = JSON.parse(body.toString("utf8")) as { id?: string | number };
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: "Origin not allowed" } }));
        return true;
      },
    },
    in: ["http/2025-06-18", "http/2025-03-26"],
    closestTo: {
      "HTTP-005": meets("a refused origin gets an error status", "foreign_origin.status", { minimum: 400 }),
    },
  },
  {
    id: "stream-later",
    choice: "Has no room for the GET stream at the moment, and answers it with 503 and a Retry-After of a minute.",
    permittedBy:
      "RFC 9110 15.6.4: 503 is for a server that cannot handle the request for the time being; 2025-11-25 basic/transports#listening-for-messages-from-the-server names what it answers when it can.",
    hooks: {
      httpRequest: ({ request, response }) => {
        if (request.method !== "GET" || request.headers.origin !== undefined) return false;
        response.writeHead(503, { "Retry-After": "60", "Content-Type": "text/plain" }).end("Try again later");
        return true;
      },
    },
    in: STATEFUL,
    closestTo: {
      "HTTP-012": meets("GET gets no 5xx", "get_stream.status", { maximum: 499 }),
      "HTTP-026": isOneOf("GET gets a stream or 405", "get_stream.status", [200, 405], { when: [] }),
    },
  },
  {
    id: "one-id-for-both-eras",
    choice: "Serves both eras, and puts the id of its connection into Mcp-Session-Id on every answer.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: a server that supports only this revision should not mint session ids; of others nothing is said.",
    hooks: {
      httpAnswer: (answer, { era }) =>
        era === "stateless"
          ? { ...answer, headers: { ...answer.headers, "Mcp-Session-Id": "connection-of-the-example-server" } }
          : undefined,
    },
    options: { era: "dual" },
    in: ["http/2026-07-28"],
    closestTo: {
      "HTTP-055": isAbsent("no answer has a session id", "session_headers", { when: [], each: true }),
    },
  },
  {
    id: "misdirected-host",
    choice: "Refuses a foreign Host with 421 and plain text, and every foreign origin with headers for CORS.",
    permittedBy:
      "RFC 9110 15.5.20: 421 is for a server that does not answer for the authority asked for; no sentence of MCP forbids headers on a refusal.",
    hooks: {
      httpRequest: ({ request, response }) => {
        if (request.headers.host?.startsWith("127.0.0.1:")) return false;
        response.writeHead(421, { "Content-Type": "text/plain" }).end("Misdirected Request");
        return true;
      },
      httpAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, "Access-Control-Allow-Origin": "*" } }),
    },
    in: ["http/2026-07-28", "http/2025-11-25", "http+sse/2024-11-05"],
    closestTo: {
      "HTTP-005": isNoneOf("no foreign page may read any answer", "cross_origin_grants.allows", ["any"]),
    },
  },
  {
    id: "busy-at-times",
    choice: "Answers every ninth tool call with 429, a Retry-After of one second and a JSON-RPC error.",
    permittedBy:
      "2025-11-25 server/tools#security-considerations: servers must rate limit tool invocations; no sentence names a status.",
    hooks: () => {
      let calls = 0;
      return {
        httpRequest: ({ request, response, body }) => {
          if (request.method !== "POST" || !body.includes('"tools/call"')) return false;
          calls += 1;
          if (calls % 9 !== 0) return false;
          const { id } = JSON.parse(body.toString("utf8")) as { id?: string | number };
          response.writeHead(429, { "Content-Type": "application/json", "Retry-After": "1" });
          response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: 4290, message: "Too many requests" } }));
          return true;
        },
      };
    },
    closestTo: {
      "TOOL-022": recordedAs("no request is put off", {
        not: {
          required: ["http"],
          properties: { http: { required: ["status"], properties: { status: { const: 429 } } } },
        },
      }),
    },
  },
];
