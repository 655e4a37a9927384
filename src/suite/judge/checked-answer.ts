import { isJsonObject } from "../../base/json.ts";
import { answerItem } from "../../judge/core/answer.ts";
import { type ExchangeRecord, type Fact, seen, type View } from "../../judge/core/fact.ts";
import { unseen } from "../../judge/core/unseen.ts";
import { recordsIn } from "../../judge/core/view.ts";
import { isQuestion, type QuestionName } from "../../protocol/question.ts";

/** The fact that holds the answer a test checks. */
export const checkedName = (index: number): string => `checked_${index}`;

/** What the server answered to the first regular request of a method. */
export const checkedAnswer = (method: string, index: number, anywhere: boolean): Fact => ({
  name: checkedName(index),
  doc: `The first regular answer to ${method}.`,
  kind: "observations",
  type: "answer",
  questions: questionsFor(method),
  read(view) {
    const isIt = (candidate: ExchangeRecord): boolean => isRegular(candidate, method);
    // Without a pin, a method of the other era is looked up where that era was spoken.
    const record = view.records.find(isIt) ?? (anywhere ? recordsIn(view.capture).find(isIt) : undefined);
    if (!record) return unasked(view, method);
    const item = answerItem(record, method);
    // For a row such as `error: exact null`, members that a response leaves out are null.
    const value =
      isJsonObject(item.value) && record.exchange.response !== undefined
        ? { result: null, error: null, ...item.value }
        : item.value;
    return seen([{ ...item, value }]);
  },
});

const isRegular = ({ exchange, method, request }: ExchangeRecord, wanted: string): boolean =>
  method === wanted &&
  exchange.deliberate !== true &&
  exchange.trouble?.kind !== "not-probed" &&
  request !== undefined &&
  Object.hasOwn(request, "id");

/** A test the user asked for is never skipped because its subject is missing: it stays inconclusive and says why. */
const unasked = (view: View, method: string): ReturnType<Fact["read"]> => {
  const reading = unseen(view, questionsFor(method), `an answer to ${method} at ${view.revision}`);
  if (reading.seen || reading.applies) return reading;
  return { seen: false, applies: true, reason: "prerequisite-missing", detail: reading.detail, places: reading.places };
};

/** The question that asks for a method, where it is not called like the method. */
const QUESTION_OF: Readonly<Record<string, QuestionName>> = {
  "tools/call": "call",
  "resources/read": "read",
  "prompts/get": "get",
  "completion/complete": "complete",
};

const questionsFor = (method: string): readonly QuestionName[] => {
  const name = QUESTION_OF[method] ?? method;
  return isQuestion(name) ? [name] : [];
};
