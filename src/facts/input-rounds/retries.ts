import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { answerItem, outcomeOf } from "../common/answer.ts";
import { unseen } from "../common/gaps.ts";
import { requestHeader } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { ASKING_METHODS, type Asking, askingsIn, asksForInput, inputRequestsIn, resultOf } from "./asking.ts";

/** A request that answers an earlier input_required result. */
interface Retry {
  readonly seat: Seat;
  readonly before: Asking;
}

const paramsOf = ({ request }: Seat): Json | undefined => member(request, "params");

/** What has to be the same in a retry. */
const subject = (seat: Seat): string => {
  const params = paramsOf(seat);
  const parts = ["name", "uri", "arguments"].map((key) => member(params, key) ?? null);
  return JSON.stringify([seat.method ?? null, ...parts]);
};

const isRetry = (seat: Seat): boolean =>
  ["inputResponses", "requestState"].some((key) => member(paramsOf(seat), key) !== undefined);

/** A retry hands back the state of the result it answers; where there is none, it answers the last one. */
const gather = (view: View): readonly Retry[] => {
  const askings = askingsIn(view).filter(({ result }) => asksForInput(result));
  if (askings.length === 0) return [];
  return view.seats.flatMap((seat) => {
    if (seat.exchange.deliberate || !ASKING_METHODS.includes(seat.method ?? "") || !isRetry(seat)) return [];
    const state = member(paramsOf(seat), "requestState");
    const before = askings.findLast(
      ({ seat: earlier, result }) =>
        earlier.index < seat.index && member(result, "requestState") === state && subject(earlier) === subject(seat),
    );
    return before ? [{ seat, before }] : [];
  });
};

/** A question that was declined or not answered may be put again. */
const isAnswered = (response: Json | undefined): boolean => {
  const action = member(response, "action");
  return response !== undefined && action !== "decline" && action !== "cancel";
};

const kindOf = ({ seat, before }: Retry): "answered" | "state only" | "partly answered" => {
  const requests = inputRequestsIn(before.result);
  if (requests.length === 0) return "state only";
  const responses = member(paramsOf(seat), "inputResponses");
  return requests.every(([key]) => isAnswered(member(responses, key))) ? "answered" : "partly answered";
};

const askedAgain = ({ seat, before }: Retry): string[] => {
  const result = resultOf(seat);
  if (!asksForInput(result)) return [];
  const earlier = new Map(inputRequestsIn(before.result));
  return inputRequestsIn(result).flatMap(([key, asked]) => {
    const known = earlier.get(key);
    return known !== undefined && JSON.stringify(known) === JSON.stringify(asked) ? [key] : [];
  });
};

/** The connection of the question ended with it, so the answer came on another. */
const connectionOf = ({ before }: Retry): "other" | "any" =>
  requestHeader(before.seat, "connection")?.toLowerCase() === "close" ? "other" : "any";

export const inputRetries: Fact = {
  name: "input_retries",
  doc: "How the server went on when an input_required result was answered.",
  kind: "list",
  type: "outcome, error, kind (answered, partly answered, state only: nothing was asked), asked_again (keys), connection (other than that of the question, any)",
  derived: ["outcome", "kind", "asked_again", "connection"],
  read(view) {
    const retries = view.once(gather);
    if (retries.length > 0) return seen(retries.map((retry) => retryItem(retry, view)));
    const calls = view.seats.filter((seat) => ASKING_METHODS.includes(seat.method ?? "") && resultOf(seat));
    if (calls.length === 0) return unseen(view, ["input", "call"], "an answered call, get or read");
    return seen(
      [],
      calls.slice(0, 3).map((seat) => placeOf(seat, "/response/result")),
    );
  },
};

const retryItem = (retry: Retry, view: View): Item => {
  const { seat } = retry;
  const error = member(seat.exchange.response, "error");
  const value: JsonObject = {
    outcome: outcomeOf(seat.exchange),
    kind: kindOf(retry),
    asked_again: askedAgain(retry),
    connection: connectionOf(retry),
    ...(error === undefined ? {} : { error }),
  };
  const { open, name } = answerItem(seat, view, nameIn(seat));
  return {
    ...placeOf(seat),
    value,
    parts: {
      outcome: "",
      kind: "/request/params",
      asked_again: "/response/result/inputRequests",
      connection: "/request/params",
      error: "/response/error",
    },
    name,
    ...(open ? { open: { ...open, except: ["outcome", "kind", "connection"] } } : {}),
  };
};

const nameIn = (seat: Seat): string | undefined => {
  const params = paramsOf(seat);
  const name = isJsonObject(params) ? (params["name"] ?? params["uri"]) : undefined;
  return typeof name === "string" ? name : undefined;
};
