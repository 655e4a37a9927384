import { isJsonObject, type JsonObject, member, stringMember } from "../../../model/json.ts";
import { promptArguments } from "../../arguments/prompt-arguments.ts";
import { has, type Known, objectsIn, unlessAny, unlessOffered } from "../known.ts";
import type { Skip, Step, StepIO } from "../step.ts";
import { suggestValue } from "./suggest-value.ts";

const MAX_GETS = 3;

const needs = (prompt: JsonObject): boolean =>
  objectsIn(member(prompt, "arguments")).some((argument) => member(argument, "required") === true);

const withNames = (known: Known): JsonObject[] =>
  known.prompts.filter((prompt) => stringMember(prompt, "name") !== undefined);

const unlessNeedy = (known: Known): Skip | undefined =>
  withNames(known).some(needs)
    ? undefined
    : { reason: "not-offered", detail: "no listed prompt has a required argument" };

/** Prompts that need nothing as they are, and one that needs something with arguments suggested or made for it. */
export const getPrompts: Step = {
  name: "get",
  asks: `prompts/get of up to ${MAX_GETS} prompts without required arguments, and of one with arguments that completion suggests or that are made for it`,
  serves: [
    ...["PROMPT-007", "PROMPT-008", "PROMPT-009", "PROMPT-010", "PROMPT-011", "PROMPT-012", "PROTO-049", "SCHEMA-025"],
  ],
  skip: unlessAny("prompts", (known) => known.prompts),
  run: (io) => {
    const free = withNames(io.known)
      .filter((prompt) => !needs(prompt))
      .slice(0, MAX_GETS);
    const needy = withNames(io.known).find(needs);
    return Promise.all([
      ...free.map((prompt, index) => io.ask("prompts/get", { name: prompt["name"] ?? "" }, { as: String(index + 1) })),
      ...(needy ? [getWithArguments(io, needy)] : []),
    ]);
  },
};

/** A value the server suggests is one it knows; a made-up one may well name nothing. */
const getWithArguments = async (io: StepIO, prompt: JsonObject): Promise<void> => {
  const name = stringMember(prompt, "name") ?? "";
  const made: JsonObject = promptArguments(prompt);
  if (has(io.known, "completions")) {
    const ref = { type: "ref/prompt", name };
    for (const argument of Object.keys(made)) {
      const suggested = await suggestValue(io, ref, argument, "arguments-complete");
      if (suggested !== undefined) made[argument] = suggested;
    }
  }
  await io.ask("prompts/get", { name, arguments: made }, { as: "arguments" });
};

export const unknownPrompt: Step = {
  name: "unknown-prompt",
  asks: "prompts/get of a prompt that does not exist",
  serves: ["PROMPT-014", "PROTO-014"],
  deliberate: true,
  skip: unlessOffered("prompts"),
  run: (io) => io.ask("prompts/get", { name: "mcptest_no_such_prompt" }),
};

export const malformedGet: Step = {
  name: "malformed-get",
  asks: "prompts/get without a name, and with a number as name",
  serves: ["PROTO-022", "PROMPT-016"],
  deliberate: true,
  skip: unlessOffered("prompts"),
  run: (io) => Promise.all([io.ask("prompts/get", {}), io.ask("prompts/get", { name: 7 }, { as: "number" })]),
};

export const missingPromptArgument: Step = {
  name: "missing-prompt-argument",
  asks: "prompts/get without a required argument",
  serves: ["PROMPT-015"],
  deliberate: true,
  skip: unlessNeedy,
  run: async (io) => {
    const prompt = withNames(io.known).find(needs);
    if (prompt) await io.ask("prompts/get", { name: prompt["name"] ?? "", arguments: {} });
  },
};

export const oddPromptArguments: Step = {
  name: "odd-prompt-arguments",
  asks: "prompts/get with a number as argument value, and with an undeclared argument",
  serves: ["PROMPT-017"],
  deliberate: true,
  skip: unlessAny("prompts", (known) => known.prompts),
  run: async (io) => {
    const all = withNames(io.known);
    const prompt = all.find((entry) => objectsIn(member(entry, "arguments")).length > 0) ?? all[0];
    if (!prompt) return;
    const made = promptArguments(prompt);
    const [key] = objectsIn(member(prompt, "arguments")).map((argument) => stringMember(argument, "name"));
    const name = prompt["name"] ?? "";
    await Promise.all([
      io.ask(
        "prompts/get",
        { name, arguments: { ...(isJsonObject(made) ? made : {}), mcptest_undeclared: "x" } },
        { as: "undeclared" },
      ),
      ...(key === undefined
        ? []
        : [io.ask("prompts/get", { name, arguments: { ...made, [key]: 12 } }, { as: "number" })]),
    ]);
  },
};
