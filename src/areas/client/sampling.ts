import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { isSettled, type ServerQuestion, serverQuestionsIn } from "./answers.ts";
import { clientFact, derivedAt } from "./sent.ts";

/** The answer where there is one, else the question. */
export const placeOfAnswer = ({ answer, exchange, pointer, method }: ServerQuestion) =>
  answer ? { ...answer.sent, name: method } : { exchange, pointer, name: method };

const samplingsIn = (view: View): readonly ServerQuestion[] =>
  serverQuestionsIn(view).filter(
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

const promptOf = ({ params }: ServerQuestion): string =>
  listMember(params, "messages")
    .map((message) => textOf(message))
    .join(" ");

/** The client's own request that was open when the server asked. */
const callAround = ({ session, seq = 0 }: ServerQuestion) =>
  session.records.find(
    ({ method, exchange }) =>
      method === "tools/call" && (exchange.seq ?? 0) < seq && (exchange.response_seq ?? Number.POSITIVE_INFINITY) > seq,
  );

const isBefore = (question: ServerQuestion): boolean =>
  (question.answer?.sent.record.exchange.seq ?? Number.POSITIVE_INFINITY) <
  (callAround(question)?.exchange.response_seq ?? Number.POSITIVE_INFINITY);

/** So soon after the end of the call that it was waited for. */
const RIGHT_AFTER_MS = 1500;

const isRightAfter = (question: ServerQuestion): boolean => {
  const timing = callAround(question)?.exchange.timing;
  const answered = question.answer?.sent.record.exchange.timing?.start_ms;
  const ended = timing?.response_ms ?? timing?.end_ms;
  return answered !== undefined && ended !== undefined && answered - ended < RIGHT_AFTER_MS;
};

/** A user or a model may take longer than the call: only who answers everything at once when it is over has waited for it. */
const whenAnswered = (question: ServerQuestion, all: readonly ServerQuestion[]): string | undefined => {
  if (!question.answer) return undefined;
  if (isBefore(question)) return "before-the-call";
  const around = callAround(question);
  const together = all.filter((one) => one.session === question.session && callAround(one) === around);
  return together.length > 1 && together.every((one) => !isBefore(one) && isRightAfter(one))
    ? "after-the-call"
    : undefined;
};

/** What was asked during a call. */
const duringCalls = (view: View): readonly ServerQuestion[] =>
  serverQuestionsIn(view).filter(
    (question) => question.session.era === "stateful" && question.method in ASKED && callAround(question) !== undefined,
  );

const ASKED = { "sampling/createMessage": true, "elicitation/create": true } as const;

export const questionsDuringCalls = clientFact(
  {
    name: "questions_during_calls",
    doc: "Of every sampling and elicitation request during a call: whether it was answered before the call, or only when that was over.",
    type: "object: method, answered (before-the-call, after-the-call)",
    derived: true,
    scenarios: ["sampling-requests", "client-features"],
    words: { "after-the-call": "an answer right after the call was over, and not while it was open" },
  },
  (view) => duringCalls(view).filter((question) => whenAnswered(question, duringCalls(view)) !== undefined),
  (question, view) => {
    const answered = whenAnswered(question, duringCalls(view)) ?? "";
    return derivedAt(placeOfAnswer(question), { method: question.method, answered });
  },
  "the server asks something during a call and the client answers",
);

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

/** What is wrong with the uses of tools in an answer. */
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

export const samplingToolAnswers = clientFact(
  {
    name: "sampling_tool_answers",
    doc: "How the client answered sampling with tools or toolChoice, and whether it had declared sampling.tools.",
    type: "object: tools (declared, undeclared), choice, history (balanced, unbalanced), answered (result, error, nothing), code, uses, odd",
    derived: true,
    scenarios: ["sampling-tools", "sampling-rounds", "odd-inputs"],
  },
  (view) =>
    samplingsIn(view).filter(
      (question) =>
        (member(question.params, "tools") !== undefined || member(question.params, "toolChoice") !== undefined) &&
        member(question.declared, "sampling") !== undefined &&
        (isSettled(question) || question.session.era === "stateless"),
    ),
  (question) => {
    const { params, declared, answer } = question;
    const result = answer?.kind === "result" ? answer.value : undefined;
    const uses = blocksOf(result).filter((block) => stringMember(block, "type") === "tool_use");
    const code = answer?.kind === "error" ? member(answer.value, "code") : undefined;
    const value: JsonObject = {
      tools: member(member(declared, "sampling"), "tools") === undefined ? "undeclared" : "declared",
      choice: stringMember(member(params, "toolChoice"), "mode") ?? "auto",
      history: isBalanced(params) ? "balanced" : "unbalanced",
      answered: answer?.kind ?? "nothing",
      uses: uses.length,
      odd: [...oddUses(uses, listMember(params, "tools"))],
      ...(code === undefined ? {} : { code }),
    };
    return derivedAt(placeOfAnswer(question), value);
  },
  "the server asks for a message of a model that may use tools",
);

export const refusedSamplings = clientFact(
  {
    name: "refused_samplings",
    doc: "How a request that the user was to refuse was answered.",
    type: "error, empty or answer",
    derived: true,
    scenarios: ["refused-requests"],
    words: { empty: "a result without a word" },
  },
  (view) =>
    samplingsIn(view).filter((question) => question.answer && promptOf(question).includes("Refuse this request.")),
  (question) => {
    const { answer } = question;
    const said = answer?.kind === "error" ? "error" : textOf(answer?.value).trim() === "" ? "empty" : "answer";
    return derivedAt(placeOfAnswer(question), said);
  },
  "the user refuses a sampling request",
);

export const samplingLengths = clientFact(
  {
    name: "sampling_lengths",
    doc: "Of every message of a model for which few tokens were allowed: how many words it has for each of them.",
    type: "number",
    derived: true,
    scenarios: ["sampling-rounds"],
  },
  (view) =>
    samplingsIn(view).filter(
      ({ params, answer }) => Number(member(params, "maxTokens")) <= 10 && answer?.kind === "result",
    ),
  (question) => {
    const words = textOf(question.answer?.value)
      .split(/\s+/)
      .filter((word) => word !== "");
    return derivedAt(placeOfAnswer(question), words.length / Math.max(1, Number(member(question.params, "maxTokens"))));
  },
  "a message of a model is asked for with few tokens",
);

/** Words of our scenarios: one that a model is told first, and one that it is told later. */
const FIRST = "mcptest-orchid";
const LATER = "mcptest-lantern";

/** Only where the later word comes back: then everything that was handed to the model would. */
export const samplingCarryover = clientFact(
  {
    name: "sampling_carryover",
    doc: "Of every answer that repeats what the model was told: whether it repeats a word of an earlier request too.",
    type: "carried or separate",
    derived: true,
    scenarios: ["sampling-rounds"],
    words: { carried: "a word that only an earlier request had" },
  },
  (view): readonly (ServerQuestion & Item)[] =>
    samplingsIn(view).filter(({ params, answer }) => {
      const prompt = JSON.stringify(params ?? null);
      return prompt.includes(LATER) && !prompt.includes(FIRST) && textOf(answer?.value).includes(LATER);
    }),
  (question) =>
    derivedAt(placeOfAnswer(question), textOf(question.answer?.value).includes(FIRST) ? "carried" : "separate"),
  "the client answers with what it handed to its model",
);
