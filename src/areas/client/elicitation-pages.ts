import { type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Exchange } from "../../capture/capture.ts";
import type { View } from "../../judge/core/fact.ts";
import { type ServerQuestion, type Told, toldIn } from "./answers.ts";
import { elicitationsIn, isPage } from "./elicitation.ts";
import { placeOfAnswer } from "./sampling.ts";
import { clientFact, derivedAt, type Sent, sentIn } from "./sent.ts";

const pathOf = (url: string | undefined): string | undefined => /^https?:\/\/[^/]+(\/[^?#]*)/.exec(url ?? "")?.[1];

/** Requests for the page that a question names; only a server of ours sees them. */
const visitsOf = ({ params, session }: ServerQuestion, view: View): readonly Exchange[] => {
  const path = pathOf(stringMember(params, "url"));
  const scenario = session.scenario;
  if (path === undefined || scenario === undefined) return [];
  const same = new Set(
    (view.capture.conversations ?? []).filter((one) => one.scenario === scenario).map(({ id }) => id),
  );
  return view.capture.exchanges.filter(
    ({ http, conversation }) => same.has(conversation ?? "") && pathOf(http?.url) === path,
  );
};

const startOf = ({ timing }: Exchange): number => timing?.start_ms ?? 0;

const answeredAt = ({ answer }: ServerQuestion): number =>
  answer?.sent.record.exchange.timing?.start_ms ?? Number.POSITIVE_INFINITY;

const actionOf = ({ answer }: ServerQuestion): string => {
  if (!answer) return "nothing";
  return answer.kind === "error" ? "error" : (stringMember(answer.value, "action") ?? "nothing");
};

/** In a question of ours over HTTP the page is ours too. */
const watchedPages = (view: View): readonly ServerQuestion[] =>
  elicitationsIn(view).filter(
    (question) =>
      isPage(question) && question.session.scenario !== undefined && question.session.transport === "streamable-http",
  );

export const pageVisits = clientFact(
  {
    name: "page_visits",
    doc: "Of every page that the user was asked to open: how often it was fetched before the answer and after it, and by HEAD.",
    type: "object: action (accept, decline, cancel, error, nothing), before, after, heads",
    derived: true,
    scenarios: ["elicitation-urls", "elicitation-rounds"],
  },
  watchedPages,
  (question, view) => {
    const visits = visitsOf(question, view);
    const before = visits.filter((visit) => startOf(visit) < answeredAt(question)).length;
    return derivedAt(placeOfAnswer(question), {
      action: actionOf(question),
      before,
      after: visits.length - before,
      heads: visits.filter(({ http }) => http?.method === "HEAD").length,
    });
  },
  "the server asks over HTTP to open a page of its own",
);

export const pageAnswers = clientFact(
  {
    name: "page_answers",
    doc: "How the client answered where the user was asked to open a page.",
    type: "object: action (accept, decline, cancel, error, nothing), content (present, absent), id (plain, odd), others (result: one with a plain id was answered)",
    derived: true,
    scenarios: ["elicitation-urls", "elicitation-rounds"],
  },
  (view) => elicitationsIn(view).filter((question) => isPage(question) && question.answer !== undefined),
  (question, view) => {
    const others = elicitationsIn(view).some(
      (one) =>
        isPage(one) && one.session === question.session && idOf(one) === "plain" && one.answer?.kind === "result",
    );
    const content = member(question.answer?.value, "content") === undefined ? "absent" : "present";
    const value: JsonObject = { action: actionOf(question), content, id: idOf(question) };
    return derivedAt(placeOfAnswer(question), others ? { ...value, others: "result" } : value);
  },
  "the server asks to open a page and the client answers",
);

const idOf = ({ params }: ServerQuestion): string =>
  /^[\w.:-]{0,100}$/.test(stringMember(params, "elicitationId") ?? "") ? "plain" : "odd";

const LOGIN_REQUIRED = -32042;

const loginIds = ({ record }: Sent): readonly (string | undefined)[] => {
  const error: Json | undefined = member(record.exchange.response, "error");
  if (member(error, "code") !== LOGIN_REQUIRED) return [];
  return listMember(member(error, "data"), "elicitations").map((one) => stringMember(one, "elicitationId"));
};

const isNotice = ({ value }: Told): boolean => stringMember(value, "method") === "notifications/elicitation/complete";

/** The first call that was refused until the user has signed in, and its repetitions. */
export const loginRetries = clientFact(
  {
    name: "login_retries",
    doc: "Of every call that was refused until the user has signed in: how often it was repeated before any notice, and between a notice about another login and one about this.",
    type: "object: early, misled, noticed (of-another: there was a notice about another login first)",
    derived: true,
    scenarios: ["url-login"],
  },
  (view) => {
    const refused = sentIn(view).filter((sent) => loginIds(sent).length > 0);
    return refused.filter(
      (sent, index) =>
        refused.findIndex((one) => one.session === sent.session && nameOf(one) === nameOf(sent)) === index,
    );
  },
  (first, view) => {
    const ids = loginIds(first);
    const repeats = sentIn(view).filter(
      (sent) =>
        sent !== first &&
        sent.session === first.session &&
        nameOf(sent) === nameOf(first) &&
        seqOf(sent) > seqOf(first),
    );
    const notices = toldIn(view).filter((told) => told.session === first.session && isNotice(told));
    const own = notices.find(({ value }) => ids.includes(stringMember(member(value, "params"), "elicitationId")));
    const [notice] = notices;
    const noticed = notice?.seq ?? Number.POSITIVE_INFINITY;
    const completed = own?.seq ?? Number.POSITIVE_INFINITY;
    return derivedAt(first, {
      early: repeats.filter((sent) => seqOf(sent) < noticed).length,
      misled: repeats.filter((sent) => seqOf(sent) > noticed && seqOf(sent) < completed).length,
      ...(notice && notice !== own ? { noticed: "of-another" } : {}),
    });
  },
  "a call is refused until the user has signed in",
);

const nameOf = ({ method, params }: Sent): string => `${method} ${stringMember(params, "name")}`;

const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;
