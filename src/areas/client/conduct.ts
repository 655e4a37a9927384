import { type Json, type JsonObject, member } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { serverQuestionsIn } from "./answers.ts";
import { clientRuns } from "./client-runs.ts";
import { sessionsIn } from "./client-view.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";
import { followsPlan, seqOf, stepsIn } from "./steadiness.ts";

/** What a request of the server cannot do without. */
const NEEDED: Readonly<Record<string, { readonly member: string; readonly capability: string }>> = {
  "sampling/createMessage": { member: "messages", capability: "sampling" },
  "elicitation/create": { member: "message", capability: "elicitation" },
};

export const malformedRequestAnswers = clientFact(
  {
    name: "malformed_request_answers",
    doc: "How the client answered requests of the server that lack what they are about, where it had declared the feature.",
    type: "result or error",
    derived: true,
    scenarios: ["malformed-requests"],
    words: { result: "a result" },
  },
  (view) =>
    serverQuestionsIn(view).filter(({ method, params, declared, answer, session }) => {
      const needed = NEEDED[method];
      return (
        needed !== undefined &&
        answer !== undefined &&
        session.era === "stateful" &&
        member(params, needed.member) === undefined &&
        member(declared, needed.capability) !== undefined
      );
    }),
  ({ answer, method }) => (answer ? derivedAt({ ...answer.sent, name: method }, answer.kind) : undefined),
  "a client with sampling or elicitation answers a request that lacks what it is about",
);

/** A ping that came before initialize was answered, from a server that waited for the answer. */
export const earlyPings = clientFact(
  {
    name: "early_pings",
    doc: "How the client answered a ping that came before initialize was answered.",
    type: "result, error or nothing",
    derived: true,
    scenarios: ["early-ping"],
    words: { nothing: "no answer, although the client went on" },
  },
  (view) =>
    serverQuestionsIn(view).filter(({ method, session, seq }) => {
      const answered = session.initialize?.exchange.response_seq;
      const goesOn = session.records.some(({ method: name }) => name === "notifications/initialized");
      return (
        method === "ping" && session.scenario === "early-ping" && seq !== undefined && seq < (answered ?? 0) && goesOn
      );
    }),
  ({ answer, ...question }) =>
    derivedAt(answer ? { ...answer.sent, name: "ping" } : question, answer?.kind ?? "nothing"),
  "the server pings before it answers initialize",
);

export const setLevels = sentFact(
  {
    name: "set_levels",
    doc: "Every logging/setLevel: the level, and whether the server has logging.",
    type: "object: level (as sent), logging (advertised, unadvertised)",
    derived: ["logging"],
    scenarios: ["log-level"],
  },
  (sent) => {
    if (sent.method !== "logging/setLevel") return undefined;
    const level = member(sent.params, "level");
    const result = member(sent.session.initialize?.exchange.response, "result");
    const isOffered = result === undefined || member(member(result, "capabilities"), "logging") !== undefined;
    const value: JsonObject = { logging: isOffered ? "advertised" : "unadvertised" };
    if (level !== undefined) value["level"] = level;
    return { ...derivedAt(sent, value), parts: { level: `${sent.pointer}/params/level`, logging: sent.pointer } };
  },
  "the client sets a log level",
);

const tokenOf = (value: Json | undefined): Json | undefined => member(member(value, "params"), "progressToken");

/** Progress of the client for what a server asked: a token is a token of the server. */
export const clientProgress = clientFact(
  {
    name: "client_progress",
    doc: "Every progress the client sent: whose token it has, whether it grows, and whether it came before the answer.",
    type: "object: token (given, unknown), value (grows, repeats), came (before-answer, after-answer)",
    derived: true,
    scenarios: ["progress-wanted"],
  },
  (view) =>
    sentIn(view).filter(({ method, session }) => method === "notifications/progress" && session.era === "stateful"),
  (sent, view) => {
    const token = tokenOf(sent.value) ?? null;
    const question = serverQuestionsIn(view).find(
      ({ session, params }) =>
        session.conversation === sent.session.conversation &&
        member(member(params, "_meta"), "progressToken") === token,
    );
    const before = sentIn(view).filter(
      (one) =>
        one.method === sent.method &&
        one.session === sent.session &&
        seqOf(one) < seqOf(sent) &&
        tokenOf(one.value) === token,
    );
    const value = progressOf(sent);
    const grows = before.every((one) => progressOf(one) < value);
    const answered = question?.answer ? seqOf(question.answer.sent) : Number.POSITIVE_INFINITY;
    return derivedAt(sent, {
      token: question ? "given" : "unknown",
      value: grows ? "grows" : "repeats",
      came: seqOf(sent) < answered ? "before-answer" : "after-answer",
    });
  },
  "the client sends progress of something the server asked for",
);

