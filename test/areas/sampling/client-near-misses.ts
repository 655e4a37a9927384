import { BOTH, type InnocentClient, MODERN_STDIO, STDIO } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "samples-without-tools",
    near: ["C-SAMPLE-007"],
    contexts: STDIO,
    scenario: "sampling-tools",
    vice: { capabilities: { sampling: {} } },
  },
  {
    name: "one-tool-of-two-blocks",
    near: ["C-SAMPLE-009"],
    contexts: MODERN_STDIO,
    scenario: "sampling-rounds",
    vice: {
      answers: {
        "sampling/createMessage": ({ params }) => ({
          ...{ role: "assistant", model: "m" },
          content: JSON.stringify(params).includes('"mode":"required"')
            ? [
                { type: "text", text: "Let me see." },
                { type: "tool_use", id: "1", name: "weather", input: {} },
              ]
            : [{ type: "text", text: "mcptest-lantern" }],
        }),
      },
    },
  },
  {
    name: "refuses-with-a-code-of-its-own",
    near: ["C-SAMPLE-006"],
    contexts: BOTH,
    scenario: "refused-requests",
    vice: { answers: { "sampling/createMessage": () => ({ error: { code: -32000, message: "No." } }) } },
  },
];
