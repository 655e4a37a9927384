// What the server asked the client: requests of its own, and the input requests of results.

import { groupBy } from "../../../base/group-by.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listMember,
  member,
  stringMember,
  valueAt,
} from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { type Message, NEVER } from "../../../capture/timeline.ts";
import type { Fact, View } from "../fact.ts";
import { derivedFact, type NamedPlace, named } from "./fact.ts";
import {
  bySession,
  declaredIn,
  declaredWith,
  firstAfter,
  nameIn,
  type Session,
  statelessRequestsIn,
  toldIn,
} from "./view.ts";

/** A request that was answered with input_required, and its repetition, if it came. */
export interface Round {
  readonly asked: Message;
  readonly result: Json;
  readonly requests: JsonObject | undefined;
  readonly state: Json | undefined;
  readonly retry: Message | undefined;
  /** The round whose repetition asked this one. */
  readonly before: Round | undefined;
}

export const roundsIn = (view: View): readonly Round[] => view.once(gatherRounds);

export const carriesInput = ({ params }: Message): boolean =>
  isJsonObject(params) && ("inputResponses" in params || "requestState" in params);

const gatherRounds = (view: View): readonly Round[] => {
  const requests = statelessRequestsIn(view);
  // A repetition carries what was asked for.
  const repetitions = bySession(requests.filter(carriesInput), callKey);
  const claimed = new Map<Message, Round>();
  const rounds: Round[] = [];
  for (const asked of requests) {
    const { result } = asked;
    if (result === undefined || stringMember(result, "resultType") !== "input_required") continue;
    const [state, wanted] = [member(result, "requestState"), member(result, "inputRequests")];
    const same = repetitions.get(asked.session)?.get(callKey(asked)) ?? [];
    const find = (accepts: (one: Message) => boolean): Message | undefined =>
      firstAfter(same, asked.answeredAt, view, (one) => !claimed.has(one) && accepts(one));
    // Two calls of one tool may be open: the state tells whose repetition it is, then the arguments.
    const retry =
      (state === undefined ? undefined : find((one) => isSame(member(one.params, "requestState"), state))) ??
      find((one) => isSame(member(one.params, "arguments"), member(asked.params, "arguments"))) ??
      find(() => true);
    const before = claimed.get(asked);
    const round: Round = {
      ...{ asked, result, requests: isJsonObject(wanted) ? wanted : undefined },
      ...{ state, retry, before },
    };
    if (retry) claimed.set(retry, round);
    rounds.push(round);
  }
  return rounds;
};

const callKey = (one: Message): string => `${one.method}\n${nameIn(one)}`;

const isSame = (left: Json | undefined, right: Json | undefined): boolean =>
  left === undefined || right === undefined ? left === right : isSameJson(left, right);

/** Something the server asked the client. */
export interface ClientQuestion
  extends Pick<Message, "id" | "params" | "session" | "source" | "sentAt" | "sentMs" | "exchange"> {
  readonly method: string;
  /** What the client had declared: at the handshake, or with the request at hand. */
  readonly declared: Json | undefined;
  readonly answered: "result" | "error" | "nothing";
  /** The result or the error. */
  readonly given: Json | undefined;
  /** The message that holds the answer. */
  readonly answer: Message | undefined;
}

export const questionsIn = (view: View): readonly ClientQuestion[] => view.once(gatherQuestions);

const gatherQuestions = (view: View): readonly ClientQuestion[] => [...requestsOfServer(view), ...inputRequests(view)];

const requestsOfServer = (view: View): readonly ClientQuestion[] =>
  toldIn(view).flatMap((told): ClientQuestion[] => {
    const { method, id, session, answer, result, error } = told;
    if (method === undefined || id === undefined) return [];
    const answered = answer === undefined ? "nothing" : result === undefined ? "error" : "result";
    const given = answer && (result ?? error ?? null);
    return [{ ...told, method, declared: declaredIn(session), answered, given }];
  });

/** The answers are in the repetition of the request, under the same keys. */
const inputRequests = (view: View): readonly ClientQuestion[] =>
  roundsIn(view).flatMap(({ asked, requests, retry }) =>
    Object.entries(requests ?? {}).flatMap(([key, request]): ClientQuestion[] => {
      const method = stringMember(request, "method");
      if (method === undefined) return [];
      const given = valueAt(retry?.params, "inputResponses", key);
      return [
        {
          ...{ method, params: member(request, "params"), id: undefined, session: asked.session },
          source: { exchange: asked.source.exchange, pointer: toPointer(["response", "result", "inputRequests", key]) },
          ...{ sentAt: asked.answeredAt, sentMs: undefined, exchange: asked.exchange },
          declared: declaredWith(asked),
          ...{ answered: given === undefined ? "nothing" : "result", given },
          answer: given === undefined ? undefined : retry,
        },
      ];
    }),
  );

