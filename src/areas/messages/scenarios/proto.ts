import type { Json } from "../../../base/json.ts";
import { TRICKY_TEXT } from "../../../capture/scenario-names.ts";
import { CLOSE, CONNECT, call, LIST_TOOLS, onCall, tool, withTools } from "../../../probe/scenario/parts.ts";
import { PLAIN_OFFER } from "../../../probe/scenario/plain-offer.ts";
import type { Action, Scenario } from "../../../probe/scenario/scenario.ts";
import { CALL_ECHO, onStep, step, steps, WITH_REPORT } from "../../../probe/scenario/steps.ts";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

const DATA: readonly Json[] = ["text", 7, null, [1, "two"], { a: { b: [] } }, true, "", 0.5];

const LOGS: readonly Action[] = LEVELS.map((level, index) => ({
  do: "notify",
  method: "notifications/message",
  params: { level, data: DATA[index] ?? null, ...(index % 2 === 0 ? { logger: "test" } : {}) },
}));

const stray = (progress: number): Action => ({
  do: "notify",
  method: "notifications/progress",
  params: { progressToken: "of-nobody", progress, total: 10 },
});

const VERSIONS: Json = { supported: ["2026-07-28"], requested: "$version" };

/** Over HTTP with 400, as errors of the protocol are. */
const refused = (code: number, message: string, data?: Json): Action => ({
  do: "status",
  status: 400,
  body: { jsonrpc: "2.0", id: "$id", error: { code, message, ...(data === undefined ? {} : { data }) } },
});

const textResult = (text: string) => ({ content: [{ type: "text", text }] });

