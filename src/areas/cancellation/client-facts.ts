import { groupBy } from "../../base/group-by.ts";
import { member } from "../../base/json.ts";
import { idKey, NEVER } from "../../capture/timeline.ts";
import {
  clientFact,
  derivedAt,
  derivedFact,
  inParams,
  itemsFact,
  type NamedPlace,
  paramsOf,
  partOf,
  within,
} from "../../judge/core/client/fact.ts";
import { markerAfter } from "../../judge/core/client/plans.ts";
import { type ClientQuestion, questionsIn } from "../../judge/core/client/questions.ts";
import {
  bySession,
  cancellationsOf,
  firstAfter,
  type Item,
  isCallOf,
  lastBefore,
  type Message,
  messagesIn,
  messagesOf,
  nameIn,
  type Session,
  toldIn,
  type View,
} from "../../judge/core/client/view.ts";

const NOTICE = "notifications/cancelled";

const cancellationOf = (call: Message, view: View): Message | undefined => cancellationsOf(call, view)[0];

/** A cancellation and the answer may cross on the way. */
const RACE_MS = 1000;

const stateAt = ({ params, session, sentAt, sentMs = 0 }: Message, view: View): string => {
  const id = member(params, "requestId");
  const named = session.byId.get(idKey(id)) ?? [];
  view.spend(named.length);
  const own = named.filter((one) => one.kind === "request" && one.id === id && one.sentAt < sentAt);
  if (own.some(({ answeredAt }) => answeredAt > sentAt)) return "open";
  const isRecent = own.some(({ answeredMs = 0 }) => sentMs - answeredMs < RACE_MS);
  if (own.length > 0) return isRecent ? "just-answered" : "answered";
  return view.once(gatherIdTexts).get(session)?.has(String(id)) ? "other-type" : "unknown";
};

const gatherIdTexts = (view: View): ReadonlyMap<Session, ReadonlyMap<string, readonly Message[]>> =>
  bySession(
    messagesIn(view).filter(({ kind }) => kind === "request"),
    ({ id }) => String(id),
  );

export const cancellations = derivedFact("cancellations", {
  doc: "Of every cancellation in a session of one client: what it names.",
  type: "open, just-answered, answered, other-type or unknown",
  scenarios: ["cancelled-call"],
  words: {
    answered: "a request that was answered long before",
    "other-type": "the id of a request as another type",
    unknown: "an id that no request of the client has",
  },
  at: inParams,
  say: (sent, view) => {
    const isOneClient = !sent.session.shared || sent.session.scenario !== undefined;
    return sent.method === NOTICE && isOneClient ? stateAt(sent, view) : undefined;
  },
});

export const cancellationParams = clientFact("cancellation_params", {
  doc: "The params of every cancellation the client sent.",
  type: "object",
  scenarios: ["cancelled-call"],
  pick: (sent) => (sent.method === NOTICE ? paramsOf(sent) : undefined),
});

export const cancelledHandshakes = clientFact("cancelled_handshakes", {
  doc: "Every notifications/cancelled for the initialize of its session.",
  type: "the id",
  pick: (sent) => {
    const id = member(sent.params, "requestId");
    if (sent.method !== NOTICE || id === undefined || id !== sent.session.initialize?.id) return undefined;
    return partOf(sent, id, "/params/requestId");
  },
});

/** Tools of our scenarios that are given up, and what a client calls next once it has done so. */
const GIVEN_UP: ReadonlyMap<string, string> = new Map([
  ["slow", "cancelled"],
  ["brief", "limit over"],
]);

interface GivenUp extends NamedPlace {
  readonly call: Message;
  readonly tool: string;
  readonly notice: Message | undefined;
  readonly isClosed: boolean;
}

/** The client closed what would have carried the answer, and went on. */
const isClosed = ({ session, response, endedMs }: Message, view: View): boolean =>
  session.transport === "streamable-http" &&
  response === undefined &&
  endedMs !== undefined &&
  lastBefore(session.messages, NEVER, view, ({ sentMs = 0 }) => sentMs > endedMs) !== undefined;

/** The client went on, with a marker of the plan, before a call was answered. */
const wentOnDuring = (call: Message, marker: string, view: View): boolean =>
  (markerAfter(view, marker, call)?.sentAt ?? NEVER) < call.answeredAt;

const givenUpIn = (view: View): readonly GivenUp[] =>
  messagesOf(view, "tools/call").flatMap((call): GivenUp[] => {
    const tool = nameIn(call) ?? "";
    const marker = GIVEN_UP.get(tool);
    if (call.session.scenario === undefined || marker === undefined) return [];
    const given = {
      ...within(call, ""),
      call,
      tool,
      notice: cancellationOf(call, view),
      isClosed: isClosed(call, view),
    };
    return given.notice || given.isClosed || wentOnDuring(call, marker, view) ? [given] : [];
  });

