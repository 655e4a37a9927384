// How the client answers what the server asks, and what it makes of unusual answers.

import { listMember, member, stringMember } from "../../../base/json.ts";
import type { ScenarioName } from "../../../capture/scenario-names.ts";
import { clientFact, derivedFact, partOf, typeOf } from "../../../judge/core/client/fact.ts";
import { refusalsFact, refusalsOf } from "../../../judge/core/client/known.ts";
import { callReports, stepFact } from "../../../judge/core/client/plans.ts";
import {
  answerPlace,
  type ClientQuestion,
  codeOf,
  questionsIn,
  settledRequests,
} from "../../../judge/core/client/questions.ts";
import {
  argumentOf,
  bySession,
  type Fact,
  type Message,
  messagesIn,
  type Session,
  type View,
} from "../../../judge/core/client/view.ts";

const MISSING = "the server sends a request and the client goes on";

/** An answer under the id as a text, where the id is a number, or the other way round. */
const hasOtherType = ({ session, id }: ClientQuestion, view: View): boolean =>
  (view.once(groupResponses).get(session)?.get(String(id)) ?? []).some((one) => typeof one.id !== typeof id);

const groupResponses = (view: View): ReadonlyMap<Session, ReadonlyMap<string, readonly Message[]>> =>
  bySession(responsesIn(view), ({ id }) => String(id));

export const serverRequestEchoes = derivedFact("server_request_echoes", {
  doc: "Of every request the server sent: whether an answer came under its id.",
  type: "same-id, other-type or nothing",
  scenarios: ["server-requests"],
  words: { "other-type": "an answer whose id has another type", nothing: "no answer, although the client went on" },
  missing: MISSING,
  among: settledRequests,
  at: answerPlace,
  say: (question, view) => (question.answer ? "same-id" : hasOtherType(question, view) ? "other-type" : "nothing"),
});

const responsesIn = (view: View): readonly Message[] => messagesIn(view).filter(({ kind }) => kind === "response");

export const clientResponses = derivedFact("client_responses", {
  doc: "The members of every response the client sent.",
  type: "object: has (result, error, both), result (its JSON type, if there is one)",
  scenarios: ["server-requests"],
  missing: "the client answers a request of the server",
  among: responsesIn,
  say: ({ value }) => {
    const [result, error] = [member(value, "result"), member(value, "error")];
    const has = result === undefined ? "error" : error === undefined ? "result" : "both";
    return { has, ...(result === undefined ? {} : { result: typeOf(result) }) };
  },
});

export const clientErrors = clientFact("client_errors", {
  doc: "Every error the client answered with.",
  type: "object: code, message",
  scenarios: ["server-requests"],
  missing: "the client answers a request of the server",
  among: responsesIn,
  pick: (sent) => {
    const error = member(sent.value, "error");
    return error === undefined ? undefined : partOf(sent, error, "/error");
  },
});

export const unknownRequestAnswers = derivedFact("unknown_request_answers", {
  doc: "How the client answered requests of methods that no revision has.",
  type: "object: answered (result, error, nothing), code",
  scenarios: ["server-requests"],
  derived: ["answered"],
  missing: "the server sends a request of an unknown method",
  among: settledRequests,
  only: ({ method }) => method.startsWith("x/"),
  at: answerPlace,
  say: (question) => ({ answered: question.answered, ...codeOf(question) }),
});

export const unaskedResponses = clientFact("unasked_responses", {
  doc: "Every response the client sent in the stateless era, in which servers ask nothing.",
  type: "the response",
  scenarios: ["stateless-server-requests"],
  missing: "the client speaks the stateless era",
  only: ({ session }) => session.era === "stateless",
  pick: (sent) => (sent.kind === "response" ? partOf(sent, sent.value ?? null, "") : undefined),
});

/** Answers to what asked for none: notifications have no id, so an answer can only be under an id that was not used. */
export const strayResponses = clientFact("stray_responses", {
  doc: "Every response of the client whose id is that of no request of the server.",
  type: "the response",
  pick: (sent, view) => {
    if (sent.kind !== "response") return undefined;
    // What cannot be read is answered under no id.
    const id = String(sent.id ?? null);
    if (id === "null" && member(sent.value, "error") !== undefined) return undefined;
    const isKnown = view.once(gatherAskedIds).has(`${sent.session.conversation}\n${id}`);
    return isKnown ? undefined : partOf(sent, sent.value ?? null, "");
  },
});

const gatherAskedIds = (view: View): ReadonlySet<string> =>
  new Set(questionsIn(view).map(({ session, id }) => `${session.conversation}\n${String(id)}`));

