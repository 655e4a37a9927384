import { type JsonObject, member, stringMember } from "../../base/json.ts";
import { promptArguments } from "../../probe/arguments/prompt-arguments.ts";
import { askTwiceIfRefused } from "../../probe/plan/ask-twice.ts";
import { has, type Known, objectsIn, skipUnless, unlessAny, unlessOffered } from "../../probe/plan/known.ts";
import type { Skip } from "../../probe/plan/skip.ts";
import type { Step, StepIO } from "../../probe/plan/step.ts";
import { suggestValue } from "../../probe/plan/suggest-value.ts";
import { wrongRequests } from "../../probe/plan/wrong-requests.ts";

const MAX_GETS = 3;

const needs = (prompt: JsonObject): boolean =>
  objectsIn(member(prompt, "arguments")).some((argument) => member(argument, "required") === true);

const withNames = (known: Known): JsonObject[] =>
  known.prompts.filter((prompt) => stringMember(prompt, "name") !== undefined);

const unlessNeedy = (known: Known): Skip | undefined =>
  skipUnless(withNames(known).some(needs), "no listed prompt has a required argument");

/** Prompts that need nothing as they are, and one that needs something with arguments suggested or made for it. */
export const getPrompts: Step = {
  question: "get",
  skip: unlessAny("prompts", (known) => known.prompts),
  run: (io) => {
    const free = withNames(io.known)
      .filter((prompt) => !needs(prompt))
      .slice(0, MAX_GETS);
    const needy = withNames(io.known).find(needs);
    return Promise.all([
      ...free.map((prompt, index) =>
        askTwiceIfRefused(io, "prompts/get", { name: prompt["name"] ?? "" }, String(index + 1)),
      ),
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

const unknownPrompt = wrongRequests("unknown-prompt", unlessOffered("prompts"), "prompts/get", [
  { name: "mcptest_no_such_prompt" },
]);

const malformedGet = wrongRequests(
  "malformed-get",
  unlessOffered("prompts"),
  "prompts/get",
  [{}],
  [{ name: 7 }, { as: "number" }],
);

const missingPromptArgument: Step = {
  question: "missing-prompt-argument",
  deliberate: true,
  skip: unlessNeedy,
  run: async (io) => {
    const prompt = withNames(io.known).find(needs);
    if (prompt) await io.ask("prompts/get", { name: prompt["name"] ?? "", arguments: {} });
  },
};

const oddPromptArguments: Step = {
  question: "odd-prompt-arguments",
  deliberate: true,
  skip: unlessAny("prompts", (known) => known.prompts),
  run: async (io) => {
    const all = withNames(io.known);
    const prompt = all.find((entry) => objectsIn(member(entry, "arguments")).length > 0) ?? all[0];
    if (!prompt) return;
    const made = promptArguments(prompt);
    const get = (args: JsonObject, as: string): Promise<unknown> =>
      io.ask("prompts/get", { name: prompt["name"] ?? "", arguments: args }, { as });
    const [key] = objectsIn(member(prompt, "arguments")).map((argument) => stringMember(argument, "name"));
    await Promise.all([
      get({ ...made, mcptest_undeclared: "x" }, "undeclared"),
      ...(key === undefined ? [] : [get({ ...made, [key]: 12 }, "number")]),
    ]);
  },
};

/** What a server has to refuse, or at least to survive. */
export const wrongGets: readonly Step[] = [unknownPrompt, malformedGet, missingPromptArgument, oddPromptArguments];