const progressOf = ({ params }: Sent): number => {
  const progress = member(params, "progress");
  return typeof progress === "number" ? progress : Number.NaN;
};

/** Methods that only an extension has, with its name. */
const EXTENSION_METHODS: readonly (readonly [prefix: string, extension: string])[] = [
  ["tasks/", "io.modelcontextprotocol/tasks"],
  ["ui/", "io.modelcontextprotocol/ui"],
];

/** The server must have shown its capabilities, and must not have handed out a task all the same. */
export const extensionRequests = clientFact(
  {
    name: "extension_requests",
    doc: "Every request of an extension that the server, which had told what it supports, does not support.",
    type: "the method",
  },
  (view) => statelessRequestsIn(view).filter((sent) => capabilitiesBefore(sent, view) !== undefined),
  (sent, view) => {
    const found = EXTENSION_METHODS.find(([prefix]) => sent.method?.startsWith(prefix));
    if (!found || sent.method === undefined) return undefined;
    const extensions = member(capabilitiesBefore(sent, view), "extensions");
    const isGiven = statelessRequestsIn(view).some(
      ({ record }) => member(member(record.exchange.response, "result"), "resultType") === "task",
    );
    return member(extensions, found[1]) !== undefined || isGiven ? undefined : partOf(sent, sent.method, "/method");
  },
  "the client goes on after server/discover is answered",
);

const capabilitiesBefore = (sent: Sent, view: View): Json | undefined => {
  const { session } = sent;
  if (session.transport !== "stdio" && session.scenario === undefined) return undefined;
  const discovery = statelessRequestsIn(view).findLast(
    (one) =>
      one.method === "server/discover" &&
      one.session.conversation === session.conversation &&
      (one.record.exchange.response_seq ?? Number.POSITIVE_INFINITY) < seqOf(sent),
  );
  return member(member(discovery?.record.exchange.response, "result"), "capabilities");
};

/** Shorter ones may stand in a message by chance. */
const SECRET_LENGTH = 16;

/** Session ids that servers gave out; what a message says is searched for them. */
const sessionIds = (view: View): readonly string[] => [
  ...new Set(
    sessionsIn(view)
      .flatMap(({ initialize }) => headerValue(initialize?.exchange.http?.response_headers, HEADER_KEY.sessionId) ?? [])
      .filter((id) => id.length >= SECRET_LENGTH),
  ),
];

export const leakedSessionIds = clientFact(
  {
    name: "leaked_session_ids",
    doc: "Every message of the client that holds the id of a session.",
    type: "the method",
  },
  (view) => (view.once(sessionIds).length === 0 ? [] : sentIn(view)),
  (sent, view) => {
    const text = JSON.stringify(sent.value);
    const isLeaked = view.once(sessionIds).some((id) => text.includes(id));
    return isLeaked ? partOf(sent, sent.method ?? "answer", "") : undefined;
  },
  "the server hands out a session id",
);

export const afterProcessEnd = clientFact(
  {
    name: "after_process_end",
    doc: "What the client did after the process ended during a call.",
    type: "restarted, ended or silent",
    derived: true,
    scenarios: ["process-ends"],
    words: { silent: "silence, although the call can no longer be answered" },
  },
  (view) => stepsIn(view).filter(({ sent, number }) => sent.session.scenario === "process-ends" && number === 2),
  (step, view) => {
    const run = clientRuns(view.capture).find(({ records }) =>
      records.some(({ record }) => record === step.sent.record),
    );
    const isRestarted = run?.records.some(
      ({ session, record }) =>
        session.conversation !== step.sent.session.conversation && record.index > step.sent.record.index,
    );
    if (isRestarted) return derivedAt(step, "restarted");
    if (run?.end === "itself") return derivedAt(step, "ended");
    return run?.end === "silence" && followsPlan(step) ? derivedAt(step, "silent") : undefined;
  },
  "the process ends while a call is open",
);

interface Restarting extends Item {
  readonly processes: number;
}

const restartsIn = (view: View): readonly Restarting[] =>
  clientRuns(view.capture)
    .filter(({ scenario }) => scenario === "process-ends" || scenario === "process-ends-at-rest")
    .flatMap(({ records }): Restarting[] => {
      const [first] = records.filter(({ session }) => session.revision === view.revision);
      const processes = new Set(records.map(({ session }) => session.conversation)).size;
      return first && processes > 1 ? [{ value: null, exchange: first.record.id, pointer: "/request", processes }] : [];
    });

export const processRestarts = clientFact(
  {
    name: "process_restarts",
    doc: "How many processes a client started of a server whose process ended by itself, where it started more than one.",
    type: "integer",
    derived: true,
    scenarios: ["process-ends-at-rest", "process-ends"],
  },
  restartsIn,
  ({ processes, ...place }) => derivedAt(place, processes),
  "the client starts a server again whose process ended",
);
