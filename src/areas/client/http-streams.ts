import { isJsonObject, type Json, member } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { isSettled, serverQuestionsIn } from "./answers.ts";
import { sessionsIn } from "./client-view.ts";
import { httpRequestsIn } from "./http-requests.ts";
import { answeredSeq, type ClientRun, runOf, sentAfter, seqOf, sessionsOf } from "./runs.ts";
import { clientFact, derivedAt, sentIn } from "./sent.ts";

/** A stream that the server closed before the answer, after an event with an id. */
interface ClosedStream extends Item {
  readonly record: ExchangeRecord;
  readonly run: ClientRun;
  /** The GET that takes it up again. */
  readonly next: ExchangeRecord | undefined;
}

const closedStreams = (view: View): readonly ClosedStream[] => view.once(gatherClosed);

const gatherClosed = (view: View): readonly ClosedStream[] =>
  sessionsOf(view, ["broken-stream"]).flatMap((session) => {
    const run = runOf(session, view);
    return run
      ? session.records.flatMap((record): ClosedStream[] => {
          const { http, timing } = record.exchange;
          const { stream } = http ?? {};
          const ended = stream?.ended_ms;
          if (stream?.last_event_id === undefined || stream.ended_by !== "server" || ended === undefined) return [];
          // A stream that the answer came on is over.
          if (timing?.response_ms !== undefined && timing.response_ms <= ended) return [];
          if (http?.method === "GET" && carriesAnswer(record)) return [];
          const next = run.records.find(
            (one) => one.exchange.http?.method === "GET" && (one.exchange.timing?.start_ms ?? 0) >= ended,
          );
          return [{ ...placeOf(record, "/http/stream"), value: stream.last_event_id, record, run, next }];
        })
      : [];
  });

const carriesAnswer = ({ exchange }: ExchangeRecord): boolean =>
  (exchange.meanwhile ?? []).some(({ message }) => isJsonObject(message) && "result" in message);

export const retryWaits = clientFact(
  {
    name: "retry_waits",
    doc: "Of every stream that was closed with a retry field and taken up again: how long the client waited, beside the field.",
    type: "object: retry_ms, waited_ms, kept (in-time, early)",
    derived: true,
    scenarios: ["broken-stream"],
    words: { early: "a reconnect before the time of the retry field was over" },
  },
  (view) =>
    closedStreams(view).filter(
      // A GET without the id of the last event takes up nothing: the client listens.
      ({ record, next, value }) =>
        next &&
        record.exchange.http?.stream?.retry_ms !== undefined &&
        headerValue(next.exchange.http?.request_headers, HEADER_KEY.lastEventId) === value,
    ),
  ({ record, next }) => {
    const retry = record.exchange.http?.stream?.retry_ms ?? 0;
    const waited = (next?.exchange.timing?.start_ms ?? 0) - (record.exchange.http?.stream?.ended_ms ?? 0);
    // What counts at the client is when it saw the end, which is later: the wait that is measured here is never too short.
    const kept = waited < retry - CLOCK_MS ? "early" : "in-time";
    const place = next ? placeOf(next, "/http") : placeOf(record, "/http");
    return derivedAt(place, { retry_ms: retry, waited_ms: Math.round(waited), kept });
  },
  "a stream is closed with a retry field, and the client comes back",
);

/** Clocks of timers are not exact. */
const CLOCK_MS = 50;

export const closedStreamPolls = clientFact(
  {
    name: "closed_stream_polls",
    doc: "Of every stream that the server closed before the answer: whether the client asked for the rest.",
    type: "polled or given-up",
    derived: true,
    scenarios: ["broken-stream"],
    words: { "given-up": "no attempt to take up the stream, although the answer had not come" },
  },
  (view) => closedStreams(view).filter(({ run, next }) => next !== undefined || run.ended !== undefined),
  ({ record, next }) => derivedAt(placeOf(record, "/http/stream"), next ? "polled" : "given-up"),
  "a stream is closed before the answer, and the client goes on",
);

