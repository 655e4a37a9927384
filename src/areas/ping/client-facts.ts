import { isJsonObject, type Json } from "../../base/json.ts";
import { NEVER } from "../../capture/timeline.ts";
import { derivedFact } from "../../judge/core/client/fact.ts";
import {
  answerPlace,
  type ClientQuestion,
  callAround,
  questionsIn,
  settledRequests,
} from "../../judge/core/client/questions.ts";
import { besideOf, type Message, mostWithin, type View } from "../../judge/core/client/view.ts";

const isPing = ({ method, kind }: Message): boolean => method === "ping" && kind === "request";

const namesIn = (value: Json | undefined): readonly string[] =>
  isJsonObject(value) ? Object.keys(value).filter((name) => name !== "_meta") : [];

export const pingParams = derivedFact("ping_params", {
  doc: "The members other than _meta in the params of every ping.",
  type: "array of names",
  say: (sent) => (isPing(sent) ? [...namesIn(sent.params)] : undefined),
});

/** The most pings of a conversation that were sent within one second. */
export const pingBursts = derivedFact("ping_bursts", {
  doc: "Of every conversation with pings: the largest number of them within one second.",
  type: "integer",
  say: (sent, view) => {
    if (!isPing(sent) || sent.session.byMethod.get("ping")?.find(isPing) !== sent) return undefined;
    const times = besideOf("ping", sent, view).flatMap((one) => (isPing(one) ? [one.sentMs ?? 0] : []));
    return mostWithin(times, (time, from) => time - from <= WINDOW_MS);
  },
});

const WINDOW_MS = 1000;

/** A ping that came before initialize was answered, from a server that waited for the answer. */
export const earlyPings = derivedFact("early_pings", {
  doc: "How the client answered a ping that came before initialize was answered.",
  type: "result, error or nothing",
  scenarios: ["early-ping"],
  words: { nothing: "no answer, although the client went on" },
  missing: "the server pings before it answers initialize",
  among: questionsIn,
  only: ({ method, session, sentAt }) =>
    method === "ping" &&
    session.scenario === "early-ping" &&
    session.initialize !== undefined &&
    session.initialize.answeredAt !== NEVER &&
    sentAt < session.initialize.answeredAt &&
    session.exchanges.some((one) => one.method === "notifications/initialized"),
  at: answerPlace,
  say: ({ answered }) => answered,
});

const pingsOfServer = (view: View): readonly ClientQuestion[] =>
  settledRequests(view).filter(({ method }) => method === "ping");

export const pingAnswers = derivedFact("ping_answers", {
  doc: "How the client answered pings of the server.",
  type: "object: answered (result, error, nothing), members (of the result, without _meta)",
  scenarios: ["server-requests"],
  missing: "the server pings the client",
  among: pingsOfServer,
  at: answerPlace,
  say: ({ answered, given }) => ({ answered, members: answered === "result" ? [...namesIn(given)] : [] }),
});

/** A ping that came while a call was open: when it was answered. */
export const pingsDuringCalls = derivedFact("pings_during_calls", {
  doc: "Of every ping the server sent while a call was open: whether it was answered before the call.",
  type: "before-the-call or after-the-call",
  scenarios: ["server-requests"],
  missing: "the server pings while a call is open",
  among: pingsOfServer,
  only: (ping, view) => ping.answer !== undefined && callAround(ping, view) !== undefined,
  at: answerPlace,
  say: (ping, view) =>
    (ping.answer?.sentAt ?? 0) < (callAround(ping, view)?.answeredAt ?? NEVER) ? "before-the-call" : "after-the-call",
});
