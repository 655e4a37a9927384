import { BOTH, type InnocentClient, STDIO } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "pings-now-and-then",
    near: ["C-PING-004"],
    contexts: STDIO,
    vice: {
      before: {
        "tools/list": [{ jsonrpc: "2.0", id: "p", method: "ping" }],
        "prompts/list": [{ jsonrpc: "2.0", id: "q", method: "ping", params: { _meta: {} } }],
      },
    },
  },
  {
    name: "pong-with-meta",
    near: ["C-PING-001"],
    contexts: BOTH,
    scenario: "server-requests",
    vice: { answers: { ping: () => ({ _meta: { "com.example/x": 1 } }) } },
  },

  { name: "pongs-early", near: ["C-PING-003"], contexts: STDIO, scenario: "early-ping", vice: { capabilities: {} } },
];
