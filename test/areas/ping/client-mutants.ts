import { answering } from "../../clients/edits.ts";
import { BOTH, type MutantClient, STDIO } from "../../clients/mutant-client.ts";

const ON = { scenario: "server-requests", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "ping-with-params",
    fails: ["C-PING-004"],
    contexts: STDIO,
    vice: { before: { "tools/list": [{ jsonrpc: "2.0", id: "p", method: "ping", params: { payload: "x" } }] } },
  },
  {
    name: "pings-without-end",
    fails: ["C-PING-004"],
    contexts: STDIO,
    vice: {
      before: {
        "tools/list": Array.from({ length: 12 }, (_, index) => ({ jsonrpc: "2.0", id: `p${index}`, method: "ping" })),
      },
    },
  },
  {
    ...ON,
    name: "id-becomes-text",
    fails: ["C-PING-001", "C-PROTO-006"],
    vice: answering("ping", (request) => ({ id: String(request["id"]), result: {} })),
  },
  { ...ON, name: "never-pongs", fails: ["C-PING-001", "C-PROTO-006"], vice: answering("ping", () => undefined) },
  { ...ON, name: "pong", fails: ["C-PING-001"], vice: answering("ping", () => ({ status: "pong" })) },
  { ...ON, name: "pongs-when-idle", fails: ["C-PING-002"], vice: { answersWhenIdle: ["ping"] }, timed: true },

  {
    name: "not-yet-ready-for-pings",
    fails: ["C-PING-001", "C-PING-003"],
    contexts: STDIO,
    scenario: "early-ping",
    vice: answering("ping", () => ({ error: { code: -32600, message: "not initialized" } })),
  },
];
