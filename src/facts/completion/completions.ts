import { canonicalJson } from "../../json/canonical.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { answersTo } from "../common/answers.ts";
import { extendAnswers } from "../common/extend-answers.ts";
import { inapplicable } from "../common/gaps.ts";
import { unadvertised } from "../common/unadvertised.ts";
import type { Fact, Item } from "../fact.ts";
import { prompts } from "../prompts/prompts.ts";
import { resourceTemplates } from "../resources/lists.ts";
import type { Seat, View } from "../view.ts";

const COMPLETE = "completion/complete";

const paramsOf = (seat: Seat): Json | undefined => member(seat.request, "params");

const isRegular = (seat: Seat): boolean => seat.method === COMPLETE && seat.exchange.deliberate !== true;

const refType = (seat: Seat): Json | undefined => member(member(paramsOf(seat), "ref"), "type");

/** How the numbers of a completion go together; undefined when it gives too few of them to tell. */
const countsOf = (result: Json | undefined): string | undefined => {
  const completion = member(result, "completion");
  const values = member(completion, "values");
  const total = member(completion, "total");
  const more = member(completion, "hasMore");
  if (!Array.isArray(values) || typeof total !== "number") return undefined;
  if (total < values.length) return "fewer in total than given";
  if (more === false && total > values.length) return "more in total, and no more to come";
  return more === true && total === values.length ? "all given, and more to come" : "consistent";
};

export const completions = extendAnswers(
  answersTo({
    name: "completions",
    doc: "The answers to completion/complete for listed prompt arguments and template variables.",
    steps: [/^complete(?:-(?:prompt|template)(?:-text|-context)?)?$/, /^read-template-\d+-complete$/],
    where: isRegular,
  }),
  {
    members:
      "counts (how total, hasMore and the number of values go together: consistent, or in words how not; absent without total)",
    derived: ["counts"],
    add: (_seat, _view, { result }) => {
      const counts = countsOf(result);
      return counts === undefined ? {} : { counts: { value: counts, at: "/response/result/completion" } };
    },
    none: "nothing was completed",
  },
);

/** Where nothing listed takes a value there is nothing to complete. */
const unlessNone = (fact: Fact, list: Fact, takesValue: (entry: Json) => boolean, none: string): Fact => ({
  ...fact,
  read(view) {
    const reading = fact.read(view);
    if (reading.seen || !reading.applies || reading.reason !== "not-probed") return reading;
    const listed = view.read(list);
    if (!listed.seen) return listed.applies ? reading : listed;
    if (listed.items.some(({ value }) => takesValue(value))) return reading;
    return inapplicable(none, listed.looked_at.slice(0, 1));
  },
});

export const promptCompletions = unlessNone(
  answersTo({
    name: "prompt_completions",
    doc: "The answers to completion/complete with an empty value for an argument of a listed prompt.",
    steps: ["complete", "complete-prompt"],
    where: (seat) => isRegular(seat) && refType(seat) === "ref/prompt",
  }),
  prompts,
  (prompt) => member(prompt, "arguments") !== undefined,
  "no listed prompt has arguments",
);

export const templateCompletions = unlessNone(
  answersTo({
    name: "template_completions",
    doc: "The answers to completion/complete with an empty value for a variable of a listed template.",
    steps: ["complete", "complete-template", /^read-template-\d+-complete$/],
    where: (seat) => isRegular(seat) && refType(seat) === "ref/resource",
  }),
  resourceTemplates,
  (template) => stringMember(template, "uriTemplate")?.includes("{") === true,
  "no listed template has variables",
);

/** The same question without its context, and how it was answered. */
const plainOutcome = (seat: Seat, view: View): string | undefined => {
  const wanted = questionOf(seat);
  const plain = view.seats.find(
    (other) => isRegular(other) && member(paramsOf(other), "context") === undefined && questionOf(other) === wanted,
  );
  return plain && outcomeOf(plain.exchange);
};

const questionOf = (seat: Seat): string => {
  const params = paramsOf(seat);
  const question: JsonObject = { ref: member(params, "ref") ?? null, argument: member(params, "argument") ?? null };
  return canonicalJson(question);
};

export const contextCompletions = extendAnswers(
  answersTo({
    name: "context_completions",
    doc: "The answers to completion/complete with a context.",
    steps: ["complete", /^complete-(?:prompt|template)-context$/],
    where: (seat) => isRegular(seat) && isJsonObject(member(paramsOf(seat), "context")),
  }),
  {
    members: "without_context (the outcome of the same request without it)",
    derived: ["without_context"],
    add: (seat, view) => {
      const outcome = plainOutcome(seat, view);
      return outcome === undefined ? undefined : { without_context: { value: outcome, at: "/request/params" } };
    },
    none: "nothing was asked both with and without a context",
  },
);

export const unknownCompletionPrompt = answersTo({
  name: "unknown_completion_prompt",
  doc: "The answers to completion/complete for a prompt that does not exist.",
  steps: ["complete-unknown"],
});

export const incompleteCompletions = answersTo({
  name: "incomplete_completions",
  doc: "The answers to completion/complete without a ref, and without an argument.",
  steps: ["malformed-complete", "malformed-complete-no-ref", "malformed-complete-no-argument"],
});

export const malformedCompletions = answersTo({
  name: "malformed_completions",
  doc: "The answers to completion/complete without a ref, without an argument, and with an unknown kind of ref.",
  steps: [/^malformed-complete/],
});

export const completeAbsent = answersTo({
  name: "complete_absent",
  doc: "The answers to completion/complete where completions is not advertised.",
  steps: ["complete-absent"],
});

/** An empty list of suggestions completes nothing. */
const suggestions = (seat: Seat): readonly Item[] => {
  const values = member(member(member(seat.exchange.response, "result"), "completion"), "values");
  if (!Array.isArray(values) || values.length === 0) return [];
  return [{ value: values, exchange: seat.id, pointer: "/response/result/completion/values" }];
};

export const unadvertisedCompletions = unadvertised({
  name: "unadvertised_completions",
  doc: "The suggestions of a server that does not advertise completions.",
  type: "list of values, as sent",
  capability: "completions",
  methods: [COMPLETE],
  steps: ["complete-absent"],
  served: suggestions,
});
