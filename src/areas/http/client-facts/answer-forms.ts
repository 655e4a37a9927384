// Whether clients go on after answers in every form that HTTP allows.

import { derivedFact, itemsFact, placeOf } from "../../../judge/core/client/fact.ts";
import { formFact, stepReports } from "../../../judge/core/client/plans.ts";
import { hasEnded, runOf, sentAfter } from "../../../judge/core/client/runs.ts";
import { type Item, type Message, sessionsIn, sessionsOf, type View } from "../../../judge/core/client/view.ts";

const isOk = ({ result }: Message): boolean => result !== undefined;

const isJson = (message: Message): boolean => isOk(message) && message.http?.stream === undefined;

const isStream = (message: Message): boolean => isOk(message) && message.http?.stream !== undefined;

export const afterJsonWithCharset = formFact("after_json_with_charset", {
  doc: "Whether clients went on after answers as application/json with a parameter.",
  scenarios: ["json-with-charset"],
  after: isJson,
});

export const afterStreams = formFact("after_streams", {
  doc: "Whether clients went on after answers as event streams.",
  scenarios: ["streamed-answers"],
  after: isStream,
});

export const afterChangingForms = formFact("after_changing_forms", {
  doc: "Whether clients went on where JSON and event streams take turns.",
  scenarios: ["changing-answers"],
  after: isOk,
});

export const afterOddEvents = formFact("after_odd_events", {
  doc: "Whether clients went on after event streams in everything the format allows.",
  scenarios: ["odd-events"],
  after: isStream,
});

export const afterPrimedStreams = formFact("after_primed_streams", {
  doc: "Whether clients went on after event streams that begin with an event without data.",
  scenarios: ["primed-streams"],
  after: isStream,
});

export const afterComments = formFact("after_comments", {
  doc: "Whether clients went on after event streams with comments before the answer.",
  scenarios: ["busy-streams"],
  after: (message) => isStream(message) && (message.http?.stream?.comments ?? 0) > 0,
});

export const afterEarlyMessages = formFact("after_early_messages", {
  doc: "Whether clients went on after an answer that other messages came before.",
  scenarios: ["busy-streams"],
  after: (message) => isStream(message) && (message.exchange?.meanwhile ?? []).length > 0,
});

export const afterOddHeaderNames = formFact("after_odd_header_names", {
  doc: "Whether clients went on after answers whose names of headers are written unusually.",
  scenarios: ["odd-header-names"],
  after: isOk,
});

const isNotification = ({ kind, method }: Message): boolean => kind === "notification" && method !== undefined;

const isAcceptedBare = (message: Message): boolean =>
  isNotification(message) && message.http?.status === 202 && (message.http.body_bytes ?? 0) === 0;

const goesOn = ({ session, sentAt }: Message, view: View): boolean =>
  sentAfter(runOf(session, view), sentAt).length > 0;

/** Only where an accepted notification with a body is no trouble does the empty one explain that a client stops. */
export const afterAccepted = itemsFact("after_accepted", {
  doc: "Whether clients went on after a notification was accepted with 202 and no body.",
  type: "went-on or stopped",
  scenarios: ["accepted-with-body"],
  words: { stopped: "nothing more after 202 without a body, although the client goes on where it has one" },
  missing: "a notification is accepted and the client goes on",
  among: (view) => {
    const sent = sessionsIn(view).flatMap(({ exchanges }) => exchanges);
    const isBody = ({ session }: Message): boolean => session.scenario === "accepted-with-body";
    const goesOnWithBody = sent.some((one) => isBody(one) && isNotification(one) && goesOn(one, view));
    // A client that goes on after such an answer once, stops elsewhere for another reason: its program may have been told to do less.
    const goesOnWithout = sent.some((one) => isAcceptedBare(one) && goesOn(one, view));
    return sent.filter(isAcceptedBare).flatMap((message): Item[] => {
      const run = runOf(message.session, view);
      const isStopped = run !== undefined && hasEnded(run) && goesOnWithBody && !goesOnWithout;
      const value = goesOn(message, view) ? "went-on" : isStopped ? "stopped" : undefined;
      return value ? [{ ...placeOf(message, "/http"), value, name: message.method }] : [];
    });
  },
});

/** The next step of a client after an answer whose stream stayed open: before the server ended it, or only then. */
export const stepsBeforeStreamEnd = itemsFact("steps_before_stream_end", {
  doc: "Of every answer whose stream the server kept open: when the client went on.",
  type: "at-once or at-the-end",
  scenarios: ["busy-streams"],
  words: { "at-the-end": "nothing until the stream was closed, seconds after the answer" },
  missing: "an answer comes on a stream that stays open, and the client goes on",
  among: (view) =>
    sessionsOf(view, "busy-streams")
      .flatMap(({ exchanges }) => exchanges)
      .filter(({ method, response, http }) => method === "tools/call" && response !== undefined && http?.stream)
      .flatMap((message): Item[] => {
        const value = heldUntil(message, view);
        return value ? [{ ...placeOf(message, "/response"), value, name: message.method }] : [];
      }),
});

/** The stream is held for three seconds: a client that took longer elsewhere in the session is slow, and nothing follows. */
const HELD_MS = 2500;

const heldUntil = ({ session, http, answeredAt, answeredMs }: Message, view: View): string | undefined => {
  const exchanges = runOf(session, view)?.exchanges;
  const ended = http?.stream?.ended_ms;
  if (!exchanges || answeredMs === undefined || ended === undefined) return undefined;
  if (http?.stream?.ended_by === "client") return "at-once";
  const next = exchanges.find(({ sentAt }) => sentAt > answeredAt);
  if (next?.sentMs === undefined) return undefined;
  if (next.sentMs < ended || ended - answeredMs < HELD_MS) return "at-once";
  const pauses = exchanges.slice(1).flatMap((one, index) => {
    const before = exchanges[index]?.endedMs;
    return before === undefined || one.sentMs === undefined || one === next ? [] : [one.sentMs - before];
  });
  return pauses.every((pause) => pause < HELD_MS / 4) ? "at-the-end" : undefined;
};

/** Two calls at the same time, each with an answer on a stream of its own. */
export const parallelReports = itemsFact("parallel_reports", {
  doc: "What a program reports of two calls at the same time: whether it has both answers.",
  type: "both, one or none",
  scenarios: ["two-streams"],
  words: { one: "the answer of one of two calls", none: "the answer of neither call" },
  missing: "a program makes two calls at the same time and reports what came of them",
  among: (view) =>
    stepReports(view, "two-calls").flatMap(({ sent, text, exchange, pointer }): Item[] => {
      const had = ["mcptest-left", "mcptest-right"].filter((marker) => text.includes(marker)).length;
      const value = had === 2 ? "both" : had === 1 ? "one" : "none";
      return sent.session.scenario === "two-streams" ? [{ exchange, pointer, value }] : [];
    }),
});

export const reportedHttpErrors = derivedFact("reported_http_errors", {
  doc: "What a program reports of a call that was answered with 400 and an error of JSON-RPC: whether it has that error.",
  type: "the-error or another",
  scenarios: ["http-error"],
  words: { another: "a failure without the code and the message of the error" },
  missing: "a program follows the plan of the scenario http-error and reports what came of it",
  among: (view) => stepReports(view, "http-error").filter(({ sent }) => sent.session.scenario === "http-error"),
  say: ({ text }) => (/mcptest-marker|-32602/.test(text) ? "the-error" : "another"),
});
