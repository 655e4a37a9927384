import type { Action, Scenario } from "../../../probe/scenario/scenario.ts";

const PINGS: readonly Action[] = [
  { do: "ask", id: "srv-1", method: "ping", waitMs: 1000 },
  { do: "ask", id: 7, method: "ping", waitMs: 1000 },
];

/** What a server asks its client in the stateful era, during a call. */
const ASK_FOR_A_DRINK = {
  do: "ask" as const,
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "Name a drink." } }], maxTokens: 50 },
};

export const SERVER_REQUESTS: readonly Scenario[] = [
  {
    name: "server-requests",
    face: "stateful",
    official: "tools_call",
    reactions: [
      {
        on: { method: "tools/call" },
        actions: [...PINGS, { do: "ask", id: "srv-unknown", method: "x/unknown", params: {} }, { do: "answer" }],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "list", what: "tools" },
      { op: "close" },
    ],
    instructions: ["Call the tool add with two numbers."],
  },
  {
    // A client that declares nothing of this is asked all the same: how it refuses is a rule of its own.
    name: "client-features",
    face: "stateful",
    official: "tools_call",
    deliberate: true,
    reactions: [
      {
        on: { method: "tools/call" },
        actions: [
          { do: "ask", id: "srv-roots", method: "roots/list" },
          {
            do: "ask",
            id: "srv-sampling",
            method: "sampling/createMessage",
            params: { messages: [{ role: "user", content: { type: "text", text: "Name a drink." } }], maxTokens: 50 },
          },
          {
            do: "ask",
            id: "srv-elicitation",
            method: "elicitation/create",
            params: {
              message: "What is your name?",
              requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
            },
          },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "list", what: "tools" },
      { op: "close" },
    ],
    instructions: ["Call the tool add with two numbers.", "Answer what you are asked."],
  },
  {
    // Servers of the stateless era send no requests: a client must not answer one that does.
    name: "stateless-server-requests",
    face: "stateless",
    official: "tools_call",
    deliberate: true,
    reactions: [
      {
        on: { method: "tools/call" },
        actions: [{ do: "ask", id: "srv-1", method: "ping", waitMs: 300 }, { do: "answer" }],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "list", what: "tools" },
      { op: "close" },
    ],
  },
  {
    name: "client-tasks",
    face: "stateful",
    revisions: ["2025-11-25"],
    official: "tools_call",
    deliberate: true,
    reactions: [
      {
        on: { method: "tools/call" },
        actions: [
          // Who answers this has no other reason to refuse the next.
          { ...ASK_FOR_A_DRINK, id: "srv-plain", only: { declares: "sampling" } },
          { ...ASK_FOR_A_DRINK, id: "srv-task", params: { ...ASK_FOR_A_DRINK.params, task: { ttl: 60_000 } } },
          { do: "answer" },
        ],
      },
    ],
  },
  {
    name: "slow-call",
    face: "dual",
    reactions: [{ on: { method: "tools/call" }, actions: [{ do: "wait", ms: 200 }, { do: "answer" }] }],
    plan: [
      { op: "connect" },
      {
        op: "parallel",
        operations: [
          { op: "call", name: "echo", arguments: { text: "a" } },
          { op: "call", name: "echo", arguments: { text: "b" } },
        ],
      },
      { op: "close" },
    ],
  },
  {
    name: "subscriptions",
    face: "stateless",
    plan: [
      { op: "connect" },
      { op: "listen", notifications: { toolsListChanged: true, resourceSubscriptions: ["test://note"] }, forMs: 100 },
      { op: "list", what: "tools" },
      { op: "close" },
    ],
  },
];
