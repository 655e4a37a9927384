import type { Hooks } from "../../../servers/hooks.ts";
import { DUAL, EVENT_STREAM, STATEFUL, STATELESS } from "../../contexts.ts";
import { addHeaders, bodyHas, onStatus, withHeaders } from "../../http-edits.ts";
import {
  all,
  always,
  eachAlways,
  is,
  isAbsent,
  isNoneOf,
  isOneOf,
  meets,
  never,
  some,
  strictly,
} from "../../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../../variant.ts";

const CHARSETS: Readonly<Record<string, string>> = {
  "application/json": "Application/JSON; charset=utf-8",
  "text/event-stream": "text/event-stream;charset=UTF-8",
};

/** Where mcptest says that it comes from. */
const FOREIGN_ORIGIN = "http://mcptest.invalid";

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

export const REQUESTS_NEAR_MISSES: NearMissTable = {
  "errors-with-400": sameAs("messages", {
    "HTTP-016": always.isNoneOf("the error does not come with 400", "unknown_prompt.status", [400]),
    "HTTP-012": always.isNoneOf("the error does not come with 400", "unknown_method.status", [400]),
  }),
  "own-codes": sameAs("messages", {
    "HTTP-005": {
      name: "a refused origin gets no code of the server's own",
      expect: [{ target: "foreign_origin.error.code", matcher: { not: { exact: 4030 } } }],
    },
  }),
  "charset-parameters": nearMiss(STATELESS, STATEFUL, "http+sse/2024-11-05", {
    choice: "Writes its content types in another case and with a charset parameter.",
    permittedBy: "RFC 9110 section 8.3.1: type and subtype are case-insensitive, and parameters may follow.",
    httpAnswer: (answer) => {
      const { "Content-Type": type = "", ...headers } = answer.headers;
      return type === "" ? undefined : { ...answer, headers: { ...headers, "Content-Type": CHARSETS[type] ?? type } };
    },
    "HTTP-015": meets("the content type has no parameters", 'tools_list.headers["content-type"]', {
      pattern: "^[^;]*$",
    }),
    "HTTP-026": meets("the content type has no parameters", 'get_stream.headers["content-type"]', {
      pattern: "^[^;]*$",
    }),
    "HTTP-001": never("content types have no parameters", {
      http: { response_headers: some(is({ prefixItems: [{ pattern: "^[Cc]ontent-[Tt]ype$" }, { pattern: ";" }] })) },
    }),
  }),
  "extra-headers": nearMiss(EVENT_STREAM, {
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
    "HTTP-049": isOneOf("X-Accel-Buffering is spelled no", "event_streams.buffering", ["no"]),
    "HTTP-055": strictly({ in: STATELESS }).isAbsent("there is no cookie", 'discover.headers["set-cookie"]'),
    "HTTP-051": isAbsent("there is no cookie", 'with_last_event_id.headers["set-cookie"]'),
    "HTTP-054": isAbsent("there is no cookie", 'with_session_id.headers["set-cookie"]'),
  }),
  "accepted-with-type": nearMiss({
    choice: "Answers an accepted notification with 202, a Content-Type and an empty chunked body.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: 202 Accepted with no body; no sentence speaks of its headers.",
    hooks: onStatus(202, withHeaders({ "Content-Type": "application/json", "Content-Length": "0" })),
    "HTTP-013": isAbsent("202 comes without a content type", 'unknown_notification.headers["content-type"]'),
  }),
  "unknown-notification-refused": nearMiss({
    choice: "Refuses a notification it does not know with 400 and a JSON-RPC error without an id.",
    permittedBy:
      "2025-11-25 basic/transports#sending-messages-to-the-server: a notification that cannot be accepted gets an HTTP error status, and the body may be a JSON-RPC error without an id.",
    httpRequest: (exchange) => {
      if (!unknownNotification(exchange) || exchange.request.headers.origin !== undefined) return false;
      exchange.response.writeHead(400, { "Content-Type": "application/json" });
      exchange.response.end('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Unknown notification"}}');
      return true;
    },
    "HTTP-014": meets("every notification is accepted", "notification_posts.status", { maximum: 299 }),
  }),
  "no-get-stream": nearMiss(STATEFUL, "http/2025-06-18", "http/2025-03-26", {
    choice: "Has no stream for GET and no DELETE, and answers both with 405.",
    permittedBy:
      "2025-11-25 basic/transports#listening-for-messages-from-the-server: the server must return text/event-stream or else 405; DELETE may be answered with 405.",
    httpAnswer: (answer, { httpMethod }) =>
      httpMethod !== "POST" && answer.status < 300 ? { status: 405, headers: { Allow: "POST" }, body: "" } : undefined,
    streamEnd: () => undefined,
    "HTTP-012": isOneOf("GET opens a stream", "get_stream.status", [200]),
  }),
  "no-sessions": nearMiss(STATEFUL, {
    choice: "Hands out no session id and serves every request without one.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: a server may assign a session id at initialization time.",
    options: { without: ["logging"] },
    hooks: noSessions,
    "HTTP-040": always.has("initialize hands out a session id", "initialize.headers", "mcp-session-id"),
  }),
  "long-session-id": nearMiss(STATEFUL, "http/2025-06-18", "http/2025-03-26", {
    choice: "Gives sessions an id of 130 characters that uses every visible ASCII character.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: the session id must only contain visible ASCII characters, 0x21 to 0x7E.",
    sessionId: longSessionId,
    "HTTP-038": meets("session ids are made of letters, digits and hyphens", "session_ids", {
      pattern: "^[A-Za-z0-9-]+$",
    }),
    "HTTP-041": eachAlways.meets("session ids have at most 64 characters", "session_ids", { maxLength: 64 }),
  }),
  "short-random-session-id": nearMiss(STATEFUL, "http/2025-06-18", "http/2025-03-26", {
    choice: "Gives sessions an id that is a constant prefix and sixteen random hex digits.",
    permittedBy:
      "2025-11-25 basic/transports#session-management: the id should be globally unique and cryptographically secure; no form is named.",
    sessionId: () => `session-of-the-example-server-${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`,
    ...all(["HTTP-039", "SEC-008"], meets("at least 20 characters vary", "session_id_make.varying", { minimum: 20 })),
  }),
  "sessions-end-early": nearMiss(STATEFUL, {
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
    "HTTP-041": eachAlways.isNoneOf("a session lives as long as its client", "request_posts.status", [404]),
  }),
  "forbidden-page": nearMiss(STATELESS, STATEFUL, "http/2025-03-26", {
    choice: "Refuses a foreign origin with 403 and a page of HTML.",
    permittedBy:
      "2025-11-25 basic/transports#security-warning: an invalid Origin gets 403, and the body may be a JSON-RPC error without an id.",
    hooks: onStatus(403, () => ({ status: 403, headers: { "Content-Type": "text/html" }, body: "<h1>Forbidden</h1>" })),
    "HTTP-005": meets("a refused origin gets a JSON-RPC error", "foreign_origin.error", { type: "object" }),
  }),
  "origin-refused-500": nearMiss("http/2025-06-18", "http/2025-03-26", "http+sse/2024-11-05", {
    choice: "Refuses a foreign origin by an exception of its middleware, with 500 and a page of HTML.",
    permittedBy:
      "2025-06-18 basic/transports#security-warning: servers must validate the Origin header; no status is named before 2025-11-25.",
    hooks: onStatus(403, () => ({
      status: 500,
      headers: { "Content-Type": "text/html" },
      body: "<pre>Error: Not allowed by CORS</pre>",
    })),
    "HTTP-005": meets("a refused origin gets a status below 500", "foreign_origin.status", { maximum: 499 }),
  }),
  "origin-refused-in-json": nearMiss("http/2025-06-18", "http/2025-03-26", {
    choice: "Refuses a message from a foreign origin with 200 and a JSON-RPC error.",
    permittedBy:
      "2025-06-18 basic/transports#security-warning: servers must validate the Origin header; no status is named before 2025-11-25, and a request is answered as JSON.",
    httpRequest: ({ request, response, body }) => {
      if (request.method !== "POST" || request.headers.origin !== FOREIGN_ORIGIN) return false;
      const { id } = JSON.parse(body.toString("utf8")) as { id?: string | number };
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: "Origin not allowed" } }));
      return true;
    },
    "HTTP-005": meets("a refused origin gets an error status", "foreign_origin.status", { minimum: 400 }),
  }),
  "stream-later": nearMiss(STATEFUL, "http/2025-06-18", "http/2025-03-26", {
    choice: "Has no room for the GET stream at the moment, and answers it with 503 and a Retry-After of a minute.",
    permittedBy:
      "RFC 9110 15.6.4: 503 is for a server that cannot handle the request for the time being; 2025-11-25 basic/transports#listening-for-messages-from-the-server names what it answers when it can.",
    httpRequest: ({ request, response }) => {
      if (request.method !== "GET" || request.headers.origin !== undefined) return false;
      response.writeHead(503, { "Retry-After": "60", "Content-Type": "text/plain" }).end("Try again later");
      return true;
    },
    "HTTP-012": meets("GET gets no 5xx", "get_stream.status", { maximum: 499 }),
    "HTTP-026": always.isOneOf("GET gets a stream or 405", "get_stream.status", [200, 405]),
  }),
  "one-id-for-both-eras": nearMiss(STATELESS, DUAL, {
    choice: "Serves both eras, and puts the id of its connection into Mcp-Session-Id on every answer.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: a server that supports only this revision should not mint session ids; of others nothing is said.",
    httpAnswer: (answer, { era }) =>
      era === "stateless"
        ? { ...answer, headers: { ...answer.headers, "Mcp-Session-Id": "connection-of-the-example-server" } }
        : undefined,
    "HTTP-055": eachAlways.isAbsent("no answer has a session id", "session_headers"),
  }),
  "misdirected-host": nearMiss(STATELESS, STATEFUL, "http+sse/2024-11-05", {
    choice: "Refuses a foreign Host with 421 and plain text, and every foreign origin with headers for CORS.",
    permittedBy:
      "RFC 9110 15.5.20: 421 is for a server that does not answer for the authority asked for; no sentence of MCP forbids headers on a refusal.",
    httpRequest: ({ request, response }) => {
      if (request.headers.host?.startsWith("127.0.0.1:")) return false;
      response.writeHead(421, { "Content-Type": "text/plain" }).end("Misdirected Request");
      return true;
    },
    httpAnswer: withHeaders({ "Access-Control-Allow-Origin": "*" }),
    "HTTP-005": isNoneOf("no foreign page may read any answer", "cross_origin_grants.allows", ["any"]),
  }),
  "old-headers-noted": nearMiss(STATELESS, {
    choice:
      "Notes in headers of its own which headers of older revisions it passed over, and a session of its cluster.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: such headers are ignored; no sentence forbids headers of the server's own.",
    httpAnswer: (answer, { request }) => {
      const noted = ["last-event-id", "mcp-session-id"].filter((name) => request.headers[name] !== undefined);
      const headers = { ...answer.headers, "X-Cluster-Session": "b7" };
      return {
        ...answer,
        headers: noted.length === 0 ? headers : { ...headers, "X-Passed-Over": noted.join(", ") },
      };
    },
    "HTTP-051": isAbsent("nothing is said of Last-Event-ID", "with_last_event_id.headers.x-passed-over"),
    "HTTP-054": isAbsent("nothing is said of a session id", "with_session_id.headers.x-passed-over"),
    "HTTP-055": always.isNoneOf("no header speaks of a session", "discover.headers.x-cluster-session", ["b7"]),
  }),
};
