import { listMember, member, stringMember } from "../../../base/json.ts";
import { NEVER, timelineOf } from "../../../capture/timeline.ts";
import { derivedFact } from "../../../judge/core/client/fact.ts";
import { answerPlace, type ClientQuestion } from "../../../judge/core/client/questions.ts";
import {
  errorCode,
  type Message,
  messagesIn,
  type Session,
  toldIn,
  type View,
} from "../../../judge/core/client/view.ts";
import { actionOf, elicitationsIn, isPage } from "./questions.ts";

const pathOf = (url: string | undefined): string | undefined => /^https?:\/\/[^/]+(\/[^?#]*)/.exec(url ?? "")?.[1];

/** Requests for the page that a question names; only a server of ours sees them. */
const visitsOf = ({ params, session }: ClientQuestion, { capture }: View): readonly Message[] => {
  const path = pathOf(stringMember(params, "url"));
  if (path === undefined || session.scenario === undefined) return [];
  const isHere = (one: Session): boolean => one.scenario === session.scenario && one.recording === session.recording;
  return timelineOf(capture).exchanges.filter((one) => isHere(one.session) && pathOf(one.http?.url) === path);
};

/** In a question of ours over HTTP the page is ours too. */
export const pageVisits = derivedFact("page_visits", {
  doc: "Of every page that the user was asked to open: how often it was fetched before the answer and after it, and by HEAD.",
  type: "object: action (accept, decline, cancel, error, nothing), before, after, heads",
  scenarios: ["elicitation-urls", "elicitation-rounds"],
  missing: "the server asks over HTTP to open a page of its own",
  among: elicitationsIn,
  only: (question) =>
    isPage(question) && question.session.scenario !== undefined && question.session.transport === "streamable-http",
  at: answerPlace,
  say: (question, view) => {
    const visits = visitsOf(question, view);
    const before = visits.filter(({ sentAt }) => sentAt < (question.answer?.sentAt ?? NEVER)).length;
    const heads = visits.filter(({ http }) => http?.method === "HEAD").length;
    return { action: actionOf(question), before, after: visits.length - before, heads };
  },
});

export const pageAnswers = derivedFact("page_answers", {
  doc: "How the client answered where the user was asked to open a page.",
  type: "object: action (accept, decline, cancel, error, nothing), content (present, absent), id (plain, odd), others (result: one with a plain id was answered)",
  scenarios: ["elicitation-urls", "elicitation-rounds"],
  missing: "the server asks to open a page and the client answers",
  among: elicitationsIn,
  only: (question) => isPage(question) && question.answer !== undefined,
  at: answerPlace,
  say: (question, view) => {
    const others = view.once(gatherPlain).has(question.session);
    const content = member(question.given, "content") === undefined ? "absent" : "present";
    const value = { action: actionOf(question), content, id: idOf(question) };
    return others ? { ...value, others: "result" } : value;
  },
});

const gatherPlain = (view: View): ReadonlySet<Session> =>
  new Set(
    elicitationsIn(view).flatMap((one) =>
      isPage(one) && idOf(one) === "plain" && one.answered === "result" ? [one.session] : [],
    ),
  );

const idOf = ({ params }: ClientQuestion): string =>
  /^[\w.:-]{0,100}$/.test(stringMember(params, "elicitationId") ?? "") ? "plain" : "odd";

const LOGIN_REQUIRED = -32042;

const loginIds = (sent: Message): readonly (string | undefined)[] =>
  errorCode(sent) === LOGIN_REQUIRED
    ? listMember(member(sent.error, "data"), "elicitations").map((one) => stringMember(one, "elicitationId"))
    : [];

const isSameCall = (one: Message, other: Message): boolean =>
  one.session === other.session &&
  one.method === other.method &&
  stringMember(one.params, "name") === stringMember(other.params, "name");

/** The first call that was refused until the user has signed in, and its repetitions. */
export const loginRetries = derivedFact("login_retries", {
  doc: "Of every call that was refused until the user has signed in: how often it was repeated before any notice, and between a notice about another login and one about this.",
  type: "object: early, misled, noticed (of-another: there was a notice about another login first)",
  scenarios: ["url-login"],
  missing: "a call is refused until the user has signed in",
  among: (view) =>
    messagesIn(view)
      .filter((sent) => loginIds(sent).length > 0)
      .filter((sent, index, refused) => refused.findIndex((one) => isSameCall(one, sent)) === index),
  say: (first, view) => {
    const repeats = messagesIn(view).filter((sent) => isSameCall(sent, first) && sent.sentAt > first.sentAt);
    const [notice, ...others] = toldIn(view).filter(
      ({ session, method }) => session === first.session && method === "notifications/elicitation/complete",
    );
    const own = [...(notice ? [notice] : []), ...others].find(({ params }) =>
      loginIds(first).includes(stringMember(params, "elicitationId")),
    );
    const noticed = notice?.sentAt ?? NEVER;
    return {
      early: repeats.filter(({ sentAt }) => sentAt < noticed).length,
      misled: repeats.filter(({ sentAt }) => sentAt > noticed && sentAt < (own?.sentAt ?? NEVER)).length,
      ...(notice && notice !== own ? { noticed: "of-another" } : {}),
    };
  },
});
