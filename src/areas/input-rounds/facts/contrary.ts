import { member } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import { questionsIn, questionsOf } from "../../../judge/core/client-questions.ts";
import { type ExchangeRecord, type Fact, type Item, placesOf, type View } from "../../../judge/core/fact.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { resultOf } from "../../../judge/core/record-members.ts";

const askedFor = (record: ExchangeRecord, view: View): string[] =>
  questionsOf(record, view).map(({ method }) => method);

const once = (methods: readonly string[]): string[] => [...new Set(methods)];

/** Whether the server put the question once more. */
const isAskedAgain = (record: ExchangeRecord, view: View): boolean => {
  if (view.era === "stateless") return member(resultOf(record), "resultType") === "input_required";
  const methods = askedFor(record, view);
  return methods.length > once(methods).length;
};

/** What was sent in place of a fitting value, as it is or as JavaScript writes an object. */
const USED = /misfit|\[object Object\]/;

const takenAs = (record: ExchangeRecord, view: View): string => {
  if (isAskedAgain(record, view)) return "asked again";
  const outcome = outcomeOf(record.exchange);
  if (outcome !== "result") return outcome;
  if (member(resultOf(record), "isError") === true) return "tool error";
  return USED.test(JSON.stringify(resultOf(record))) ? "used" : outcome;
};

const MEMBERS = "asked_for (the methods of what was asked)";

const NOBODY_ASKED = "no tool that was called asked the client for something";

/** What was asked for in a call is known, whatever became of it. */
const knownAnyhow = (item: Item): Item =>
  item.open ? { ...item, open: { ...item.open, except: [...item.open.except, "asked_for"] } } : item;

/** Where nobody asked, there was nothing to answer. */
const whereAsked = (fact: Fact): Fact => ({
  ...fact,
  read(view) {
    const reading = fact.read(view);
    if (reading.seen) return { ...reading, items: reading.items.map(knownAnyhow) };
    if (!reading.applies || reading.reason !== "not-probed") return reading;
    const calls = recordsOf(view, ["input:#", "call:#"]);
    return calls.length === 0 || questionsIn(view).length > 0
      ? reading
      : inapplicable(NOBODY_ASKED, placesOf(calls.slice(0, 3)));
  },
});

export const refusedQuestions = whereAsked(
  answersTo({
    name: "refused_questions",
    doc: "The answers to tools/call while the client answers roots/list with -32601 and sampling with an error.",
    questions: ["contrary:#-refusing"],
    members: MEMBERS,
    derived: ["asked_for"],
    add: (record, view) => ({ asked_for: { value: once(askedFor(record, view)), at: "/request" } }),
    none: NOBODY_ASKED,
  }),
);

export const carelessAnswers = whereAsked(
  answersTo({
    name: "careless_answers",
    doc: "The answers to tools/call whose forms were filled in against their schema, and whose sampled messages were malformed.",
    questions: ["contrary:#-careless", "input:#-careless-response"],
    members: `${MEMBERS}, taken_as (error, tool error, asked again, used: the result repeats what does not fit, result, silence …)`,
    derived: ["asked_for", "taken_as"],
    add: (record, view) => ({
      asked_for: { value: once(askedFor(record, view)), at: "/request" },
      taken_as: { value: takenAs(record, view), at: "/response" },
    }),
    none: NOBODY_ASKED,
  }),
);