/** What a request of the server cannot do without. */
const NEEDED: Readonly<Record<string, { readonly member: string; readonly capability: string }>> = {
  "sampling/createMessage": { member: "messages", capability: "sampling" },
  "elicitation/create": { member: "message", capability: "elicitation" },
};

export const malformedRequestAnswers = derivedFact("malformed_request_answers", {
  doc: "How the client answered requests of the server that lack what they are about, where it had declared the feature.",
  type: "result or error",
  scenarios: ["malformed-requests"],
  words: { result: "a result" },
  missing: "a client with sampling or elicitation answers a request that lacks what it is about",
  among: questionsIn,
  only: ({ method, params, declared, answer, session }) => {
    const needed = NEEDED[method];
    return (
      needed !== undefined &&
      answer !== undefined &&
      session.era === "stateful" &&
      member(params, needed.member) === undefined &&
      member(declared, needed.capability) !== undefined
    );
  },
  at: answerPlace,
  say: ({ answered }) => answered,
});

const callReportFact = (name: string, scenario: ScenarioName, of: readonly string[], doc: string): Fact =>
  derivedFact(name, {
    doc: `${doc}: whether it is the text of the answer.`,
    type: "same, other or failed",
    scenarios: [scenario],
    words: { other: "another text than the one of the answer", failed: "a failure, although the call was answered" },
    missing: "the client reports what came of a call",
    among: callReports,
    only: ({ sent }) => sent.session.scenario === scenario && of.includes(String(argumentOf(sent, "of"))),
    say: ({ sent, about }) => {
      const text = argumentOf(sent, "text");
      if (typeof text !== "string") return "failed";
      return text === stringMember(listMember(about.result, "content")[0], "text") ? "same" : "other";
    },
  });

export const reportsOfParallelCalls = callReportFact(
  "reports_of_parallel_calls",
  "two-at-once",
  ["left", "right"],
  "What the client reported of two calls that were answered in the other order",
);
export const reportsOfForeignAnswers = callReportFact(
  "reports_of_foreign_answers",
  "odd-messages",
  ["step 2"],
  "What the client reported of a call before whose answer another came that answers nothing",
);
export const reportsOfCutText = callReportFact(
  "reports_of_cut_text",
  "pieces",
  ["get_text"],
  "What the client reported of a text that was cut within a character",
);

export const reportsOfUnknownResults = derivedFact("reports_of_unknown_results", {
  doc: "What the client made of a result whose resultType nobody knows.",
  type: "used or refused",
  scenarios: ["unknown-result-type"],
  words: { used: "the text of a result whose resultType nobody knows" },
  missing: "the client reports what came of a result of an unknown type",
  among: callReports,
  only: ({ about }) => member(about.result, "resultType") === "x-unknown",
  say: ({ sent }) => (typeof argumentOf(sent, "text") === "string" ? "used" : "refused"),
});

export const reservedCodeRepeats = refusalsFact("reserved_code_repeats", {
  doc: "How often the client sent each call that was refused with a code that only drafts gave a meaning, beyond what it does after any error.",
  scenarios: ["reserved-codes"],
  missing: "a call is refused with a code of the server's own range",
  // A client that repeats everything that fails gives no code a meaning: only one that does so after these alone.
  among: (view) => {
    const isHere = ({ session }: Message): boolean => session.scenario === "reserved-codes";
    const plain = refusalsOf(view, [-32603], isHere);
    return refusalsOf(view, [-32004, -32001], isHere).flatMap((one) => {
      const control = plain.find(({ sent }) => sent.session === one.sent.session);
      return control ? [{ ...one, count: Math.max(1, one.count - control.count + 1) }] : [];
    });
  },
});

export const afterUnknownNotification = stepFact(
  "after_unknown_notification",
  "after a notification that nobody knows",
  "odd-messages",
  1,
);
export const afterForeignAnswer = stepFact(
  "after_foreign_answer",
  "after an answer to a request that it never sent",
  "odd-messages",
  2,
);
export const afterMissingResultType = stepFact(
  "after_missing_result_type",
  "after a result without resultType",
  "odd-messages",
  4,
);
export const afterErrorAnswer = stepFact(
  "after_error_answer",
  "after a call that was answered with an error",
  "surprises",
  2,
);
export const afterErrorWithoutId = stepFact(
  "after_error_without_id",
  "after a call that was refused with an error without an id",
  "error-without-id",
  1,
);
export const afterBatchedAnswer = stepFact(
  "after_batched_answer",
  "after an answer in a JSON-RPC batch",
  "batched-answers",
  1,
  2,
);
