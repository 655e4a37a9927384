import type { Scenario } from "../../../probe/scenario/scenario.ts";

const USUAL = { face: "dual", transport: "http", official: "tools_call" } as const;

/** The same answers in other forms. What a program does is the same in each, so that one form explains what is different. */
export const ANSWER_FORMS: readonly Scenario[] = [
  { name: "json-with-charset", ...USUAL, http: { jsonType: "application/json; charset=utf-8" } },
  { name: "streamed-answers", ...USUAL, http: { streams: true } },
  { name: "changing-answers", ...USUAL, http: { streams: "every-second" } },
  { name: "odd-events", ...USUAL, http: { streams: "odd-form" } },
  { name: "primed-streams", ...USUAL, face: "stateful", revisions: ["2025-11-25"], http: { streams: "primed" } },
  { name: "odd-header-names", ...USUAL, http: { headerNames: "odd-case" } },
  {
    name: "odd-session-id",
    ...USUAL,
    face: "stateful",
    // Every visible character of ASCII, and long.
    http: { sessionId: `a!#$%&'*+-.^_\`|~=/?@:;,Z${"0123456789abcdef".repeat(30)}` },
  },
  { name: "accepted-with-body", ...USUAL, face: "stateful", deliberate: true, http: { accepted: "with-body" } },
  {
    name: "busy-streams",
    ...USUAL,
    reactions: [
      {
        on: { method: "tools/list" },
        actions: [{ do: "stream", text: ":\n\n: keep-alive\n\n:\r\n\r\n" }, { do: "answer" }],
      },
      {
        on: { method: "tools/call", name: "report" },
        actions: [{ do: "answer" }],
      },
      {
        on: { method: "tools/call" },
        actions: [
          {
            do: "notify",
            method: "notifications/progress",
            params: { progressToken: "$token", progress: 1, total: 2 },
          },
          {
            do: "notify",
            method: "notifications/message",
            params: { level: "info", data: "half way" },
            era: "stateful",
          },
          {
            do: "notify",
            method: "notifications/progress",
            params: { progressToken: "$token", progress: 2, total: 2 },
          },
          { do: "answer" },
          { do: "hold", ms: 3000 },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 }, progress: true },
      { op: "report", step: "sum" },
      { op: "close" },
    ],
  },
];