/** Whether answers to the server's requests came while the call was still open, and as the session has it. */
export const answersDuringCalls = clientFact(
  {
    name: "answers_during_calls",
    doc: "Of every request that the server sent on the stream of a call: when it was answered, and whether with the session's id.",
    type: "object: answered (during, after, never), session (same, other)",
    derived: true,
    scenarios: ["server-requests"],
    words: { never: "no answer, although the server waited for it", other: "an answer without the id of the session" },
  },
  (view) =>
    serverQuestionsIn(view).filter(
      ({ session, exchange }) =>
        session.era === "stateful" && session.transport === "streamable-http" && exchange !== null,
    ),
  (question, view) => {
    const call = sentIn(view).find(({ exchange }) => exchange === question.exchange)?.record;
    // Until initialize is answered a client may not know its session yet.
    if (!call || call.method === "initialize" || call.exchange.response === undefined) return undefined;
    const answer = question.answer?.sent.record;
    const isLate = answer !== undefined && seqOf(answer) > answeredSeq(call);
    // Whom a person or a model has to answer for may take any time.
    if (!answer && !isSettled(question)) return undefined;
    const run = runOf(question.session, view);
    // What was not waited for long enough says nothing, nor does a client that is gone.
    if (!answer && !(run && sentAfter(run, answeredSeq(call)).length > 0)) return undefined;
    if (!answer && waitedMs(call, question) < PATIENCE_MS) return undefined;
    const given = headerValue(question.session.initialize?.exchange.http?.response_headers, HEADER_KEY.sessionId);
    const named = answer && headerValue(answer.exchange.http?.request_headers, HEADER_KEY.sessionId);
    const place = answer ? { ...placeOf(answer, "/request"), name: question.method } : question;
    return derivedAt(place, {
      answered: answer ? (isLate ? "after" : "during") : "never",
      session: !answer || named === given ? "same" : "other",
    });
  },
  "the server sends a request during a call, and the client goes on",
);

const PATIENCE_MS = 2500;

const waitedMs = ({ exchange }: ExchangeRecord, { seq }: { readonly seq: number | undefined }): number => {
  const asked = (exchange.meanwhile ?? []).find((message) => message.seq === seq)?.at_ms;
  const later = (exchange.meanwhile ?? []).find((message) => message.seq > (seq ?? 0))?.at_ms;
  const end = later ?? exchange.timing?.response_ms;
  return asked === undefined || end === undefined ? 0 : end - asked;
};

export const getStreamAnswers = clientFact(
  {
    name: "get_stream_answers",
    doc: "Of every request that the server sent on a GET stream: whether it was answered.",
    type: "answered or ignored",
    derived: true,
    scenarios: ["get-stream"],
    words: { ignored: "no answer to what the server asked on the GET stream, although it waited" },
  },
  (view) => getQuestions(view).filter(({ followed }) => followed !== undefined),
  ({ followed, ...place }) => derivedAt(place, followed ?? ""),
  "the client opens a GET stream, and the server sends a request on it",
);

const getQuestions = (view: View): readonly (Item & { readonly followed: string | undefined })[] =>
  serverQuestionsIn(view).flatMap((question) => {
    const { session, answer } = question;
    if (session.scenario !== "get-stream" || session.transport !== "streamable-http") return [];
    const asked = sessionsIn(view)
      .flatMap(({ records }) => records)
      .find(({ id }) => id === question.exchange);
    if (asked && asked.exchange.http?.method !== "GET") return [];
    // The call is answered once the question is, or after three seconds.
    const waited = session.records.some(
      ({ method, exchange }) =>
        method === "tools/call" &&
        (exchange.timing?.response_ms ?? 0) - (exchange.timing?.start_ms ?? 0) > PATIENCE_MS &&
        (exchange.seq ?? 0) > (question.seq ?? Number.POSITIVE_INFINITY),
    );
    return [{ ...question, followed: answer ? "answered" : waited ? "ignored" : undefined }];
  });

export const resumedAnyway = clientFact(
  {
    name: "resumed_anyway",
    doc: "Of every stream of the stateless era that broke: what the client sent that only a stream which can be taken up again has.",
    type: "get, last-event-id or same-id",
    derived: true,
    scenarios: ["broken-stateless-stream"],
    words: {
      get: "GET, to take up a stream that cannot be taken up",
      "last-event-id": "Last-Event-ID",
      "same-id": "the same call again under its old id",
    },
  },
  (view) =>
    httpRequestsIn(view).filter(
      ({ session, record, http }) =>
        session.scenario === "broken-stateless-stream" &&
        session.era === "stateless" &&
        http.stream !== undefined &&
        record.exchange.response === undefined,
    ),
  ({ session, record }, view) => {
    const run = runOf(session, view);
    return (run?.records ?? [])
      .filter((later) => seqOf(later) > seqOf(record))
      .flatMap((later): Item[] => {
        const what = resumption(later, record);
        return what === undefined ? [] : [{ ...placeOf(later, "/http"), value: what, name: later.method }];
      });
  },
  "a stream of the stateless era breaks before the answer",
);