/** Messages that are unusual, misplaced or wrong, and answers that come in unusual ways. */
export const MESSAGES: readonly Scenario[] = [
  {
    name: "odd-messages",
    face: "dual",
    deliberate: true,
    offers: WITH_REPORT,
    reactions: [
      onStep(
        1,
        { do: "notify", method: "notifications/x-unknown", params: { a: [1] } },
        { do: "notify", method: "notifications/x-unknown" },
        { do: "answer" },
      ),
      onStep(
        2,
        { do: "message", message: { jsonrpc: "2.0", id: 987654, result: textResult("of another call") } },
        { do: "answer" },
      ),
      onStep(3, stray(9), stray(4), { do: "answer" }),
      onStep(4, { do: "message", message: { jsonrpc: "2.0", id: "$id", result: textResult("step 4") } }),
      onStep(5, ...LOGS, { do: "answer" }),
      onStep(
        6,
        {
          do: "repeat",
          times: 300,
          actions: [{ do: "notify", method: "notifications/message", params: { level: "debug", data: "again" } }],
        },
        {
          do: "notify",
          method: "notifications/message",
          params: { level: "debug", data: "x".repeat(262_144) },
        },
        { do: "answer" },
      ),
    ],
    plan: steps(7),
    instructions: CALL_ECHO(7),
  },
  {
    name: "surprises",
    face: "dual",
    offers: {
      ...WITH_REPORT,
      capabilities: {
        ...PLAIN_OFFER.capabilities,
        xFuture: { a: 1 },
        experimental: { "com.example/x": {} },
        extensions: { "com.example/y": {} },
      },
      serverInfo: { name: "mcptest-client-server", version: "1.0.0", motto: "unknown to everybody" },
    },
    reactions: [
      onStep(1, {
        do: "result",
        result: {
          content: [{ type: "text", text: "step 1", _meta: { "com.example/x": { a: 1 } } }],
          _meta: { "com.example/x": { a: 1 }, "com.example/y": 7 },
        },
      }),
      onStep(2, { do: "error", error: { code: -32603, message: "boom", data: { deep: [1] } } }),
      onStep(3, {
        do: "result",
        result: { content: [{ type: "text", text: "step 3", shade: "blue" }], unheardOf: { a: [1] } },
      }),
    ],
    plan: steps(4),
    instructions: CALL_ECHO(4),
  },
  {
    name: "two-at-once",
    face: "dual",
    offers: WITH_REPORT,
    reactions: [
      onStep(
        1,
        { do: "notify", method: "notifications/progress", params: { progressToken: "$token", progress: 0.5 } },
        { do: "wait", ms: 150 },
        {
          do: "notify",
          method: "notifications/progress",
          params: { progressToken: "$token", progress: 1.5, total: 3.5 },
        },
        { do: "wait", ms: 150 },
        { do: "answer" },
      ),
      onStep(
        2,
        { do: "notify", method: "notifications/progress", params: { progressToken: "$token", progress: 10 } },
        { do: "wait", ms: 50 },
        { do: "notify", method: "notifications/progress", params: { progressToken: "$token", progress: 20.25 } },
        { do: "answer" },
      ),
    ],
    plan: [
      { op: "connect" },
      {
        op: "parallel",
        operations: ["left", "right"].map((text) => ({
          op: "call" as const,
          name: "echo",
          arguments: { text },
          progress: true as const,
          report: text,
        })),
      },
      { op: "close" },
    ],
    instructions: ["Call the tool echo twice at the same time, with different texts."],
  },
  {
    name: "pieces",
    face: "dual",
    offers: {
      tools: [
        ...PLAIN_OFFER.tools,
        {
          tool: {
            name: "get_text",
            description: "Returns a text to be reported.",
            inputSchema: { type: "object" },
            annotations: { readOnlyHint: true },
          },
        },
      ],
    },
    reactions: [
      {
        on: { method: "tools/call", name: "get_text" },
        actions: [{ do: "split", result: textResult(TRICKY_TEXT), gapMs: 30 }],
      },
      onStep(1, { do: "split", gapMs: 30 }),
      onStep(2, {
        do: "joined",
        messages: [0.1, 0.2].map((progress) => ({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: "$token", progress },
        })),
      }),
      onStep(3, { do: "result", result: textResult("x".repeat(524_288)) }),
    ],
    plan: [
      { op: "connect" },
      step(1),
      step(2, { progress: true }),
      { op: "call", name: "echo", arguments: { text: "step 3" } },
      { op: "call", name: "get_text", report: "get_text" },
      { op: "call", name: "echo", arguments: { text: TRICKY_TEXT } },
      { op: "close" },
    ],
  },
  {
    name: "unknown-result-type",
    face: "stateless",
    deliberate: true,
    offers: WITH_REPORT,
    reactions: [onStep(1, { do: "result", result: { resultType: "x-unknown", ...textResult("not to be used") } })],
    plan: steps(2),
  },
  {
    name: "reserved-codes",
    face: "stateless",
    deliberate: true,
    offers: {
      tools: withTools(
        tool("draft_version", "Fails with a code of a draft."),
        tool("draft_header", "Fails with another code of a draft."),
        tool("broken", "Fails."),
      ),
    },
    reactions: [
      onCall("draft_version", refused(-32004, "Unsupported protocol version", VERSIONS)),
      onCall("draft_header", refused(-32001, "Header mismatch")),
      onCall("broken", refused(-32603, "Internal error")),
    ],
    plan: [CONNECT, LIST_TOOLS, call("draft_version"), call("draft_header"), call("broken"), LIST_TOOLS, CLOSE],
  },
  {
    name: "malformed-requests",
    face: "stateful",
    deliberate: true,
    reactions: [
      {
        on: { method: "tools/call" },
        actions: [
          { do: "ask", id: "srv-no-messages", method: "sampling/createMessage", params: { maxTokens: 5 } },
          {
            do: "ask",
            id: "srv-no-message",
            method: "elicitation/create",
            params: { requestedSchema: { type: "object", properties: {} } },
          },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "list", what: "tools" },
      { op: "close" },
    ],
    instructions: ["Call the tool add with two numbers."],
  },
  {
    name: "error-without-id",
    face: "dual",
    transport: "http",
    deliberate: true,
    offers: WITH_REPORT,
    reactions: [
      onStep(1, {
        do: "status",
        status: 400,
        body: { jsonrpc: "2.0", error: { code: -32600, message: "Invalid Request" } },
      }),
    ],
    plan: steps(2),
  },
  {
    name: "batched-answers",
    face: "stateful",
    revisions: ["2025-03-26"],
    offers: WITH_REPORT,
    reactions: [
      onStep(1, {
        do: "message",
        message: [
          { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "one" } },
          { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "two" } },
          { jsonrpc: "2.0", id: "$id", result: textResult("step 1") },
        ],
      }),
      onStep(2, { do: "status", status: 200, body: [{ jsonrpc: "2.0", id: "$id", result: textResult("step 2") }] }),
    ],
    plan: steps(3),
    instructions: CALL_ECHO(3),
  },
];
