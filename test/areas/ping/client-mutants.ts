import { answering } from "../../clients/edits.ts";
import { BOTH, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

const ON = { scenario: "server-requests", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("ping-with-params", ["C-PING-004"], STDIO).does({
    before: { "tools/list": [{ jsonrpc: "2.0", id: "p", method: "ping", params: { payload: "x" } }] },
  }),
  mutant("pings-without-end", ["C-PING-004"], STDIO).does({
    before: {
      "tools/list": Array.from({ length: 12 }, (_, index) => ({ jsonrpc: "2.0", id: `p${index}`, method: "ping" })),
    },
  }),
  mutant("id-becomes-text", ["C-PING-001", "C-PROTO-006"], ON).does(
    answering("ping", (request) => ({ id: String(request["id"]), result: {} })),
  ),
  mutant("never-pongs", ["C-PING-001", "C-PROTO-006"], ON).does(answering("ping", () => undefined)),
  mutant("pong", ["C-PING-001"], ON).does(answering("ping", () => ({ status: "pong" }))),
  mutant("pongs-when-idle", ["C-PING-002"], ON).does({ answersWhenIdle: ["ping"] }, { timed: true }),
  mutant("not-yet-ready-for-pings", ["C-PING-001", "C-PING-003"], STDIO, "early-ping").does(
    answering("ping", () => ({ error: { code: -32600, message: "not initialized" } })),
  ),
];