/** The answer where there is one, else the question; under the method of the question. */
export const answerPlace = ({ answer, source, method }: ClientQuestion): NamedPlace =>
  answer ? named(answer, method) : { ...source, name: method };

/** The code of an error that the client answered with. */
export const codeOf = ({ answered, given }: ClientQuestion): JsonObject => {
  const code = answered === "error" ? member(given, "code") : undefined;
  return code === undefined ? {} : { code };
};

/** The client's own call that was open when the server asked. */
export const callAround = (question: ClientQuestion, view: View): Message | undefined =>
  view.once(gatherCallsAround).get(question);

/** The calls of a session that may be open, the first to be sent first: those answered when a question came are left behind. */
const gatherCallsAround = (view: View): ReadonlyMap<ClientQuestion, Message> => {
  const around = new Map<ClientQuestion, Message>();
  for (const [session, asked] of groupBy(questionsIn(view), ({ session: one }) => one)) {
    const calls = (session.byMethod.get("tools/call") ?? []).filter(({ isBatched }) => !isBatched);
    let first = 0;
    for (const question of asked.toSorted((left, right) => left.sentAt - right.sentAt)) {
      while (first < calls.length && (calls[first]?.answeredAt ?? NEVER) <= question.sentAt) first += 1;
      const call = calls[first];
      if (call && call.sentAt < question.sentAt) around.set(question, call);
    }
  }
  return around;
};

/** An answer that no person and no model has to give comes sooner. */
const PATIENCE_MS = 1000;

/** A person or a model may take any time. */
const takesTime = ({ method, declared }: ClientQuestion): boolean =>
  (method === "sampling/createMessage" && member(declared, "sampling") !== undefined) ||
  (method === "elicitation/create" && member(declared, "elicitation") !== undefined);

/** It was answered, or the client went on without, long after: one that is gone had no time to answer. */
export const isSettled = (question: ClientQuestion, view: View): boolean => {
  const { answer, session, sentAt, sentMs } = question;
  if (answer !== undefined) return true;
  if (session.era !== "stateful" || sentMs === undefined || takesTime(question)) return false;
  const isLate = (one: Message): boolean =>
    one.method !== undefined && one.http?.method !== "DELETE" && (one.sentMs ?? 0) - sentMs >= PATIENCE_MS;
  return firstAfter(session.exchanges, sentAt, view, isLate) !== undefined;
};

/** The capability that a question presupposes. */
const FEATURES = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
} as const;

/** To decline, or to have no roots, is what a client without the feature says too. */
const showsSupport = (method: keyof typeof FEATURES, result: Json | undefined): boolean => {
  switch (method) {
    case "roots/list":
      return listMember(result, "roots").length > 0;
    case "elicitation/create":
      return stringMember(result, "action") === "accept";
    case "sampling/createMessage":
      return true;
    default:
      return method satisfies never;
  }
};

/** How a client answered one kind of question, and whether it had declared that it can. */
export const answersFact = (method: keyof typeof FEATURES, name: string): Fact =>
  derivedFact(name, {
    doc: `Every ${method} the server asked: how the client answered, and whether it had declared ${FEATURES[method]}.`,
    type: "object: answered (result, error, nothing), declared (declared, undeclared), shows (support: the answer is more than a refusal), result or code, as sent",
    derived: ["answered", "declared", "shows"],
    words: { undeclared: `${method} answered with a result without ${FEATURES[method]} in the capabilities` },
    missing: `the server asks ${method}`,
    among: (view) =>
      questionsIn(view).filter(
        (one) => one.method === method && isSettled(one, view) && member(one.params, "task") === undefined,
      ),
    at: answerPlace,
    say: (question) => {
      const { answered, declared, given } = question;
      const isResult = answered === "result" && given !== undefined;
      return {
        answered,
        declared: member(declared, FEATURES[method]) === undefined ? "undeclared" : "declared",
        ...(isResult ? { result: given } : {}),
        ...(isResult && showsSupport(method, given) ? { shows: "support" } : {}),
        ...codeOf(question),
      };
    },
  });

/** Requests that the server sent in the stateful era, and did not take back before they were answered. */
export const settledRequests = (view: View): readonly ClientQuestion[] =>
  questionsIn(view).filter(
    (question) => question.session.era === "stateful" && isSettled(question, view) && !isCancelled(question, view),
  );

const isCancelled = ({ session, id, answer }: ClientQuestion, view: View): boolean =>
  answer === undefined && (view.once(gatherTakenBack).get(session)?.has(id) ?? false);

const gatherTakenBack = (view: View): ReadonlyMap<Session, ReadonlyMap<Json | undefined, readonly Message[]>> =>
  bySession(
    toldIn(view).filter(({ method }) => method === "notifications/cancelled"),
    ({ params }) => member(params, "requestId"),
  );
