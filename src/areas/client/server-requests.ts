import { isJsonObject, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { View } from "../../judge/core/fact.ts";
import { typeOf } from "../../judge/core/facts/messages.ts";
import { isSettled, type ServerQuestion, serverQuestionsIn, toldIn } from "./answers.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn } from "./sent.ts";

/** Requests that the server sent, in the stateful era. */
const requestsOfServer = (view: View): readonly ServerQuestion[] =>
  serverQuestionsIn(view).filter(
    (question) => question.session.era === "stateful" && isSettled(question) && !isCancelled(question, view),
  );

/** What the server took back need not be answered. */
const isCancelled = ({ session, value, answer }: ServerQuestion, view: View): boolean =>
  answer === undefined &&
  toldIn(view).some(
    (told) =>
      told.session === session &&
      stringMember(told.value, "method") === "notifications/cancelled" &&
      member(member(told.value, "params"), "requestId") === member(value, "id"),
  );

const MISSING = "the server sends a request and the client goes on";

/** An answer under the id as a text, where the id is a number, or the other way round. */
const hasOtherType = (question: ServerQuestion, view: View): boolean => {
  const id = member(question.value, "id");
  return sentIn(view).some(({ kind, session, value }) => {
    const answered = member(value, "id");
    return (
      kind === "response" &&
      session === question.session &&
      typeof answered !== typeof id &&
      String(answered) === String(id)
    );
  });
};

export const serverRequestEchoes = clientFact(
  {
    name: "server_request_echoes",
    doc: "Of every request the server sent: whether an answer came under its id.",
    type: "same-id, other-type or nothing",
    derived: true,
    scenarios: ["server-requests"],
    words: { "other-type": "an answer whose id has another type", nothing: "no answer, although the client went on" },
  },
  requestsOfServer,
  (question, view) => {
    if (question.answer) return derivedAt({ ...question.answer.sent, name: question.method }, "same-id");
    return derivedAt(question, hasOtherType(question, view) ? "other-type" : "nothing");
  },
  MISSING,
);

const responsesIn = (view: View): readonly Sent[] => sentIn(view).filter(({ kind }) => kind === "response");

export const clientResponses = clientFact(
  {
    name: "client_responses",
    doc: "The members of every response the client sent.",
    type: "object: has (result, error, both), result (its JSON type, if there is one)",
    derived: true,
    scenarios: ["server-requests"],
  },
  responsesIn,
  (sent) => {
    const [result, error] = [member(sent.value, "result"), member(sent.value, "error")];
    const value: JsonObject = { has: result === undefined ? "error" : error === undefined ? "result" : "both" };
    if (result !== undefined) value["result"] = typeOf(result);
    return derivedAt(sent, value);
  },
  "the client answers a request of the server",
);

export const clientErrors = clientFact(
  {
    name: "client_errors",
    doc: "Every error the client answered with.",
    type: "object: code, message",
    scenarios: ["server-requests"],
  },
  responsesIn,
  (sent) => {
    const error = member(sent.value, "error");
    return error === undefined ? undefined : partOf(sent, error, "/error");
  },
  "the client answers a request of the server",
);

const codeOf = ({ answer }: ServerQuestion): JsonObject => {
  const code = answer?.kind === "error" ? member(answer.value, "code") : undefined;
  return code === undefined ? {} : { code };
};

const placeOfAnswer = (question: ServerQuestion) =>
  question.answer ? { ...question.answer.sent, name: question.method } : question;

export const unknownRequestAnswers = clientFact(
  {
    name: "unknown_request_answers",
    doc: "How the client answered requests of methods that no revision has.",
    type: "object: answered (result, error, nothing), code",
    derived: ["answered"],
    scenarios: ["server-requests"],
  },
  (view) => requestsOfServer(view).filter(({ method }) => method.startsWith("x/")),
  (question) =>
    derivedAt(placeOfAnswer(question), { answered: question.answer?.kind ?? "nothing", ...codeOf(question) }),
  "the server sends a request of an unknown method",
);

const pingsOfServer = (view: View): readonly ServerQuestion[] =>
  requestsOfServer(view).filter(({ method }) => method === "ping");

export const pingAnswers = clientFact(
  {
    name: "ping_answers",
    doc: "How the client answered pings of the server.",
    type: "object: answered (result, error, nothing), members (of the result, without _meta)",
    derived: true,
    scenarios: ["server-requests"],
  },
  pingsOfServer,
  (question) => {
    const { answer } = question;
    const members = isJsonObject(answer?.value) && answer.kind === "result" ? Object.keys(answer.value) : [];
    return derivedAt(placeOfAnswer(question), {
      answered: answer?.kind ?? "nothing",
      members: members.filter((name) => name !== "_meta"),
    });
  },
  "the server pings the client",
);

/** A ping that came while a call was open: when it was answered. */
export const pingsDuringCalls = clientFact(
  {
    name: "pings_during_calls",
    doc: "Of every ping the server sent while a call was open: whether it was answered before the call.",
    type: "before-the-call or after-the-call",
    derived: true,
    scenarios: ["server-requests"],
  },
  (view) => pingsOfServer(view).filter((ping) => ping.answer !== undefined && callAround(ping) !== undefined),
  (question) => {
    const ended = callAround(question)?.exchange.response_seq ?? Number.POSITIVE_INFINITY;
    const answered = question.answer?.sent.record.exchange.seq ?? 0;
    return derivedAt(placeOfAnswer(question), answered < ended ? "before-the-call" : "after-the-call");
  },
  "the server pings while a call is open",
);

const callAround = ({ session, seq = 0 }: ServerQuestion) =>
  session.records.find(
    ({ method, exchange }) =>
      method === "tools/call" && (exchange.seq ?? 0) < seq && (exchange.response_seq ?? Number.POSITIVE_INFINITY) > seq,
  );

export const unaskedResponses = clientFact(
  {
    name: "unasked_responses",
    doc: "Every response the client sent in the stateless era, in which servers ask nothing.",
    type: "the response",
    scenarios: ["stateless-server-requests"],
  },
  (view) => sentIn(view).filter(({ session }) => session.era === "stateless"),
  (sent) => (sent.kind === "response" ? partOf(sent, sent.value, "") : undefined),
  "the client speaks the stateless era",
);

/** Answers to what asked for none: notifications have no id, so an answer can only be under an id that nobody used. */
export const strayResponses = sentFact(
  {
    name: "stray_responses",
    doc: "Every response of the client whose id is that of no request of the server.",
    type: "the response",
  },
  (sent, view) => {
    if (sent.kind !== "response") return undefined;
    // What cannot be read is answered under no id.
    const id = String(member(sent.value, "id") ?? null);
    if (id === "null" && member(sent.value, "error") !== undefined) return undefined;
    const isKnown = serverQuestionsIn(view).some(
      ({ session, value }) => session.conversation === sent.session.conversation && String(member(value, "id")) === id,
    );
    return isKnown ? undefined : partOf(sent, sent.value, "");
  },
);

/** Roots as they were given, in either era. */
export const rootUris = clientFact(
  { name: "root_uris", doc: "The URI of every root the client gave.", type: "string", scenarios: ["client-features"] },
  (view) =>
    serverQuestionsIn(view).filter(({ method, answer }) => method === "roots/list" && answer?.kind === "result"),
  ({ answer }) => {
    const roots = member(answer?.value, "roots");
    return (Array.isArray(roots) ? roots : []).flatMap((root) => {
      const uri = stringMember(root, "uri");
      return uri === undefined || !answer ? [] : [derivedAt({ ...answer.sent, name: uri }, uri)];
    });
  },
  "the client answers roots/list",
);
