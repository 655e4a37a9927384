import { groupBy } from "../../base/group-by.ts";
import { isJsonObject, type Json, listMember, member, stringMember, valueAt } from "../../base/json.ts";
import { NEVER } from "../../capture/timeline.ts";
import { derivedAt, derivedFact, itemsFact } from "../../judge/core/client/fact.ts";
import {
  answerPlace,
  answersFact,
  type ClientQuestion,
  callAround,
  codeOf,
  isSettled,
  questionsIn,
} from "../../judge/core/client/questions.ts";
import type { Item, View } from "../../judge/core/client/view.ts";

export const samplingAnswers = answersFact("sampling/createMessage", "sampling_answers");

const samplingsIn = (view: View): readonly ClientQuestion[] =>
  questionsIn(view).filter(
    ({ method, params }) => method === "sampling/createMessage" && member(params, "task") === undefined,
  );

const blocksOf = (value: Json | undefined): readonly Json[] => {
  const content = member(value, "content");
  return Array.isArray(content) ? content : content === undefined ? [] : [content];
};

const textOf = (value: Json | undefined): string =>
  blocksOf(value)
    .map((block) => stringMember(block, "text") ?? "")
    .join(" ");

const promptOf = ({ params }: ClientQuestion): string => listMember(params, "messages").map(textOf).join(" ");

const isBefore = (question: ClientQuestion, view: View): boolean =>
  (question.answer?.sentAt ?? NEVER) < (callAround(question, view)?.answeredAt ?? NEVER);

/** So soon after the end of the call that it was waited for. */
const RIGHT_AFTER_MS = 1500;

const isRightAfter = (question: ClientQuestion, view: View): boolean => {
  const call = callAround(question, view);
  const answered = question.answer?.sentMs;
  const ended = call?.answeredMs ?? call?.endedMs;
  return answered !== undefined && ended !== undefined && answered - ended < RIGHT_AFTER_MS;
};

/** A user or a model may take longer than the call: only a client that answers everything at once when it is over has waited for it. */
const whenAnswered = (
  question: ClientQuestion,
  together: readonly ClientQuestion[],
  view: View,
): string | undefined => {
  if (!question.answer) return undefined;
  if (isBefore(question, view)) return "before-the-call";
  view.spend(together.length);
  return together.length > 1 && together.every((one) => !isBefore(one, view) && isRightAfter(one, view))
    ? "after-the-call"
    : undefined;
};

const ASKED: ReadonlySet<string> = new Set(["sampling/createMessage", "elicitation/create"]);

export const questionsDuringCalls = itemsFact("questions_during_calls", {
  doc: "Of every sampling and elicitation request during a call: whether it was answered before the call, or only when that was over.",
  type: "object: method, answered (before-the-call, after-the-call)",
  scenarios: ["sampling-requests", "client-features"],
  words: { "after-the-call": "an answer right after the call was over, and not while it was open" },
  missing: "the server asks something during a call and the client answers",
  among: (view) => {
    const all = questionsIn(view).filter(
      (question) =>
        question.session.era === "stateful" && ASKED.has(question.method) && callAround(question, view) !== undefined,
    );
    const groups = groupBy(all, (question) => callAround(question, view));
    return all.flatMap((question): Item[] => {
      const together = groups.get(callAround(question, view)) ?? [];
      const answered = whenAnswered(question, together, view);
      return answered === undefined ? [] : [derivedAt(answerPlace(question), { method: question.method, answered })];
    });
  },
});

/** Every use of a tool is followed by its result, and results stand alone. */
const isBalanced = (params: Json | undefined): boolean => {
  const messages = listMember(params, "messages").map((message) => blocksOf(message));
  return messages.every((blocks, index) => {
    const results = blocks.filter((block) => stringMember(block, "type") === "tool_result");
    if (results.length > 0 && results.length < blocks.length) return false;
    const answered = (messages[index + 1] ?? []).map((block) => stringMember(block, "toolUseId"));
    return blocks
      .filter((block) => stringMember(block, "type") === "tool_use")
      .every((block) => answered.includes(stringMember(block, "id")));
  });
};

