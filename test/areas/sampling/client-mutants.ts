import { type JsonObject, member, stringMember } from "../../../src/model/json.ts";
import { answering } from "../../clients/edits.ts";
import { BOTH, MODERN_STDIO, type MutantClient, STDIO } from "../../clients/mutant-client.ts";
import { ANSWERS } from "../../clients/small-client/answers.ts";

const said = (text: string): JsonObject => ({ role: "assistant", content: { type: "text", text }, model: "m" });

const used = (more: JsonObject): JsonObject => ({
  ...{ role: "assistant", model: "m", stopReason: "toolUse" },
  content: [{ type: "tool_use", id: "u", name: "weather", input: {}, ...more }],
});

/** Answers as a correct client does, where the vice has nothing to say. */
const sampling = (answer: (params: JsonObject) => JsonObject | undefined, capabilities?: JsonObject) =>
  answering(
    "sampling/createMessage",
    ({ params = {} }) =>
      answer(params as JsonObject) ?? ANSWERS["sampling/createMessage"]?.(params, { sampling: "echo" }),
    capabilities,
  );

const modeOf = (params: JsonObject): string | undefined => stringMember(member(params, "toolChoice"), "mode");
const TOOLS = { scenario: "sampling-tools", contexts: STDIO } as const;
const ROUNDS = { scenario: "sampling-rounds", contexts: MODERN_STDIO } as const;

/** Refuses what is no history, as it should. */
const refusing = (params: JsonObject, answer: JsonObject | undefined): JsonObject | undefined =>
  JSON.stringify(params).includes("use-2") ? { error: { code: -32602, message: "No result" } } : answer;

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
  {
    name: "samples-when-idle",
    fails: ["C-SAMPLE-004"],
    contexts: BOTH,
    scenario: "sampling-requests",
    vice: { answersWhenIdle: ["sampling/createMessage"] },
    timed: true,
  },
  {
    name: "nothing-for-no",
    fails: ["C-SAMPLE-006"],
    contexts: BOTH,
    scenario: "refused-requests",
    vice: sampling(() => said("")),
  },
  {
    ...TOOLS,
    name: "tools-are-ignored",
    fails: ["C-SAMPLE-007"],
    vice: sampling(() => said("Rain."), { sampling: {} }),
  },
  {
    name: "tools-are-ignored-in-rounds",
    fails: ["C-SAMPLE-007"],
    contexts: MODERN_STDIO,
    scenario: "odd-inputs",
    vice: {
      capabilities: { sampling: {} },
      repeats: (again, _, first) =>
        first["name"] === "model_tools" ? { ...first, inputResponses: { model: said("Rain.") } } : again,
    },
  },
  {
    ...TOOLS,
    name: "passes-everything-on",
    fails: ["C-SAMPLE-008"],
    vice: sampling(() => undefined),
  },
  ...[TOOLS, ROUNDS].flatMap((where): MutantClient[] => [
    {
      ...where,
      name: `input-is-a-text-${where.scenario}`,
      fails: ["C-SAMPLE-009"],
      vice: sampling((params) => refusing(params, modeOf(params) === "required" ? used({ input: "{}" }) : undefined)),
    },
    {
      ...where,
      name: `a-tool-nobody-has-${where.scenario}`,
      fails: ["C-SAMPLE-009"],
      vice: sampling((params) => refusing(params, modeOf(params) === "required" ? used({ name: "sun" }) : undefined)),
    },
    {
      ...where,
      name: `tools-against-the-choice-${where.scenario}`,
      fails: ["C-SAMPLE-010"],
      vice: sampling((params) => refusing(params, modeOf(params) === "none" ? used({}) : undefined)),
    },
    {
      ...where,
      name: `never-uses-tools-${where.scenario}`,
      fails: ["C-SAMPLE-010"],
      vice: sampling((params) => refusing(params, modeOf(params) === "required" ? said("Rain.") : undefined)),
    },
  ]),
  {
    ...ROUNDS,
    name: "talks-on",
    fails: ["C-SAMPLE-011"],
    vice: sampling((params) => (params["maxTokens"] === 5 ? said("A ship. ".repeat(60)) : undefined)),
  },
  {
    ...ROUNDS,
    name: "one-conversation-for-all",
    fails: ["C-SAMPLE-015"],
    vice: sampling((params) =>
      JSON.stringify(params).includes("mcptest-lantern") ? said("mcptest-orchid mcptest-lantern") : undefined,
    ),
  },
];