const resumption = (later: ExchangeRecord, broken: ExchangeRecord): string | undefined => {
  if (headerValue(later.exchange.http?.request_headers, HEADER_KEY.lastEventId) !== undefined) return "last-event-id";
  if (later.exchange.http?.method === "GET") return "get";
  const isSame = later.method === broken.method && idOf(later) === idOf(broken);
  return isSame ? "same-id" : undefined;
};

const idOf = ({ request }: ExchangeRecord): Json | undefined => member(request, "id");

const WINDOW_MS = 20_000;

/** The most requests within twenty seconds: a client may try again, but not without a pause. */
export const attemptsAtFaults = clientFact(
  {
    name: "attempts_at_faults",
    doc: "Of every server that answers all requests with 503: the largest number of them within twenty seconds.",
    type: "integer",
    derived: true,
    scenarios: ["server-fault"],
  },
  (view) =>
    sessionsOf(view, ["server-fault"])
      .filter((session, index, all) => all.indexOf(session) === index)
      .flatMap((session) => session.records.slice(0, 1).map((record) => ({ ...placeOf(record, "/http"), session }))),
  ({ session, exchange, pointer }, view) => {
    const times = (runOf(session, view)?.records ?? []).map((one) => one.exchange.timing?.start_ms ?? 0);
    const most = times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length);
    return { exchange, pointer, value: Math.max(0, ...most) };
  },
  "the server answers with 503",
);

export const deletedSessions = clientFact(
  {
    name: "deleted_sessions",
    doc: "Of every session with an id whose client came to its end by itself: whether it was deleted.",
    type: "deleted or left",
    derived: true,
    scenarios: ["neutral-stateful", "neutral"],
    words: { left: "a session that was left without DELETE" },
  },
  (view) =>
    sessionsIn(view).flatMap((session): (Item & { readonly deleted: boolean })[] => {
      const id = headerValue(session.initialize?.exchange.http?.response_headers, HEADER_KEY.sessionId);
      const run = runOf(session, view);
      if (id === undefined || run?.ended !== "itself" || !session.initialize || !ORDINARY.has(run.scenario)) return [];
      // One that was never used, or that the server has forgotten, is not left behind.
      const isUsed = session.records.some(
        (record) => record !== session.initialize && member(record.request, "id") !== undefined,
      );
      if (!isUsed || session.records.some(({ exchange }) => exchange.http?.status === 404)) return [];
      const deleted = run.records.some(
        ({ exchange }) =>
          exchange.http?.method === "DELETE" && headerValue(exchange.http.request_headers, HEADER_KEY.sessionId) === id,
      );
      return [{ ...placeOf(session.initialize, "/http/response_headers"), value: id, deleted }];
    }),
  ({ deleted, exchange, pointer }) => ({ exchange, pointer, value: deleted ? "deleted" : "left" }),
  "a session with an id comes to its end",
);

/** Where nothing goes wrong. */
const ORDINARY: ReadonlySet<string> = new Set(["neutral", "neutral-stateful"]);

export const sessionIdLeaks = clientFact(
  {
    name: "session_id_leaks",
    doc: "Places other than its header where a session id stands in what the client sent.",
    type: "address, body or elsewhere",
    derived: true,
    scenarios: ["neutral-stateful"],
    words: {
      address: "the session id in an address",
      body: "the session id in a body",
      elsewhere: "the session id in a request to another address",
    },
  },
  (view) =>
    sessionsIn(view).flatMap((session) => {
      const id = headerValue(session.initialize?.exchange.http?.response_headers, HEADER_KEY.sessionId);
      // A short text may stand anywhere by chance.
      return id !== undefined && id.length >= 16 && session.initialize
        ? [{ ...placeOf(session.initialize, "/http/response_headers"), id, session }]
        : [];
    }),
  ({ id, session }, view) =>
    (runOf(session, view)?.records ?? session.records).flatMap((record): Item[] => {
      const { http, request } = record.exchange;
      if (http?.url?.includes(id)) return [{ ...placeOf(record, "/http/url"), value: "address" }];
      if (JSON.stringify(request ?? null).includes(id)) return [{ ...placeOf(record, "/request"), value: "body" }];
      const isElsewhere =
        http?.url?.includes("/canary/") === true && http.request_headers.some(([, value]) => value.includes(id));
      return isElsewhere ? [{ ...placeOf(record, "/http/request_headers"), value: "elsewhere" }] : [];
    }),
  "the server gives a session id",
);
