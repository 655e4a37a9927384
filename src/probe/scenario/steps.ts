import { PLAIN_OFFER } from "./plain-offer.ts";
import type { Action, Offer, Operation, Reaction } from "./scenario.ts";

/** Said of scenarios whose plan has reports: what they are about is seen in a session of their own, not during one call. */
export const WITH_REPORT: Offer = { tools: PLAIN_OFFER.tools };

/** Calls echo for the how manieth time; the text shows that the client follows the plan. */
export const step = (number: number, more: { readonly progress?: true } = {}): Operation => ({
  op: "call",
  name: "echo",
  arguments: { text: `step ${number}` },
  ...more,
  report: `step ${number}`,
});

/** A plan of that many steps. */
export const steps = (count: number): readonly Operation[] => [
  { op: "connect" },
  ...Array.from({ length: count }, (_, index) => step(index + 1)),
  { op: "close" },
];

/** What the server does when echo is called for the how manieth time. */
export const onStep = (number: number, ...actions: readonly Action[]): Reaction => ({
  on: { method: "tools/call", name: "echo", time: number },
  actions,
});

export const CALL_ECHO = (times: number): readonly string[] => [`Call the tool echo ${times} times, with any text.`];
