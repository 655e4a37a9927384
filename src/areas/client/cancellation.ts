import { type Json, member, stringMember } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { serverQuestionsIn, toldIn } from "./answers.ts";
import { markerAfter } from "./markers.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn } from "./sent.ts";

const NOTICE = "notifications/cancelled";

const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;
const answeredAt = ({ record }: Sent): number => record.exchange.response_seq ?? Number.POSITIVE_INFINITY;
const idOf = ({ value }: Sent): Json | undefined => member(value, "id");

const requestsWith = (id: Json | undefined, notice: Sent, view: View): readonly Sent[] =>
  sentIn(view).filter((one) => one.kind === "request" && one.session === notice.session && idOf(one) === id);

/** A cancellation and the answer may cross on the way. */
const RACE_MS = 1000;

const stateAt = (notice: Sent, view: View): string => {
  const id = member(notice.params, "requestId");
  const own = requestsWith(id, notice, view).filter((one) => seqOf(one) < seqOf(notice));
  if (own.some((one) => answeredAt(one) > seqOf(notice))) return "open";
  const sentAt = notice.record.exchange.timing?.start_ms ?? 0;
  const isRecent = own.some(({ record }) => sentAt - (record.exchange.timing?.response_ms ?? 0) < RACE_MS);
  if (own.length > 0) return isRecent ? "just-answered" : "answered";
  return sentIn(view).some(
    (one) => one.kind === "request" && one.session === notice.session && String(idOf(one)) === String(id),
  )
    ? "other-type"
    : "unknown";
};

export const cancellations = sentFact(
  {
    name: "cancellations",
    doc: "Of every cancellation in a session of one client: what it names.",
    type: "open, just-answered, answered, other-type or unknown",
    derived: true,
    scenarios: ["cancelled-call"],
    words: {
      answered: "a request that was answered long before",
      "other-type": "the id of a request as another type",
      unknown: "an id that no request of the client has",
    },
  },
  (sent, view) =>
    sent.method === NOTICE && !(sent.session.shared && sent.session.scenario === undefined)
      ? derivedAt({ ...sent, pointer: `${sent.pointer}/params` }, stateAt(sent, view))
      : undefined,
);

export const cancellationParams = sentFact(
  {
    name: "cancellation_params",
    doc: "The params of every cancellation the client sent.",
    type: "object",
    scenarios: ["cancelled-call"],
  },
  (sent) =>
    sent.method === NOTICE ? partOf(sent, sent.params ?? {}, sent.params === undefined ? "" : "/params") : undefined,
);

/** Tools of our scenarios that are given up, and what a client calls next once it has done so. */
const GIVEN_UP: readonly (readonly [tool: string, marker: string])[] = [
  ["slow", "cancelled"],
  ["brief", "limit over"],
];

interface GivenUp extends Item {
  readonly call: Sent;
  readonly tool: string;
  readonly notice: Sent | undefined;
  readonly isClosed: boolean;
}

/** The client closed what would have carried the answer, and went on. */
const isClosed = (call: Sent, view: View): boolean => {
  const { exchange } = call.record;
  const ended = exchange.timing?.end_ms;
  if (call.session.transport !== "streamable-http" || exchange.response !== undefined || ended === undefined)
    return false;
  return sentIn(view).some(
    (one) => one.session === call.session && (one.record.exchange.timing?.start_ms ?? 0) > ended,
  );
};

const givenUpIn = (view: View): readonly GivenUp[] =>
  sentIn(view).flatMap((call): GivenUp[] => {
    const tool = stringMember(call.params, "name") ?? "";
    const text = GIVEN_UP.find(([name]) => name === tool)?.[1];
    if (call.method !== "tools/call" || call.session.scenario === undefined || text === undefined) return [];
    const notice = sentIn(view).find(
      (one) => one.method === NOTICE && one.session === call.session && member(one.params, "requestId") === idOf(call),
    );
    const closed = isClosed(call, view);
    const next = markerAfter(view, text, call);
    const wentOn = next !== undefined && seqOf(next) < answeredAt(call);
    return notice || closed || wentOn ? [{ ...call, call, tool, notice, isClosed: closed }] : [];
  });

const wayOf = ({ notice, isClosed: closed }: GivenUp): string =>
  notice ? (closed ? "both" : "notice") : closed ? "close" : "nothing";

export const givenUpCalls = clientFact(
  {
    name: "given_up_calls",
    doc: "Of every call that the client gave up: how it said so.",
    type: "object: tool, over (http, stdio), by (notice, close, both, nothing)",
    derived: true,
    scenarios: ["cancelled-call", "call-limits"],
    words: { nothing: "no word about a call that was given up", close: "a closed connection and no word" },
  },
  givenUpIn,
  (one) =>
    derivedAt(one.notice ?? one.call, {
      tool: one.tool,
      over: one.call.session.transport === "stdio" ? "stdio" : "http",
      by: wayOf(one),
    }),
  "the client gives up a call",
);