const wayOf = ({ notice, isClosed: closed }: GivenUp): string =>
  notice ? (closed ? "both" : "notice") : closed ? "close" : "nothing";

export const givenUpCalls = derivedFact("given_up_calls", {
  doc: "Of every call that the client gave up: how it said so.",
  type: "object: tool, over (http, stdio), by (notice, close, both, nothing)",
  scenarios: ["cancelled-call", "call-limits"],
  words: { nothing: "no word about a call that was given up", close: "a closed connection and no word" },
  missing: "the client gives up a call",
  among: givenUpIn,
  at: ({ notice, call }) => notice ?? call,
  say: (one) => ({
    tool: one.tool,
    over: one.call.session.transport === "stdio" ? "stdio" : "http",
    by: wayOf(one),
  }),
});

export const callLimits = derivedFact("call_limits", {
  doc: "Of a client that gave up a call with a short limit: what became of one with a long limit.",
  type: "answered or given-up",
  scenarios: ["call-limits"],
  words: { "given-up": "a call that was given up long before its own limit" },
  missing: "a call with a short limit is given up, and one with a long limit follows",
  among: (view) => {
    const sessions = new Set(givenUpIn(view).flatMap(({ tool, call }) => (tool === "brief" ? [call.session] : [])));
    return messagesIn(view).filter((sent) => isCallOf(sent, "patient") && sessions.has(sent.session));
  },
  say: (sent, view) => (cancellationOf(sent, view) || isClosed(sent, view) ? "given-up" : "answered"),
});

/** The reaction of the client to an answer that arrived after it had cancelled the request. */
export const lateAnswers = itemsFact("late_answers", {
  doc: "What the client did after an answer to a call that it had cancelled.",
  type: "went-on or complained",
  scenarios: ["cancelled-call"],
  words: { complained: "an answer to a late answer" },
  missing: "a cancelled call is answered late and the client goes on",
  among: (view) =>
    givenUpIn(view).flatMap(({ call, notice }): Item[] => {
      const { answeredAt, session } = call;
      if (!notice || answeredAt === NEVER || answeredAt < notice.sentAt) return [];
      const isComplaint = ({ kind, id }: Message): boolean => kind === "response" && id === call.id;
      const named = session.byId.get(idKey(call.id)) ?? [];
      if (firstAfter(named, answeredAt, view, isComplaint)) return [derivedAt(call, "complained")];
      const next = firstAfter(session.messages, answeredAt, view, ({ kind }) => kind === "request");
      return next ? [derivedAt(call, "went-on")] : [];
    }),
});

/** A client that answers two pings after a cancellation has read it. */
export const cancelledQuestions = itemsFact("cancelled_questions", {
  doc: "Of every request that the server cancelled: whether it was answered although the client had read the cancellation.",
  type: "dropped or answered",
  scenarios: ["cancelled-requests"],
  words: { answered: "an answer long after the request was cancelled" },
  missing: "the server cancels a request that takes time, and the client answers pings after that",
  among: (view) =>
    toldIn(view).flatMap((told): Item[] => {
      if (told.method !== NOTICE) return [];
      const questions = view.once(groupQuestions).get(told.session) ?? [];
      view.spend(questions.length);
      const question = questions.find(({ id, method }) => id === member(told.params, "requestId") && method !== "ping");
      const pings = questions.filter(
        ({ method, sentAt, answer }) => method === "ping" && sentAt > told.sentAt && answer,
      );
      const read = pings[1]?.answer;
      if (!question || !read) return [];
      const { answer } = question;
      if (!answer) return [derivedAt(question, "dropped")];
      // An answer that crossed the cancellation on its way shows nothing.
      return answer.sentAt > read.sentAt ? [derivedAt(answer, "answered")] : [];
    }),
});

const groupQuestions = (view: View): ReadonlyMap<Session, readonly ClientQuestion[]> =>
  groupBy(questionsIn(view), ({ session }) => session);

/** A call during which the server sent a cancellation that it must not send. */
export const oddCancellations = derivedFact("odd_cancellations", {
  doc: "What became of every call during which the server cancelled something that it must not.",
  type: "kept or abandoned",
  scenarios: ["odd-cancellations"],
  words: { abandoned: "a call that was given up because the server cancelled something" },
  missing: "the server cancels what it must not during a call, and the client goes on",
  only: (sent, view) =>
    sent.session.scenario === "odd-cancellations" &&
    isCallOf(sent, "add") &&
    (markerAfter(view, "after add", sent) !== undefined || isClosed(sent, view)),
  say: (sent, view) => (wentOnDuring(sent, "after add", view) || isClosed(sent, view) ? "abandoned" : "kept"),
});
