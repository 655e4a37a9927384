import { onMethod } from "../../clients/edits.ts";
import {
  BOTH,
  HTTP,
  MODERN,
  MODERN_HTTP,
  MODERN_STDIO,
  type MutantClient,
  STDIO,
} from "../../clients/mutant-client.ts";

const CALL = { scenario: "cancelled-call" } as const;
const LIMITS = { scenario: "call-limits" } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "cancels-its-handshake",
    fails: ["C-CANCEL-002"],
    contexts: STDIO,
    vice: { after: { initialize: [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }] } },
  },
  {
    ...CALL,
    name: "cancels-by-a-text",
    fails: ["C-CANCEL-001", "C-CANCEL-013"],
    contexts: MODERN_STDIO,
    vice: onMethod("notifications/cancelled", (message) => ({ ...message, params: { requestId: "3" } })),
  },
  {
    ...CALL,
    name: "cancels-what-nobody-asked",
    fails: ["C-CANCEL-001"],
    contexts: STDIO,
    vice: onMethod("notifications/cancelled", (message) => ({ ...message, params: { requestId: 4711 } })),
  },
  {
    ...CALL,
    name: "cancels-with-an-object",
    fails: ["C-CANCEL-003"],
    contexts: BOTH,
    vice: onMethod("notifications/cancelled", ({ params, ...rest }) => ({
      ...rest,
      params: { ...(params as object), reason: { text: "no" } },
    })),
  },
  {
    ...CALL,
    name: "complains-about-a-late-answer",
    fails: ["C-CANCEL-004", "C-PROTO-010"],
    contexts: STDIO,
    // The handshake and the list came before the call.
    vice: { onUnknownAnswer: { jsonrpc: "2.0", id: 3, error: { code: -32600, message: "Unknown id" } } },
  },
  {
    name: "answers-what-is-cancelled",
    fails: ["C-CANCEL-005"],
    contexts: BOTH,
    scenario: "cancelled-requests",
    vice: { answersWhatIsCancelled: true },
    timed: true,
  },
  {
    name: "lets-the-server-cancel",
    fails: ["C-CANCEL-006"],
    contexts: [...BOTH, ...MODERN],
    scenario: "odd-cancellations",
    vice: { cancelsItsOwn: true },
  },
  {
    ...LIMITS,
    name: "times-out-in-silence",
    fails: ["C-CANCEL-008"],
    contexts: [...BOTH, ...MODERN],
    vice: { cancelsBy: [] },
  },
  {
    ...LIMITS,
    name: "one-limit-for-all",
    fails: ["C-CANCEL-010"],
    contexts: [...BOTH, ...MODERN],
    vice: { oneLimit: 250 },
  },
  { ...CALL, name: "closes-without-a-word", fails: ["C-CANCEL-011"], contexts: HTTP, vice: { cancelsBy: ["close"] } },
  { ...CALL, name: "notice-alone", fails: ["C-CANCEL-012"], contexts: MODERN_HTTP, vice: { cancelsBy: ["notice"] } },
  { ...CALL, name: "drops-the-call", fails: ["C-CANCEL-013"], contexts: MODERN_STDIO, vice: { cancelsBy: [] } },
];
