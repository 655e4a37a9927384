import { BOTH, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("pings-now-and-then", ["C-PING-004"], STDIO).does({
    before: {
      "tools/list": [{ jsonrpc: "2.0", id: "p", method: "ping" }],
      "prompts/list": [{ jsonrpc: "2.0", id: "q", method: "ping", params: { _meta: {} } }],
    },
  }),
  nearMiss("pong-with-meta", ["C-PING-001"], BOTH, "server-requests").does({
    answers: { ping: () => ({ _meta: { "com.example/x": 1 } }) },
  }),
  nearMiss("pongs-early", ["C-PING-003"], STDIO, "early-ping").does({ capabilities: {} }),
];
