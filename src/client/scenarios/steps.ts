import type { Action, Offer, OfferedTool, Operation, Reaction } from "../scenario.ts";
import { PLAIN_OFFER } from "../server/plain-offer.ts";

/** Where a client tells what came of a call: how else would a server know? */
export const REPORT_TOOL: OfferedTool = {
  tool: {
    name: "report",
    description: "Takes down what came of a call.",
    inputSchema: {
      type: "object",
      properties: {
        of: { type: "string" },
        text: { type: "string" },
        failed: { type: "boolean" },
        progress: { type: "array", items: { type: "number" } },
      },
      required: ["of"],
    },
    annotations: { readOnlyHint: true },
  },
  result: { content: [{ type: "text", text: "Taken down." }] },
};

export const WITH_REPORT: Offer = { tools: [...PLAIN_OFFER.tools, REPORT_TOOL] };

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