/** The faults of the uses of tools in an answer. */
const oddUses = (uses: readonly Json[], tools: readonly Json[]): readonly string[] => {
  const names = tools.map((tool) => stringMember(tool, "name"));
  const ids = uses.map((use) => member(use, "id"));
  return uses.flatMap((use, index): string[] => {
    const id = member(use, "id");
    if (typeof id !== "string") return ["an id that is no text"];
    if (ids.indexOf(id) !== index) return ["an id twice"];
    if (!names.includes(stringMember(use, "name"))) return ["a tool that was not offered"];
    return isJsonObject(member(use, "input")) ? [] : ["an input that is no object"];
  });
};

export const samplingToolAnswers = derivedFact("sampling_tool_answers", {
  doc: "How the client answered sampling with tools or toolChoice, and whether it had declared sampling.tools.",
  type: "object: tools (declared, undeclared), choice, history (balanced, unbalanced), answered (result, error, nothing), code, uses, odd",
  scenarios: ["sampling-tools", "sampling-rounds", "odd-inputs"],
  missing: "the server asks for a message of a model that may use tools",
  among: samplingsIn,
  only: (question, view) =>
    (member(question.params, "tools") !== undefined || member(question.params, "toolChoice") !== undefined) &&
    member(question.declared, "sampling") !== undefined &&
    (isSettled(question, view) || question.session.era === "stateless"),
  at: answerPlace,
  say: (question) => {
    const { params, declared, answered, given } = question;
    const blocks = answered === "result" ? blocksOf(given) : [];
    const uses = blocks.filter((block) => stringMember(block, "type") === "tool_use");
    return {
      tools: valueAt(declared, "sampling", "tools") === undefined ? "undeclared" : "declared",
      choice: stringMember(member(params, "toolChoice"), "mode") ?? "auto",
      history: isBalanced(params) ? "balanced" : "unbalanced",
      answered,
      uses: uses.length,
      odd: [...oddUses(uses, listMember(params, "tools"))],
      ...codeOf(question),
    };
  },
});

export const refusedSamplings = derivedFact("refused_samplings", {
  doc: "How a request that the user was to refuse was answered.",
  type: "error, empty or answer",
  scenarios: ["refused-requests"],
  words: { empty: "a result without a word" },
  missing: "the user refuses a sampling request",
  among: samplingsIn,
  only: (question) => question.answer !== undefined && promptOf(question).includes("Refuse this request."),
  at: answerPlace,
  say: ({ answered, given }) => (answered === "error" ? "error" : textOf(given).trim() === "" ? "empty" : "answer"),
});

export const samplingLengths = derivedFact("sampling_lengths", {
  doc: "Of every message of a model for which few tokens were allowed: how many words it has for each of them.",
  type: "number",
  scenarios: ["sampling-rounds"],
  missing: "a message of a model is asked for with few tokens",
  among: samplingsIn,
  only: ({ params, answered }) => Number(member(params, "maxTokens")) <= 10 && answered === "result",
  at: answerPlace,
  say: ({ given, params }) => {
    const words = textOf(given)
      .split(/\s+/)
      .filter((word) => word !== "");
    return words.length / Math.max(1, Number(member(params, "maxTokens")));
  },
});

/** Words of our scenarios: one that a model is told first, and one that it is told later. */
const FIRST = "mcptest-orchid";
const LATER = "mcptest-lantern";

/** Only where the later word comes back: then everything that was handed to the model would. */
export const samplingCarryover = derivedFact("sampling_carryover", {
  doc: "Of every answer that repeats what the model was told: whether it repeats a word of an earlier request too.",
  type: "carried or separate",
  scenarios: ["sampling-rounds"],
  words: { carried: "a word that only an earlier request had" },
  missing: "the client answers with what it handed to its model",
  among: samplingsIn,
  only: ({ params, given }) => {
    const prompt = JSON.stringify(params ?? null);
    return prompt.includes(LATER) && !prompt.includes(FIRST) && textOf(given).includes(LATER);
  },
  at: answerPlace,
  say: ({ given }) => (textOf(given).includes(FIRST) ? "carried" : "separate"),
});
