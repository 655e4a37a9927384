import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { View } from "../../judge/core/fact.ts";
import { type Sent, statelessRequestsIn } from "./sent.ts";

/** A request that was answered with input_required, and its repetition, if it came. */
export interface Round {
  readonly asked: Sent;
  readonly result: Json;
  readonly requests: JsonObject | undefined;
  readonly state: Json | undefined;
  readonly retry: Sent | undefined;
  /** The round whose repetition asked this one. */
  readonly before: Round | undefined;
}

export const roundsIn = (view: View): readonly Round[] => view.once(gather);

/** The tool, prompt or resource that a request names. */
export const namedIn = ({ params }: Sent): string | undefined =>
  stringMember(params, "name") ?? stringMember(params, "uri");

const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;

export const carriesInput = ({ params }: Sent): boolean =>
  isJsonObject(params) && ("inputResponses" in params || "requestState" in params);

const gather = (view: View): readonly Round[] => {
  const requests = statelessRequestsIn(view);
  const claimed = new Set<Sent>();
  const rounds: Round[] = [];
  for (const asked of requests) {
    const result = member(asked.record.exchange.response, "result");
    if (result === undefined || stringMember(result, "resultType") !== "input_required") continue;
    const answered = asked.record.exchange.response_seq ?? Number.POSITIVE_INFINITY;
    const [state, wanted] = [member(result, "requestState"), member(result, "inputRequests")];
    const candidates = requests.filter(
      (one) =>
        !claimed.has(one) &&
        one.session === asked.session &&
        one.method === asked.method &&
        namedIn(one) === namedIn(asked) &&
        seqOf(one) > answered &&
        carriesInput(one),
    );
    // Two calls of one tool may be open: the state tells whose repetition it is, then the arguments.
    const retry =
      candidates.find((one) => state !== undefined && isSame(member(one.params, "requestState"), state)) ??
      candidates.find((one) => isSame(member(one.params, "arguments"), member(asked.params, "arguments"))) ??
      candidates[0];
    if (retry) claimed.add(retry);
    const before = rounds.find((round) => round.retry === asked);
    rounds.push({ asked, result, requests: isJsonObject(wanted) ? wanted : undefined, state, retry, before });
  }
  return rounds;
};

const isSame = (left: Json | undefined, right: Json | undefined): boolean =>
  left === undefined || right === undefined ? left === right : isSameJson(left, right);
