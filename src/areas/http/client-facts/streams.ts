// Event streams: how clients take them up again, and what they do while one is open.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject } from "../../../base/json.ts";
import { clientFact, derivedAt, derivedFact, itemsFact, type Place, placeOf } from "../../../judge/core/client/fact.ts";
import {
  type ClientHttpRequest,
  givenSessionId,
  HEADERS,
  httpFact,
  httpRequestsIn,
  isAtEndpoint,
  isGet,
  isPost,
  requestHeader,
  sentSessionId,
} from "../../../judge/core/client/http.ts";
import { type ClientQuestion, isSettled, questionsIn } from "../../../judge/core/client/questions.ts";
import { goesOn, hasEnded, type Run, runOf } from "../../../judge/core/client/runs.ts";
import {
  firstAfter,
  type Item,
  type Message,
  messagesIn,
  type Session,
  sessionsOf,
  toldIn,
  type View,
} from "../../../judge/core/client/view.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";

/** In each session: how often GET was refused. */
export const refusedGets = httpFact("refused_gets", {
  doc: "How often a client asked for a stream although it was answered with 405.",
  type: "integer",
  scenarios: ["no-stream"],
  derived: true,
  missing: "the client asks for a stream and is refused",
  only: (one) => isGet(one) && one.http.status === 405 && isAtEndpoint(one),
  pick: (request, view) => {
    const all = view.once(groupRefusedGets).get(request.session) ?? [];
    return all[0] === request ? { ...placeOf(request, "/http"), value: all.length } : undefined;
  },
});

const groupRefusedGets = (view: View): ReadonlyMap<Session, readonly Message[]> =>
  groupBy(
    httpRequestsIn(view).filter((one) => isGet(one) && one.http.status === 405),
    ({ session }) => session,
  );

export const resumptions = httpFact("resumptions", {
  doc: "Of every GET after a stream with event ids had ended without the answer: the event id it names.",
  type: "last-id, other-id or no-id",
  scenarios: ["broken-stream"],
  derived: true,
  missing: "a stream ends before the answer, and the client comes back with GET",
  only: (request, view) => brokenBefore(request, view) !== undefined,
  pick: (request, view) => {
    const named = requestHeader(request, HEADER_KEY.lastEventId);
    const isResumed = view.once(gatherResumed).has(request.session);
    // A GET without an id may be one to listen, beside another that takes up the stream.
    if (named === undefined && isResumed) return undefined;
    const isLast = brokenBefore(request, view)?.some(({ http }) => http?.stream?.last_event_id === named);
    const value = named === undefined ? "no-id" : isLast ? "last-id" : "other-id";
    return { ...placeOf(request, HEADERS), value };
  },
});

const gatherResumed = (view: View): ReadonlySet<Session> =>
  new Set(
    httpRequestsIn(view).flatMap((one) =>
      requestHeader(one, HEADER_KEY.lastEventId) === undefined ? [] : [one.session],
    ),
  );

/** The streams with event ids before this GET, where one of them is of a POST whose answer had not come. */
const brokenBefore = (request: ClientHttpRequest, view: View): readonly Message[] | undefined => {
  if (!isGet(request) || !isAtEndpoint(request)) return undefined;
  const streams = view.once(groupNumbered).get(request.session) ?? [];
  view.spend(streams.length);
  const before = streams.filter(({ sentAt }) => sentAt < request.sentAt);
  return before.some((one) => isPost(one) && one.answeredAt > request.sentAt) ? before : undefined;
};

/** Streams whose events have ids. */
const groupNumbered = (view: View): ReadonlyMap<Session, readonly Message[]> =>
  groupBy(
    httpRequestsIn(view).filter(({ http }) => http.stream?.last_event_id !== undefined),
    ({ session }) => session,
  );

/** A stream that the server closed before the answer, after an event with an id. */
interface ClosedStream extends Place {
  readonly carrier: Message;
  readonly lastId: string;
  readonly run: Run;
  /** The GET that takes it up again. */
  readonly next: Message | undefined;
}

const closedStreams = (view: View): readonly ClosedStream[] => view.once(gatherClosed);