export const callLimits = clientFact(
  {
    name: "call_limits",
    doc: "Of a client that gave up a call with a short limit: what became of one with a long limit.",
    type: "answered or given-up",
    derived: true,
    scenarios: ["call-limits"],
    words: { "given-up": "a call that was given up long before its own limit" },
  },
  (view) => {
    const gave = givenUpIn(view).filter(({ tool }) => tool === "brief");
    return sentIn(view).filter(
      ({ method, params, session }) =>
        method === "tools/call" &&
        stringMember(params, "name") === "patient" &&
        gave.some(({ call }) => call.session === session),
    );
  },
  (sent, view) => {
    const isCancelled = sentIn(view).some(
      (one) => one.method === NOTICE && one.session === sent.session && member(one.params, "requestId") === idOf(sent),
    );
    return derivedAt(sent, isCancelled || isClosed(sent, view) ? "given-up" : "answered");
  },
  "a call with a short limit is given up, and one with a long limit follows",
);

/** What the client did after an answer to something it had given up. */
const afterLate = ({ call, notice }: GivenUp, view: View): string | undefined => {
  const late = answeredAt(call);
  if (!notice || late === Number.POSITIVE_INFINITY || late < seqOf(notice)) return undefined;
  const { session } = call;
  const later = sentIn(view).filter((one) => one.session === session && seqOf(one) > late);
  if (later.some((one) => one.kind === "response" && idOf(one) === idOf(call))) return "complained";
  return later.some(({ kind }) => kind === "request") ? "went-on" : undefined;
};

export const lateAnswers = clientFact(
  {
    name: "late_answers",
    doc: "What the client did after an answer to a call that it had cancelled.",
    type: "went-on or complained",
    derived: true,
    scenarios: ["cancelled-call"],
    words: { complained: "an answer to a late answer" },
  },
  (view) => givenUpIn(view).filter((one) => afterLate(one, view) !== undefined),
  (one, view) => derivedAt(one.call, afterLate(one, view) ?? ""),
  "a cancelled call is answered late and the client goes on",
);

/** Whoever answers two pings after a cancellation has read it. */
export const cancelledQuestions = clientFact(
  {
    name: "cancelled_questions",
    doc: "Of every request that the server cancelled: whether it was answered although the client had read the cancellation.",
    type: "dropped or answered",
    derived: true,
    scenarios: ["cancelled-requests"],
    words: { answered: "an answer long after the request was cancelled" },
  },
  (view) =>
    toldIn(view).flatMap((told) => {
      if (stringMember(told.value, "method") !== NOTICE) return [];
      const id = member(member(told.value, "params"), "requestId");
      const questions = serverQuestionsIn(view).filter(({ session }) => session === told.session);
      const question = questions.find(({ value, method }) => member(value, "id") === id && method !== "ping");
      const [, second] = questions.filter((one) => one.method === "ping" && (one.seq ?? 0) > told.seq && one.answer);
      if (!question || !second?.answer) return [];
      const answer = question.answer?.sent;
      const isLate = answer !== undefined && seqOf(answer) > seqOf(second.answer.sent);
      // One that crossed the cancellation on its way shows nothing.
      return answer && !isLate ? [] : [{ ...question, isLate }];
    }),
  ({ isLate, answer, ...place }) => derivedAt(answer ? { ...answer.sent } : place, isLate ? "answered" : "dropped"),
  "the server cancels a request that takes time, and the client answers pings after that",
);

/** A call during which the server sent a cancellation that it must not send. */
export const oddCancellations = clientFact(
  {
    name: "odd_cancellations",
    doc: "What became of every call during which the server cancelled something that it must not.",
    type: "kept or abandoned",
    derived: true,
    scenarios: ["odd-cancellations"],
    words: { abandoned: "a call that was given up because the server cancelled something" },
  },
  (view) =>
    sentIn(view).filter(
      (sent) =>
        sent.session.scenario === "odd-cancellations" &&
        sent.method === "tools/call" &&
        stringMember(sent.params, "name") === "add" &&
        (markerAfter(view, "after add", sent) !== undefined || isClosed(sent, view)),
    ),
  (sent, view) => {
    const next = markerAfter(view, "after add", sent);
    const early = next !== undefined && seqOf(next) < answeredAt(sent);
    return derivedAt(sent, early || isClosed(sent, view) ? "abandoned" : "kept");
  },
  "the server cancels what it must not during a call, and the client goes on",
);

export const rootsChanges = clientFact(
  {
    name: "roots_changes",
    doc: "Of every change of the roots that a client went through, or announced: whether it was announced.",
    type: "object: announced (announced, silent), listChanged (declared, undeclared)",
    derived: true,
    scenarios: ["roots-changes"],
    words: { silent: "a change of the roots that was not announced" },
  },
  (view) => {
    const notices = sentIn(view).filter(({ method }) => method === "notifications/roots/list_changed");
    const told = sentIn(view).filter((sent) => markerText(sent) === "roots changed");
    return [...notices, ...told.filter(({ session }) => !notices.some((one) => one.session === session))];
  },
  (sent) => {
    const roots = member(member(member(sent.session.initialize?.request, "params"), "capabilities"), "roots");
    return derivedAt(sent, {
      announced: sent.method === "tools/call" ? "silent" : "announced",
      listChanged: member(roots, "listChanged") === true ? "declared" : "undeclared",
    });
  },
  "the roots change",
);

const markerText = ({ method, params, session }: Sent): Json | undefined =>
  method === "tools/call" && session.scenario !== undefined && stringMember(params, "name") === "echo"
    ? member(member(params, "arguments"), "text")
    : undefined;
