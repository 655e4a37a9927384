import { onMethod } from "../../clients/edits.ts";
import { BOTH, HTTP, type InnocentClient, MODERN_HTTP, MODERN_STDIO } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "cancels-without-a-reason",
    near: ["C-CANCEL-001", "C-CANCEL-003", "C-CANCEL-004"],
    contexts: BOTH,
    scenario: "cancelled-call",
    vice: onMethod("notifications/cancelled", (message) => {
      const { reason: _, ...params } = message["params"] as Record<string, string>;
      return { ...message, params };
    }),
  },
  {
    name: "closes-and-says-so",
    near: ["C-CANCEL-011"],
    contexts: HTTP,
    scenario: "cancelled-call",
    vice: { cancelsBy: ["notice", "close"] },
  },
  {
    name: "closes-and-says-so-today",
    near: ["C-CANCEL-012"],
    contexts: MODERN_HTTP,
    scenario: "cancelled-call",
    vice: { cancelsBy: ["notice", "close"] },
  },
  { name: "cancels-on-stdio", near: ["C-CANCEL-013"], contexts: MODERN_STDIO, scenario: "cancelled-call", vice: {} },
  {
    name: "limits-of-their-own",
    near: ["C-CANCEL-008", "C-CANCEL-010"],
    contexts: BOTH,
    scenario: "call-limits",
    vice: {},
  },
  { name: "drops-what-is-cancelled", near: ["C-CANCEL-005"], contexts: BOTH, scenario: "cancelled-requests", vice: {} },
];
