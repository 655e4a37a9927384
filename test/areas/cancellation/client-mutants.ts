import { onMethod } from "../../clients/edits.ts";
import {
  BOTH,
  HTTP,
  MODERN,
  MODERN_HTTP,
  MODERN_STDIO,
  type MutantClient,
  mutant,
  STDIO,
} from "../../clients/mutant-client.ts";

const CALL = { scenario: "cancelled-call" } as const;
const LIMITS = { scenario: "call-limits" } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("cancels-its-handshake", ["C-CANCEL-002"], STDIO).does({
    after: { initialize: [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }] },
  }),
  mutant("cancels-by-a-text", ["C-CANCEL-001", "C-CANCEL-013"], MODERN_STDIO, CALL.scenario).does(
    onMethod("notifications/cancelled", (message) => ({ ...message, params: { requestId: "3" } })),
  ),
  mutant("cancels-what-nobody-asked", ["C-CANCEL-001"], STDIO, CALL.scenario).does(
    onMethod("notifications/cancelled", (message) => ({ ...message, params: { requestId: 4711 } })),
  ),
  mutant("cancels-with-an-object", ["C-CANCEL-003"], BOTH, CALL.scenario).does(
    onMethod("notifications/cancelled", ({ params, ...rest }) => ({
      ...rest,
      params: { ...(params as object), reason: { text: "no" } },
    })),
  ),
  // The handshake and the list came before the call.
  mutant("complains-about-a-late-answer", ["C-CANCEL-004", "C-PROTO-010"], STDIO, CALL.scenario).does({
    onUnknownAnswer: { jsonrpc: "2.0", id: 3, error: { code: -32600, message: "Unknown id" } },
  }),
  mutant("answers-what-is-cancelled", ["C-CANCEL-005"], BOTH, "cancelled-requests").does(
    { answersWhatIsCancelled: true },
    { timed: true },
  ),
  mutant("lets-the-server-cancel", ["C-CANCEL-006"], [...BOTH, ...MODERN], "odd-cancellations").does({
    cancelsItsOwn: true,
  }),
  mutant("times-out-in-silence", ["C-CANCEL-008"], [...BOTH, ...MODERN], LIMITS.scenario).does({ cancelsBy: [] }),
  mutant("one-limit-for-all", ["C-CANCEL-010"], [...BOTH, ...MODERN], LIMITS.scenario).does({ oneLimit: 250 }),
  mutant("closes-without-a-word", ["C-CANCEL-011"], HTTP, CALL.scenario).does({ cancelsBy: ["close"] }),
  mutant("notice-alone", ["C-CANCEL-012"], MODERN_HTTP, CALL.scenario).does({ cancelsBy: ["notice"] }),
  mutant("drops-the-call", ["C-CANCEL-013"], MODERN_STDIO, CALL.scenario).does({ cancelsBy: [] }),
];
