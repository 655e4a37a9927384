import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { DEFAULT_LIMITS } from "../../src/wire/limits.ts";

/** The founding form, as it was first published. */
export const MINIMAL = `{
"server_label": "stdio://my-server",
"server_capabilities": { "tools": {} },
"exchanges": [
{
"request": { "jsonrpc": "2.0", "id": 1, "method": "initialize" },
"response": { "jsonrpc": "2.0", "id": 1, "result": {} }
},
{
"request": { "jsonrpc": "2.0", "id": 2, "method": "tools/list" },
"response": { "jsonrpc": "2.0", "id": 2, "result": { "tools": [] } }
}
]
}`;

const HTTP_EXCHANGE: Exchange = {
  id: "main/1",
  conversation: "main",
  step: "initialize",
  request: { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } },
  response: { jsonrpc: "2.0", id: 1, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} } } },
  seq: 1,
  response_seq: 3,
  response_sse: { event: "message", id: "e-2", retry: 1500 },
  meanwhile: [
    {
      seq: 2,
      at_ms: 11.5,
      message: { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "hello" } },
      sse: { id: "e-1" },
    },
    { seq: 4, at_ms: 13, message: { jsonrpc: "2.0", method: "notifications/tools/list_changed" }, late: true },
  ],
  http: {
    method: "POST",
    request_headers: [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
    ],
    status: 200,
    status_text: "OK",
    http_version: "1.1",
    response_headers: [
      ["content-type", "text/event-stream"],
      ["mcp-session-id", "c0ffee"],
    ],
    body_bytes: 312,
    stream: {
      events: 3,
      comments: 1,
      line_endings: ["lf", "crlf"],
      byte_order_mark: true,
      last_event_id: "e-2",
      retry_ms: 1500,
      ended_by: "server",
      odd_lines: 1,
      odd_text: { encoding: "utf8", data: "{}\n" },
      unfinished: { encoding: "utf8", data: "data: {" },
    },
    stray_bytes: 4,
  },
  timing: { start_ms: 1.2, head_ms: 8, response_ms: 12, end_ms: 14.5 },
};

/** Every member of the format at least once, in the order the writer puts them. */
export const FULL: Capture = {
  format: "mcptest-capture/1",
  server_label: "https://example.org/mcp",
  server_capabilities: { tools: { listChanged: true } },
  tool: { name: "mcptest", version: "0.1.0" },
  target: {
    kind: "http",
    url: "https://example.org/mcp",
    header_names: ["X-Api-Key"],
    insecure: true,
    listens_on: ["127.0.0.1"],
  },
  transport: "streamable-http",
  server_info: { name: "example", version: "1.0.0" },
  era: { verdict: "stateful", reason: "initialize was answered", shown_by: ["main/1"] },
  revisions: {
    probed: "2025-11-25",
    listed: ["2025-11-25"],
    asked: [
      { revision: "2025-11-25", answered: "2025-11-25", exchange: "main/1" },
      { revision: "2025-03-26", answered: null, exchange: "older/1" },
    ],
  },
  limits: DEFAULT_LIMITS,
  not_probed: [{ conversation: "main", step: "call", reason: "unsafe-to-probe", detail: "declares no hint" }],
  started_at: "2026-01-02T03:04:05.678Z",
  redaction: {
    scheme: "hmac-sha256/12",
    replaced: 2,
    returned: [{ exchange: "stateful/1", what: ["token", "private-key"] }],
  },
  conversations: [
    {
      id: "main",
      purpose: "the newest revision",
      transport: "streamable-http",
      probes: "2025-11-25",
      revision: "2025-11-25",
      session_id: "c0ffee",
      opened_ms: 0.4,
      closed_ms: 40,
      trouble: { kind: "limit-exceeded", detail: "too many messages", limit: "messages" },
    },
    {
      id: "older",
      purpose: "an older revision",
      transport: "stdio",
      opened_ms: 1,
      process: {
        exit_code: null,
        signal: "SIGTERM",
        ended_by: "sigterm",
        shutdown_ms: 2004.5,
        survivors: 1,
        stdout_bytes: 10,
        stderr_bytes: 12,
        stderr: { encoding: "base64", data: "/w==" },
        stderr_tail: { encoding: "utf8", data: "end", cut_from: 9 },
      },
    },
  ],
  exchanges: [
    HTTP_EXCHANGE,
    {
      id: "main/2",
      conversation: "main",
      step: "broken",
      deliberate: true,
      request_raw: { encoding: "utf8", data: "{" },
      request_notes: [{ kind: "not-json", offset: 1 }],
      response: [{ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }],
      response_raw: { encoding: "utf8", data: '{"a":1,"a":2}' },
      response_notes: [
        { kind: "duplicate-key", at: "/a", offset: 7 },
        { kind: "unsafe-number", at: "/n", offset: 9, detail: "9007199254740993" },
      ],
      seq: 5,
      http: {
        method: "DELETE",
        url: "https://example.org/other",
        request_headers: [],
        status: 307,
        body: { encoding: "utf8", data: "moved", cut_from: 90 },
        redirect: { location: "https://example.org/new", followed: false },
      },
      timing: { start_ms: 15, end_ms: 16 },
      trouble: { kind: "not-json", detail: "the body is declared as JSON and is not", code: "EX" },
    },
    { request: { jsonrpc: "2.0", method: "notifications/initialized" } },
  ],
  unsolicited: [
    { conversation: "older", seq: 9, at_ms: 3, raw: { encoding: "utf8", data: "hi" }, notes: [{ kind: "not-json" }] },
  ],
  outcome: "complete",
  closed: true,
  reader_notes: ["a note"],
};

export const STDIO: Capture = {
  format: "mcptest-capture/1",
  server_label: "stdio:node server.js",
  server_capabilities: null,
  target: { kind: "stdio", command: ["node", "server.js"], env_names: ["API_KEY"], cwd: "/srv" },
  transport: "stdio",
  exchanges: [
    {
      request: { jsonrpc: "2.0", id: 1, method: "ping" },
      trouble: { kind: "timed-out", detail: "late", limit: "startMs" },
    },
  ],
  outcome: "run-timed-out",
};
