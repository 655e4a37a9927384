import { canonicalJson } from "../../../base/canonical.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import type { ExchangeRecord, Fact, Item, View } from "../../../judge/core/fact.ts";
import { prompts, resourceTemplates } from "../../../judge/core/facts/listed.ts";
import { internalFailures } from "../../../judge/core/internal-failures.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { indexRecords } from "../../../judge/core/record-index.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { unadvertised } from "../../../judge/core/unadvertised.ts";

const COMPLETE = "completion/complete";

const isRegular = (record: ExchangeRecord): boolean =>
  record.method === COMPLETE && record.exchange.deliberate !== true;

const refType = (record: ExchangeRecord): Json | undefined => valueAt(paramsOf(record), "ref", "type");

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

export const completions = answersTo({
  name: "completions",
  doc: "The answers to completion/complete for listed prompt arguments and template variables.",
  questions: ["complete:*", "read-template:#-complete"],
  where: isRegular,
  members:
    "counts (how total, hasMore and the number of values go together: consistent, or in words how not; absent without total)",
  derived: ["counts"],
  add: (_record, _view, { result }) => {
    const counts = countsOf(result);
    return counts === undefined ? {} : { counts: { value: counts, at: "/response/result/completion" } };
  },
  none: "nothing was completed",
});

export const completionFailures = internalFailures({
  name: "completion_failures",
  doc: "Errors for listed prompt arguments and template variables that tell of a failure within the server.",
  questions: ["complete:*", "read-template:#-complete"],
  where: isRegular,
  missing: "completion of something that is listed",
});

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
    questions: ["complete:prompt"],
    where: (record) => isRegular(record) && refType(record) === "ref/prompt",
  }),
  prompts,
  (prompt) => member(prompt, "arguments") !== undefined,
  "no listed prompt has arguments",
);

export const templateCompletions = unlessNone(
  answersTo({
    name: "template_completions",
    doc: "The answers to completion/complete with an empty value for a variable of a listed template.",
    questions: ["complete:template", "read-template:#-complete"],
    where: (record) => isRegular(record) && refType(record) === "ref/resource",
  }),
  resourceTemplates,
  (template) => stringMember(template, "uriTemplate")?.includes("{") === true,
  "no listed template has variables",
);

/** The same question without its context, and how it was answered. */
const plainOutcome = (record: ExchangeRecord, view: View): string | undefined => {
  const [plain] = plainQuestions(view, questionOf(record));
  return plain && outcomeOf(plain.exchange);
};

const plainQuestions = indexRecords((record) =>
  isRegular(record) && member(paramsOf(record), "context") === undefined ? questionOf(record) : undefined,
);

const questionOf = (record: ExchangeRecord): string => {
  const params = paramsOf(record);
  const question: JsonObject = { ref: member(params, "ref") ?? null, argument: member(params, "argument") ?? null };
  return canonicalJson(question);
};

export const contextCompletions = answersTo({
  name: "context_completions",
  doc: "The answers to completion/complete with a context.",
  questions: ["complete:prompt-context", "complete:template-context"],
  where: (record) => isRegular(record) && isJsonObject(member(paramsOf(record), "context")),
  members: "without_context (the outcome of the same request without it)",
  derived: ["without_context"],
  add: (record, view) => {
    const outcome = plainOutcome(record, view);
    return outcome === undefined ? undefined : { without_context: { value: outcome, at: "/request/params" } };
  },
  none: "nothing was asked both with and without a context",
});

/** An empty list of suggestions completes nothing. */
const suggestions = (record: ExchangeRecord): readonly Item[] => {
  const values = valueAt(resultOf(record), "completion", "values");
  if (!Array.isArray(values) || values.length === 0) return [];
  return [{ value: values, exchange: record.id, pointer: "/response/result/completion/values" }];
};

export const unadvertisedCompletions = unadvertised({
  name: "unadvertised_completions",
  doc: "The suggestions of a server that does not advertise completions.",
  type: "list of values, as sent",
  capability: "completions",
  methods: [COMPLETE],
  questions: ["complete-absent"],
  served: suggestions,
});
