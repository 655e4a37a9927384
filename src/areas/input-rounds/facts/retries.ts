import { type Json, type JsonObject, member } from "../../../base/json.ts";
import { answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { collect } from "../../../judge/core/messages.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { requestHeader } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import {
  ASKING_METHODS,
  askingsIn,
  asksForInput,
  type InputResult,
  inputRequestsIn,
  nameOf,
  resultOf,
} from "./asking.ts";

/** A request that answers an earlier input_required result. */
interface Retry {
  readonly record: ExchangeRecord;
  readonly before: InputResult;
}

/** What has to be the same in a retry. */
const subject = (record: ExchangeRecord): string => {
  const params = paramsOf(record);
  const parts = ["name", "uri", "arguments"].map((key) => member(params, key) ?? null);
  return JSON.stringify([record.method ?? null, ...parts]);
};

const isRetry = (record: ExchangeRecord): boolean =>
  ["inputResponses", "requestState"].some((key) => member(paramsOf(record), key) !== undefined);

/** A retry hands back the state of the result it answers; where there is none, it answers the last one. */
const gather = (view: View): readonly Retry[] => {
  const askings = askingsIn(view).filter(({ result }) => asksForInput(result));
  if (askings.length === 0) return [];
  return collect(view.records, (record) => {
    if (record.exchange.deliberate || !ASKING_METHODS.includes(record.method ?? "") || !isRetry(record)) return [];
    const state = member(paramsOf(record), "requestState");
    const before = askings.findLast(
      ({ record: earlier, result }) =>
        earlier.index < record.index &&
        member(result, "requestState") === state &&
        subject(earlier) === subject(record),
    );
    return before ? [{ record, before }] : [];
  });
};

/** A question that was declined or not answered may be put again. */
const isAnswered = (response: Json | undefined): boolean => {
  const action = member(response, "action");
  return response !== undefined && action !== "decline" && action !== "cancel";
};

const kindOf = ({ record, before }: Retry): "answered" | "state only" | "partly answered" => {
  const requests = inputRequestsIn(before.result);
  if (requests.length === 0) return "state only";
  const responses = member(paramsOf(record), "inputResponses");
  return requests.every(([key]) => isAnswered(member(responses, key))) ? "answered" : "partly answered";
};

const askedAgain = ({ record, before }: Retry): string[] => {
  const result = resultOf(record);
  if (!asksForInput(result)) return [];
  const earlier = new Map(inputRequestsIn(before.result));
  return inputRequestsIn(result).flatMap(([key, asked]) => {
    const known = earlier.get(key);
    return known !== undefined && JSON.stringify(known) === JSON.stringify(asked) ? [key] : [];
  });
};

/** The connection of the question ended with it, so the answer came on another. */
const connectionOf = ({ before }: Retry): "other" | "any" =>
  requestHeader(before.record, "connection")?.toLowerCase() === "close" ? "other" : "any";

export const inputRetries = defineFact({
  name: "input_retries",
  doc: "How the server went on when an input_required result was answered.",
  type: "outcome, error, kind (answered, partly answered, state only: nothing was asked), asked_again (keys), connection (other than that of the question, any)",
  derived: ["outcome", "kind", "asked_again", "connection"],
  questions: ["input", "call"],
  read(view) {
    const retries = view.once(gather);
    if (retries.length > 0) return seen(retries.map(retryItem));
    const calls = view.records.filter((record) => ASKING_METHODS.includes(record.method ?? "") && resultOf(record));
    if (calls.length === 0) return unseen(view, this.questions, "an answered call, get or read");
    return seen([], placesOf(calls.slice(0, 3), "/response/result"));
  },
});

const retryItem = (retry: Retry): Item => {
  const { record } = retry;
  const error = member(record.exchange.response, "error");
  const value: JsonObject = {
    outcome: outcomeOf(record.exchange),
    kind: kindOf(retry),
    asked_again: askedAgain(retry),
    connection: connectionOf(retry),
    ...(error === undefined ? {} : { error }),
  };
  const { open } = answerItem(record);
  return {
    ...placeOf(record),
    value,
    parts: {
      outcome: "",
      kind: "/request/params",
      asked_again: "/response/result/inputRequests",
      connection: "/request/params",
      error: "/response/error",
    },
    name: nameOf(record),
    ...(open ? { open: { ...open, except: ["outcome", "kind", "connection"] } } : {}),
  };
};
