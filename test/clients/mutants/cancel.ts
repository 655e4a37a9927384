import { type MutantClient, STDIO } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "cancels-its-handshake",
    fails: ["C-CANCEL-002"],
    contexts: STDIO,
    vice: { after: { initialize: [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }] } },
  },
];
