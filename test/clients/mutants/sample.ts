import { answering } from "../edits.ts";
import { BOTH, type MutantClient } from "../mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    ...FEATURES,
    name: "sampling-undeclared",
    fails: ["C-SAMPLE-001", "C-SAMPLE-005"],
    vice: answering(
      "sampling/createMessage",
      () => ({ role: "assistant", content: { type: "text", text: "x" }, model: "m" }),
      { roots: {}, elicitation: {} },
    ),
  },
  {
    ...FEATURES,
    name: "bare-text-of-a-model",
    fails: ["C-SAMPLE-002", "C-SAMPLE-003"],
    vice: answering("sampling/createMessage", () => ({ role: "assistant", content: "Tea.", model: "m" })),
  },
  {
    ...FEATURES,
    name: "unknown-content",
    fails: ["C-SAMPLE-003"],
    vice: answering("sampling/createMessage", () => ({ role: "assistant", content: { type: "video" }, model: "m" })),
  },
];