const gatherClosed = (view: View): readonly ClosedStream[] =>
  sessionsOf(view, "broken-stream").flatMap((session) => {
    const run = runOf(session, view);
    return session.exchanges.flatMap((carrier): ClosedStream[] => {
      const { stream } = carrier.http ?? {};
      const { last_event_id: lastId, ended_ms: ended } = stream ?? {};
      if (!run || lastId === undefined || stream?.ended_by !== "server" || ended === undefined) return [];
      // A stream that the answer came on is over.
      if (carrier.answeredMs !== undefined && carrier.answeredMs <= ended) return [];
      if (isGet(carrier) && carriesAnswer(carrier)) return [];
      view.spend(run.exchanges.length);
      const next = run.exchanges.find((one) => isGet(one) && (one.sentMs ?? 0) >= ended);
      return [{ ...placeOf(carrier, "/http/stream"), carrier, lastId, run, next }];
    });
  });

const carriesAnswer = ({ exchange }: Message): boolean =>
  (exchange?.meanwhile ?? []).some(({ message }) => isJsonObject(message) && "result" in message);

export const retryWaits = itemsFact("retry_waits", {
  doc: "Of every stream that was closed with a retry field and taken up again: how long the client waited, beside the field.",
  type: "object: retry_ms, waited_ms, kept (in-time, early)",
  scenarios: ["broken-stream"],
  words: { early: "a reconnect before the time of the retry field was over" },
  missing: "a stream is closed with a retry field, and the client comes back",
  among: (view) =>
    closedStreams(view).flatMap(({ carrier, next, lastId }): Item[] => {
      const { retry_ms: retry, ended_ms: ended = 0 } = carrier.http?.stream ?? {};
      // A GET without the id of the last event takes up nothing: the client listens.
      if (!next || retry === undefined || requestHeader(next, HEADER_KEY.lastEventId) !== lastId) return [];
      const waited = (next.sentMs ?? 0) - ended;
      // What counts at the client is when it saw the end, which is later: the wait that is measured here is never too short.
      const kept = waited < retry - CLOCK_MS ? "early" : "in-time";
      return [derivedAt(placeOf(next, "/http"), { retry_ms: retry, waited_ms: Math.round(waited), kept })];
    }),
});

/** Clocks of timers are not exact. */
const CLOCK_MS = 50;

export const closedStreamPolls = derivedFact("closed_stream_polls", {
  doc: "Of every stream that the server closed before the answer: whether the client asked for the rest.",
  type: "polled or given-up",
  scenarios: ["broken-stream"],
  words: { "given-up": "no attempt to take up the stream, although the answer had not come" },
  missing: "a stream is closed before the answer, and the client goes on",
  among: closedStreams,
  only: ({ run, next }) => next !== undefined || hasEnded(run),
  say: ({ next }) => (next ? "polled" : "given-up"),
});

/** Whether answers to the server's requests came while the call was still open, and as the session has it. */
export const answersDuringCalls = derivedFact("answers_during_calls", {
  doc: "Of every request that the server sent on the stream of a call: when it was answered, and whether with the session's id.",
  type: "object: answered (during, after, never), session (same, other)",
  scenarios: ["server-requests"],
  words: { never: "no answer, although the server waited for it", other: "an answer without the id of the session" },
  missing: "the server sends a request during a call, and the client goes on",
  among: questionsIn,
  only: ({ session, source }) =>
    session.era === "stateful" && session.transport === "streamable-http" && source.exchange !== null,
  at: ({ answer, source, method }) => (answer ? { ...placeOf(answer, "/request"), name: method } : { source, method }),
  say: (question, view) => {
    const { session, source, answer } = question;
    const [call] = view.once(groupByExchange).get(source.exchange) ?? [];
    // Until initialize is answered a client may not know its session yet.
    if (!call || call.method === "initialize" || call.response === undefined) return undefined;
    if (!answer) {
      // Where a person or a model has to answer, it may take any time; and a client that is gone says nothing.
      const isOver = isSettled(question, view) && goesOn(runOf(session, view), call.answeredAt, view);
      const isWaited = isOver && waitedMs(question, call, view) >= PATIENCE_MS;
      return isWaited ? { answered: "never", session: "same" } : undefined;
    }
    const isSame = sentSessionId(answer) === givenSessionId(session);
    return { answered: answer.sentAt > call.answeredAt ? "after" : "during", session: isSame ? "same" : "other" };
  },
});

