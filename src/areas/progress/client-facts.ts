import { groupBy } from "../../base/group-by.ts";
import { type Json, member, valueAt } from "../../base/json.ts";
import { NEVER } from "../../capture/timeline.ts";
import { clientFact, derivedFact, numberTypeOf, partOf, within } from "../../judge/core/client/fact.ts";
import { callReports, stepFact } from "../../judge/core/client/plans.ts";
import { type ClientQuestion, questionsIn } from "../../judge/core/client/questions.ts";
import {
  argumentOf,
  bySession,
  lastBefore,
  type Message,
  messagesIn,
  messagesOf,
  type Session,
  toldBeside,
  type View,
} from "../../judge/core/client/view.ts";

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
    const same = view.once(groupByToken).get(sent.session)?.get(token) ?? [];
    const isTaken = lastBefore(same, sent.sentAt, view, (one) => one.answeredAt > sent.sentAt) !== undefined;
    return isTaken ? partOf(sent, token, "/params/_meta/progressToken") : undefined;
  },
});

const groupByToken = (view: View): ReadonlyMap<Session, ReadonlyMap<Json | undefined, readonly Message[]>> =>
  bySession(
    messagesIn(view).filter((one) => tokenOf(one) !== undefined),
    tokenOf,
  );

/** Progress of the client for what a server asked: a token is a token of the server. */
export const clientProgress = derivedFact("client_progress", {
  doc: "Every progress the client sent: whose token it has, whether it grows, and whether it came before the answer.",
  type: "object: token (given, unknown), value (grows, repeats), came (before-answer, after-answer)",
  scenarios: ["progress-wanted"],
  missing: "the client sends progress of something the server asked for",
  among: (view) => messagesOf(view, "notifications/progress").filter(({ session }) => session.era === "stateful"),
  say: (sent, view) => {
    const token = member(sent.params, "progressToken") ?? null;
    const [question] = view.once(groupWanted).get(sent.session.conversation)?.get(token) ?? [];
    const same = view.once(groupProgress).get(sent.session)?.get(token) ?? [];
    view.spend(same.length);
    const before = same.filter(({ sentAt }) => sentAt < sent.sentAt);
    return {
      token: question ? "given" : "unknown",
      value: before.every((one) => progressOf(one) < progressOf(sent)) ? "grows" : "repeats",
      came: sent.sentAt < (question?.answer?.sentAt ?? NEVER) ? "before-answer" : "after-answer",
    };
  },
});

/** What the server asked in a conversation, by the token under which it wants progress. */
const groupWanted = (view: View): ReadonlyMap<string, ReadonlyMap<Json | undefined, readonly ClientQuestion[]>> => {
  const conversations = groupBy(questionsIn(view), ({ session }) => session.conversation);
  const byToken = (all: readonly ClientQuestion[]) =>
    groupBy(all, ({ params }) => valueAt(params, "_meta", "progressToken"));
  return new Map([...conversations].map(([conversation, all]) => [conversation, byToken(all)]));
};

const groupProgress = (view: View): ReadonlyMap<Session, ReadonlyMap<Json, readonly Message[]>> =>
  bySession(messagesOf(view, "notifications/progress"), ({ params }) => member(params, "progressToken") ?? null);

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
    const told = toldBeside(sent.session, view)
      .filter(({ params }) => member(params, "progressToken") === token)
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
