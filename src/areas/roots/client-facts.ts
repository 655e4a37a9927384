import { type JsonObject, listMember, stringMember, valueAt } from "../../base/json.ts";
import { clientFact, derivedAt, derivedFact, named, partOf } from "../../judge/core/client/fact.ts";
import { markersIn } from "../../judge/core/client/plans.ts";
import { answersFact, questionsIn } from "../../judge/core/client/questions.ts";
import { declaredIn, messagesOf } from "../../judge/core/client/view.ts";

export const rootsAnswers = answersFact("roots/list", "roots_answers");

export const rootsNotices = clientFact("roots_notices", {
  doc: "Every notifications/roots/list_changed, with what the client had declared about it.",
  type: "object: listChanged, as declared, if it was",
  pick: (sent) => {
    if (sent.method !== CHANGED) return undefined;
    const declared = valueAt(declaredIn(sent.session), "roots", "listChanged");
    const value: JsonObject = declared === undefined ? {} : { listChanged: declared };
    return { ...partOf(sent, value, ""), parts: { listChanged: sent.source.pointer } };
  },
});

const CHANGED = "notifications/roots/list_changed";

export const rootsChanges = derivedFact("roots_changes", {
  doc: "Of every change of the roots that a client went through, or announced: whether it was announced.",
  type: "object: announced (announced, silent), listChanged (declared, undeclared)",
  scenarios: ["roots-changes"],
  words: { silent: "a change of the roots that was not announced" },
  missing: "the roots change",
  among: (view) => {
    const notices = messagesOf(view, CHANGED);
    const markers = markersIn(view, "roots changed");
    return [...notices, ...markers.filter(({ session }) => !notices.some((one) => one.session === session))];
  },
  say: ({ method, session }) => ({
    announced: method === "tools/call" ? "silent" : "announced",
    listChanged: valueAt(declaredIn(session), "roots", "listChanged") === true ? "declared" : "undeclared",
  }),
});

/** Roots as they were given, in either era. */
export const rootUris = clientFact("root_uris", {
  doc: "The URI of every root the client gave.",
  type: "string",
  scenarios: ["client-features"],
  missing: "the client answers roots/list",
  among: questionsIn,
  only: ({ method, answered }) => method === "roots/list" && answered === "result",
  pick: ({ given, answer }) =>
    listMember(given, "roots").flatMap((root) => {
      const uri = stringMember(root, "uri");
      return uri === undefined || !answer ? [] : [derivedAt(named(answer, uri), uri)];
    }),
});
