import type { Capture } from "../../src/capture/capture.ts";

/** Each branch of the transcript at least once. */
export const EVERYTHING: Capture = {
  format: "mcptest-capture/1",
  server_label: "https://example.org/mcp",
  server_capabilities: { tools: {}, resources: { subscribe: true } },
  target: { kind: "http", url: "https://example.org/mcp", header_names: [], insecure: true },
  server_info: { name: "example", version: "1.2.3" },
  era: { verdict: "stateful", reason: "initialize was answered", shown_by: ["main/1"] },
  revisions: {
    probed: "2025-11-25",
    asked: [
      { revision: "2025-11-25", answered: "2025-11-25", exchange: "main/1" },
      { revision: "2025-06-18", answered: "2025-06-18", exchange: "older/1" },
      { revision: "2024-11-05", answered: "2025-11-25", exchange: "oldest/1" },
    ],
  },
  conversations: [
    { id: "main", purpose: "the newest revision", transport: "streamable-http", revision: "2025-11-25", opened_ms: 0 },
    {
      id: "child",
      purpose: "over stdio",
      transport: "stdio",
      opened_ms: 0,
      process: { exit_code: 3, signal: null, ended_by: "itself", stdout_bytes: 1, stderr_bytes: 0 },
      trouble: { kind: "unexpected-exit", detail: "the child ended by itself" },
    },
    {
      id: "killed",
      purpose: "shutdown",
      transport: "stdio",
      opened_ms: 0,
      process: { exit_code: null, signal: "SIGKILL", ended_by: "sigkill", stdout_bytes: 0, stderr_bytes: 0 },
    },
    {
      id: "never",
      purpose: "a command that does not exist",
      transport: "stdio",
      opened_ms: 0,
      process: { exit_code: null, signal: null, ended_by: "not-started", stdout_bytes: 0, stderr_bytes: 0 },
    },
  ],
  exchanges: [
    {
      id: "main/1",
      conversation: "main",
      step: "initialize",
      request: {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "mcptest", version: "0.1.0" } },
      },
      response: { jsonrpc: "2.0", id: 1, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} } } },
      meanwhile: [
        { seq: 2, at_ms: 1, message: { jsonrpc: "2.0", method: "notifications/message", params: { level: "info" } } },
        { seq: 4, at_ms: 3, message: { jsonrpc: "2.0", method: "notifications/tools/list_changed" }, late: true },
      ],
      http: { method: "POST", request_headers: [], status: 200 },
    },
    {
      conversation: "main",
      request: { jsonrpc: "2.0", method: "notifications/initialized", params: { _meta: { a: 1 } } },
      http: { method: "POST", request_headers: [], status: 202 },
    },
    {
      conversation: "main",
      request: { jsonrpc: "2.0", id: 3, method: "no/such/method" },
      deliberate: true,
      response: { jsonrpc: "2.0", id: 3, error: { code: -32601, message: "Method not found" } },
      http: { method: "POST", request_headers: [], status: 404 },
    },
    {
      conversation: "main",
      step: "open-stream",
      http: {
        method: "GET",
        request_headers: [],
        status: 200,
        stream: { events: 2, comments: 0, line_endings: ["lf"], ended_by: "client" },
      },
    },
    { conversation: "main", http: { method: "DELETE", request_headers: [], status: 405 } },
    {
      conversation: "main",
      step: "html",
      request: { jsonrpc: "2.0", id: 4, method: "ping" },
      http: {
        method: "POST",
        request_headers: [],
        status: 502,
        body: { encoding: "utf8", data: "<h1>Bad\nGateway</h1>" },
      },
      trouble: { kind: "not-json", detail: "the body is declared as JSON and is not" },
    },
    {
      conversation: "main",
      request: { jsonrpc: "2.0", id: 5, method: "ping" },
      http: { method: "POST", request_headers: [], body: { encoding: "base64", data: "//79" } },
      trouble: { kind: "not-http", detail: "the bytes received are not a well-formed HTTP response" },
    },
    {
      conversation: "main",
      request: [
        { jsonrpc: "2.0", id: 6, method: "ping" },
        { jsonrpc: "2.0", id: 7, method: "ping" },
      ],
      response: [
        { jsonrpc: "2.0", id: 6, result: {} },
        { jsonrpc: "2.0", id: 7, result: {} },
      ],
    },
    {
      conversation: "child",
      deliberate: true,
      request_raw: { encoding: "utf8", data: '{"jsonrpc":\n' },
      response: { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } },
      response_raw: { encoding: "utf8", data: "{}" },
      response_notes: [{ kind: "duplicate-key", at: "/error/code" }, { kind: "carriage-return" }],
    },
    {
      conversation: "child",
      deliberate: true,
      request_raw: { encoding: "base64", data: "/w==" },
      response_raw: { encoding: "base64", data: "/w==", cut_from: 70_000 },
      response_notes: [{ kind: "invalid-utf8" }, { kind: "not-json" }, { kind: "too-deep" }, { kind: "empty-line" }],
    },
    { conversation: "child", request: { id: 1, method: 7 }, response: null },
    { conversation: "child", request: { method: "tools/call", params: [1] }, response: { neither: true } },
    {
      conversation: "child",
      request: { jsonrpc: "2.0", id: 9, method: "ping" },
      trouble: { kind: "timed-out", detail: "no response within 30000 ms", limit: "exchangeMs" },
    },
    { request: { jsonrpc: "2.0", id: 1, method: "loose" }, response: { jsonrpc: "2.0", id: 1, result: "x" } },
    { conversation: "unheard-of", step: "nothing-sent" },
  ],
  unsolicited: [
    {
      conversation: "child",
      seq: 1,
      at_ms: 0,
      raw: { encoding: "utf8", data: "Server ready!" },
      notes: [{ kind: "not-json" }],
    },
    { conversation: "child", seq: 2, at_ms: 0, message: { jsonrpc: "2.0", id: 99, result: {} } },
    { conversation: "child", seq: 3, at_ms: 0 },
    { conversation: "unheard-of", seq: 1, at_ms: 0, message: "stray" },
  ],
  not_probed: [{ conversation: "main", step: "call", reason: "unsafe-to-probe", detail: "it declares nothing" }],
  outcome: "aborted",
  closed: false,
  reader_notes: ["line 9 is half written and was dropped"],
};

export const DUAL: Capture = {
  server_label: "stdio:node server.js",
  server_capabilities: null,
  target: { kind: "stdio", command: ["node", "server.js"], env_names: [] },
  server_info: { name: "nameless" },
  era: { verdict: "dual", reason: "both answered", shown_by: [] },
  revisions: { probed: "2026-07-28", asked: [{ revision: "2025-11-25", answered: "2025-11-25", exchange: "a" }] },
  exchanges: [{ request: { method: "ping" }, response: { result: {} } }],
  outcome: "complete",
};

export const UNKNOWN: Capture = {
  server_label: "https://example.org/nothing",
  server_capabilities: {},
  server_info: "no object",
  era: { verdict: "none", reason: "nothing answered", shown_by: [] },
  exchanges: [
    { request: { method: "initialize" }, trouble: { kind: "refused", detail: "nothing accepted the connection" } },
  ],
  outcome: "unreachable",
};

export const EMPTY: Capture = { server_label: "x", server_capabilities: null, exchanges: [] };
