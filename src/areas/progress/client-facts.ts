import { NEVER } from "../../capture/timeline.ts";
import { clientFact, derivedFact, numberTypeOf, partOf, within } from "../../judge/core/client/fact.ts";
import { callReports, stepFact } from "../../judge/core/client/plans.ts";
import { questionsIn } from "../../judge/core/client/questions.ts";
import { argumentOf, type Message, messagesBeside, messagesOf, toldIn } from "../../judge/core/client/view.ts";
import { type Json, member, valueAt } from "../../model/json.ts";

const tokenOf = ({ params }: Message): Json | undefined => valueAt(params, "_meta", "progressToken");

export const progressTokens = derivedFact("sent_progress_tokens", {
  doc: "The type of every progress token the client sent.",
  type: "string, integer, fraction or another JSON type",
  at: (sent) => within(sent, "/params/_meta/progressToken"),
  say: (sent) => {
    const token = tokenOf(sent);
    return token === undefined ? undefined : numberTypeOf(token);
  },
});

export const repeatedProgressTokens = clientFact("repeated_progress_tokens", {
  doc: "Every progress token that an open request of the same session has too.",
  type: "the token",
  pick: (sent, view) => {
    const token = tokenOf(sent);
    if (token === undefined || sent.session.shared) return undefined;
    const isTaken = messagesBeside(sent, view).some(
      (one) => tokenOf(one) === token && one.sentAt < sent.sentAt && one.answeredAt > sent.sentAt,
    );
    return isTaken ? partOf(sent, token, "/params/_meta/progressToken") : undefined;
  },
});

/** Progress of the client for what a server asked: a token is a token of the server. */
export const clientProgress = derivedFact("client_progress", {
  doc: "Every progress the client sent: whose token it has, whether it grows, and whether it came before the answer.",
  type: "object: token (given, unknown), value (grows, repeats), came (before-answer, after-answer)",
  scenarios: ["progress-wanted"],
  missing: "the client sends progress of something the server asked for",
  among: (view) => messagesOf(view, "notifications/progress").filter(({ session }) => session.era === "stateful"),
  say: (sent, view) => {
    const token = member(sent.params, "progressToken") ?? null;
    const question = questionsIn(view).find(
      ({ session, params }) =>
        session.conversation === sent.session.conversation && valueAt(params, "_meta", "progressToken") === token,
    );
    const before = sent.session.messages.filter(
      (one) => one.method === sent.method && one.sentAt < sent.sentAt && member(one.params, "progressToken") === token,
    );
    return {
      token: question ? "given" : "unknown",
      value: before.every((one) => progressOf(one) < progressOf(sent)) ? "grows" : "repeats",
      came: sent.sentAt < (question?.answer?.sentAt ?? NEVER) ? "before-answer" : "after-answer",
    };
  },
});

const progressOf = ({ params }: Message): number => {
  const progress = member(params, "progress");
  return typeof progress === "number" ? progress : Number.NaN;
};

export const reportedProgress = derivedFact("reported_progress", {
  doc: "The progress that the client reported of each of two calls at the same time, beside what was sent for each.",
  type: "same or other",
  scenarios: ["two-at-once"],
  words: { other: "other values than those that were sent for the call" },
  missing: "the client reports the progress of a call",
  among: callReports,
  only: ({ sent }) => Array.isArray(argumentOf(sent, "progress")),
  say: ({ sent, about }, view) => {
    const token = tokenOf(about);
    const told = toldIn(view)
      .filter(({ session, params }) => session === sent.session && member(params, "progressToken") === token)
      .map(({ params }) => member(params, "progress") ?? null);
    if (token === undefined || told.length === 0) return undefined;
    return JSON.stringify(argumentOf(sent, "progress")) === JSON.stringify(told) ? "same" : "other";
  },
});

export const afterStrayProgress = stepFact(
  "after_stray_progress",
  "after progress of a request that it never sent, with falling values",
  "odd-messages",
  3,
);
