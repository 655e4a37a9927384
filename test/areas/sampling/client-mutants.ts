import { type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import { answering } from "../../clients/edits.ts";
import { BOTH, MODERN_STDIO, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";
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
  mutant("sampling-undeclared", ["C-SAMPLE-001", "C-SAMPLE-005"], FEATURES).does(
    answering(
      "sampling/createMessage",
      () => ({ role: "assistant", content: { type: "text", text: "x" }, model: "m" }),
      { roots: {}, elicitation: {} },
    ),
  ),
  mutant("bare-text-of-a-model", ["C-SAMPLE-002", "C-SAMPLE-003"], FEATURES).does(
    answering("sampling/createMessage", () => ({ role: "assistant", content: "Tea.", model: "m" })),
  ),
  mutant("unknown-content", ["C-SAMPLE-003"], FEATURES).does(
    answering("sampling/createMessage", () => ({ role: "assistant", content: { type: "video" }, model: "m" })),
  ),
  mutant("samples-when-idle", ["C-SAMPLE-004"], BOTH, "sampling-requests").does(
    { answersWhenIdle: ["sampling/createMessage"] },
    { timed: true },
  ),
  mutant("nothing-for-no", ["C-SAMPLE-006"], BOTH, "refused-requests").does(sampling(() => said(""))),
  mutant("tools-are-ignored", ["C-SAMPLE-007"], TOOLS).does(sampling(() => said("Rain."), { sampling: {} })),
  mutant("tools-are-ignored-in-rounds", ["C-SAMPLE-007"], MODERN_STDIO, "odd-inputs").does({
    capabilities: { sampling: {} },
    repeats: (again, _, first) =>
      first["name"] === "model_tools" ? { ...first, inputResponses: { model: said("Rain.") } } : again,
  }),
  mutant("passes-everything-on", ["C-SAMPLE-008"], TOOLS).does(sampling(() => undefined)),
  ...[TOOLS, ROUNDS].flatMap((where): MutantClient[] => [
    mutant(`input-is-a-text-${where.scenario}`, ["C-SAMPLE-009"], where).does(
      sampling((params) => refusing(params, modeOf(params) === "required" ? used({ input: "{}" }) : undefined)),
    ),
    mutant(`a-tool-nobody-has-${where.scenario}`, ["C-SAMPLE-009"], where).does(
      sampling((params) => refusing(params, modeOf(params) === "required" ? used({ name: "sun" }) : undefined)),
    ),
    mutant(`tools-against-the-choice-${where.scenario}`, ["C-SAMPLE-010"], where).does(
      sampling((params) => refusing(params, modeOf(params) === "none" ? used({}) : undefined)),
    ),
    mutant(`never-uses-tools-${where.scenario}`, ["C-SAMPLE-010"], where).does(
      sampling((params) => refusing(params, modeOf(params) === "required" ? said("Rain.") : undefined)),
    ),
  ]),
  mutant("talks-on", ["C-SAMPLE-011"], ROUNDS).does(
    sampling((params) => (params["maxTokens"] === 5 ? said("A ship. ".repeat(60)) : undefined)),
  ),
  mutant("one-conversation-for-all", ["C-SAMPLE-015"], ROUNDS).does(
    sampling((params) =>
      JSON.stringify(params).includes("mcptest-lantern") ? said("mcptest-orchid mcptest-lantern") : undefined,
    ),
  ),
];