const groupByExchange = (view: View): ReadonlyMap<Message["source"]["exchange"], readonly Message[]> =>
  groupBy(messagesIn(view), ({ source }) => source.exchange);

const PATIENCE_MS = 2500;

/** From the question to the next message of the server. */
const waitedMs = ({ sentAt, sentMs }: ClientQuestion, call: Message, view: View): number => {
  const told = view.once(groupTold).get(call.source.exchange) ?? [];
  const later = firstAfter(told, sentAt, view, () => true);
  const end = later?.sentMs ?? call.answeredMs;
  return sentMs === undefined || end === undefined ? 0 : end - sentMs;
};

const groupTold = (view: View): ReadonlyMap<Message["source"]["exchange"], readonly Message[]> =>
  groupBy(toldIn(view), ({ source }) => source.exchange);

export const getStreamAnswers = itemsFact("get_stream_answers", {
  doc: "Of every request that the server sent on a GET stream: whether it was answered.",
  type: "answered or ignored",
  scenarios: ["get-stream"],
  words: { ignored: "no answer to what the server asked on the GET stream, although it waited" },
  missing: "the client opens a GET stream, and the server sends a request on it",
  among: (view) =>
    questionsIn(view).flatMap((question): Item[] => {
      const { session, answer, exchange, sentAt } = question;
      if (session.scenario !== "get-stream" || session.transport !== "streamable-http") return [];
      if (exchange && exchange.http?.method !== "GET") return [];
      if (answer) return [derivedAt(question, "answered")];
      // The call is answered once the question is, or after three seconds.
      view.spend(session.exchanges.length);
      const isWaited = session.exchanges.some(
        (one) =>
          one.method === "tools/call" && (one.answeredMs ?? 0) - (one.sentMs ?? 0) > PATIENCE_MS && one.sentAt > sentAt,
      );
      return isWaited ? [derivedAt(question, "ignored")] : [];
    }),
});

export const resumedAnyway = httpFact("resumed_anyway", {
  doc: "Of every stream of the stateless era that broke: what the client sent that only a stream which can be taken up again has.",
  type: "get, last-event-id or same-id",
  scenarios: ["broken-stateless-stream"],
  words: {
    get: "GET, to take up a stream that cannot be taken up",
    "last-event-id": "Last-Event-ID",
    "same-id": "the same call again under its old id",
  },
  derived: true,
  missing: "a stream of the stateless era breaks before the answer",
  only: ({ session, response, http }) =>
    session.scenario === "broken-stateless-stream" &&
    session.era === "stateless" &&
    http.stream !== undefined &&
    response === undefined,
  pick: (broken, view) =>
    (runOf(broken.session, view)?.exchanges ?? []).flatMap((later): Item[] => {
      const value = later.sentAt > broken.sentAt ? resumption(later, broken) : undefined;
      return value === undefined ? [] : [{ ...placeOf(later, "/http"), value, name: later.method }];
    }),
});

const resumption = (later: Message, broken: Message): string | undefined => {
  if (requestHeader(later, HEADER_KEY.lastEventId) !== undefined) return "last-event-id";
  if (isGet(later)) return "get";
  return later.method === broken.method && later.id === broken.id ? "same-id" : undefined;
};

const WINDOW_MS = 20_000;

/** The most requests within twenty seconds: a client may try again, but not without a pause. */
export const attemptsAtFaults = clientFact("attempts_at_faults", {
  doc: "Of every server that answers all requests with 503: the largest number of them within twenty seconds.",
  type: "integer",
  scenarios: ["server-fault"],
  derived: true,
  missing: "the server answers with 503",
  among: (view) => sessionsOf(view, "server-fault").flatMap(({ exchanges }) => exchanges.slice(0, 1)),
  pick: (first, view) => {
    const times = (runOf(first.session, view)?.exchanges ?? []).map(({ sentMs = 0 }) => sentMs);
    const most = times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length);
    return { ...placeOf(first, "/http"), value: Math.max(0, ...most) };
  },
});
