import { answering } from "../../clients/edits.ts";
import { BOTH, MODERN_STDIO, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("samples-without-tools", ["C-SAMPLE-007"], STDIO, "sampling-tools").does({ capabilities: { sampling: {} } }),
  nearMiss("one-tool-of-two-blocks", ["C-SAMPLE-009"], MODERN_STDIO, "sampling-rounds").does({
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
  }),
  nearMiss("refuses-with-a-code-of-its-own", ["C-SAMPLE-006"], BOTH, "refused-requests").does({
    answers: { "sampling/createMessage": () => ({ error: { code: -32000, message: "No." } }) },
  }),
  nearMiss("answers-with-a-picture", ["C-SAMPLE-002", "C-SAMPLE-003"], BOTH, "client-features").does(
    answering("sampling/createMessage", () => ({
      ...{ role: "user", model: "", stopReason: "because", _meta: {} },
      content: { type: "image", data: "AA==", mimeType: "image/png" },
    })),
  ),
  nearMiss("samples-during-calls", ["C-SAMPLE-004"], BOTH, "sampling-requests").does({}),
  nearMiss("refuses-half-a-history", ["C-SAMPLE-008"], STDIO, "sampling-tools").does({}),
  nearMiss("samples-in-rounds", ["C-SAMPLE-010", "C-SAMPLE-011", "C-SAMPLE-015"], MODERN_STDIO, "sampling-rounds").does(
    {},
  ),
];
