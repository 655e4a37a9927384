import { HEADER_KEY } from "../../protocol/headers.ts";
import type { QuestionRef } from "../../protocol/questions/questions.ts";
import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { isAsked, phraseOf, recordsOf } from "../common/answers.ts";
import { defineFact } from "../common/define-fact.ts";
import { extendItem } from "../common/extend-answers.ts";
import { headerValue } from "../common/header-value.ts";
import { inapplicable, inconclusive } from "../common/left-out.ts";
import { distinct } from "../common/messages.ts";
import { unseen } from "../common/unseen.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, placesOf, seen } from "../fact.ts";
import { ANONYMOUS, bearerOf, ifProtected, isServed, schemeOf } from "./access-control.ts";

/** An answer that may be a refusal for want of credentials. Silence says nothing at all here. */
const answer = (record: ExchangeRecord): Item => {
  const item = answerItem(record, undefined, { beforeAuth: true });
  return item.open ? { ...item, open: { ...item.open, except: [] } } : item;
};

interface ProtectedQuestion {
  readonly name: string;
  readonly doc: string;
  readonly questions: readonly QuestionRef[];
  /** Also where the server has a scheme of its own. */
  readonly anyScheme?: boolean;
}

const answersIfProtected = ({ anyScheme = false, ...head }: ProtectedQuestion): Fact => ({
  ...head,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read: (view) =>
    ifProtected(
      view,
      () => {
        const found = recordsOf(view, head.questions);
        return found.length === 0
          ? unseen(view, head.questions, phraseOf(head.doc))
          : seen(found.map((record) => answer(record)));
      },
      { anyScheme },
    ),
});

export const authorizationScheme = defineFact({
  name: "authorization_scheme",
  doc: "How a server that wants credentials presents itself: as OAuth, with a bare Bearer challenge, or with a scheme of its own.",
  kind: "observations",
  type: "object: presented_as (oauth, bearer: a challenge without resource_metadata and no metadata anywhere, or other)",
  derived: true,
  questions: ANONYMOUS,
  read: (view) =>
    ifProtected(
      view,
      (records) =>
        seen(
          records.slice(0, 1).map((record) => ({
            ...placeOf(record, "/http/response_headers"),
            value: { presented_as: schemeOf(view) ?? "other" },
            parts: { presented_as: "/http/response_headers" },
          })),
        ),
      { anyScheme: true },
    ),
});

export const anonymousRequest = answersIfProtected({
  name: "anonymous_request",
  doc: "The answers to a request without credentials, where the server wants some.",
  questions: ANONYMOUS,
});

export const invalidToken = answersIfProtected({
  name: "invalid_token",
  doc: "The answers to a request with a token that is made up, or unsigned and expired.",
  questions: ["invalid-token:#"],
});

export const tokenChallenges = defineFact({
  name: "token_challenges",
  doc: "The challenges that come with a 401 for a token that is made up, or unsigned and expired.",
  kind: "observations",
  type: "bearer (if there is a Bearer challenge): its parameters (error, error_description, realm, scope, resource_metadata …)",
  derived: true,
  questions: ["invalid-token:#"],
  read: (view) =>
    ifProtected(view, () => {
      const asked = recordsOf(view, ["invalid-token:#"]);
      if (asked.length === 0) return unseen(view, ["invalid-token:#"], "a request with a token that is not valid");
      const found = asked.filter(({ exchange }) => exchange.http?.status === 401);
      if (found.length === 0) return inapplicable("no token was refused with 401", placesOf(asked, "/http/status"));
      return seen(found.map(challengeItem));
    }),
});

const challengeItem = (record: ExchangeRecord): Item => {
  const bearer = bearerOf(record);
  const at = "/http/response_headers";
  return {
    ...placeOf(record, at),
    value: bearer === undefined ? {} : { bearer: { ...bearer.parameters } },
    parts: { bearer: at },
    name: record.method,
  };
};

export const foreignToken = answersIfProtected({
  name: "foreign_token",
  doc: "The answers to a request with an unsigned token that names another server as its audience.",
  questions: ["foreign-token:#"],
});

export const malformedAuthorization = answersIfProtected({
  name: "malformed_authorization",
  doc: "The answers to a request whose Authorization header is malformed: Bearer without a token, Basic without sense.",
  questions: ["malformed-authorization:#"],
});

export const laterRequest = answersIfProtected({
  name: "request_without_token",
  doc: "The answers to requests without a token, or with a made-up one, after the same caller was served with credentials.",
  questions: ["no-token-later:without", "no-token-later:made-up"],
  anyScheme: true,
});

/** The scopes a challenge names, each once and in order. */
const scopesIn = (scope: string | undefined): readonly string[] =>
  [...new Set((scope ?? "").split(" ").filter((word) => word !== ""))].sort();

export const bearerChallenges = defineFact({
  name: "bearer_challenges",
  doc: "The Bearer challenges in answers to a request without credentials.",
  type: "the parameters of the challenge (realm, resource_metadata, scope, error …), and scopes: the names in scope",
  derived: true,
  questions: ANONYMOUS,
  read: (view) =>
    ifProtected(view, (records) =>
      seen(
        distinct(
          records.flatMap((record) => {
            const bearer = bearerOf(record);
            if (!bearer) return [];
            const { scope } = bearer.parameters;
            const value = { ...bearer.parameters, ...(scope === undefined ? {} : { scopes: [...scopesIn(scope)] }) };
            const parts = Object.fromEntries(Object.keys(value).map((name) => [name, "/http/response_headers"]));
            return [{ ...placeOf(record, "/http/response_headers"), value, parts }];
          }),
        ),
        placesOf(records, "/http/response_headers"),
      ),
    ),
});

export const challengedScopes = defineFact({
  name: "challenged_scopes",
  doc: "The different sets of scopes that challenges to one and the same request name.",
  type: "string: the scopes in order, separated by spaces",
  derived: true,
  questions: ANONYMOUS,
  read: (view) =>
    ifProtected(view, (records) =>
      seen(
        distinct(
          records.flatMap((record) => {
            const scope = bearerOf(record)?.parameters["scope"];
            const place = placeOf(record, "/http/response_headers");
            return scope === undefined ? [] : [{ ...place, value: scopesIn(scope).join(" ") }];
          }),
        ),
        placesOf(records, "/http/response_headers"),
      ),
    ),
});

const REFUSALS: readonly QuestionRef[] = [
  ...(["no-token:#", "no-token:#-end", "no-token-methods:*", "no-token-later:*"] as const),
  ...(["invalid-token:#", "invalid-token:#-end", "foreign-token:#", "foreign-token:#-end"] as const),
  ...(["malformed-authorization:#", "malformed-authorization:#-end", "query-token:alone"] as const),
];

export const refusals = defineFact({
  name: "refusals",
  doc: "What the server says with a 401 or a 403 to requests whose credentials are missing or made up.",
  type: `${ANSWER_TYPE}, text: the body as text, session_id: issued, or echoed where it is the one the request had`,
  derived: ["outcome", "text", "session_id"],
  questions: REFUSALS,
  read: (view) =>
    ifProtected(view, () => {
      const found = recordsOf(view, REFUSALS).filter(
        ({ exchange: { http } }) => http?.status === 401 || http?.status === 403,
      );
      return seen(distinct(found.map(withText)), placesOf(found));
    }),
});

/** One line is enough to be told apart by; the id and the time of an answer say nothing. */
const withText = (record: ExchangeRecord): Item => {
  const { response, http } = record.exchange;
  const text =
    response === undefined
      ? { value: http?.body?.data ?? "", at: "/http/body" }
      : { value: JSON.stringify(response), at: "/response" };
  const session = sessionIn(record);
  return extendItem(answer(record), { text, ...(session === undefined ? {} : { session_id: session }) });
};

/** What the caller sent itself is handed out to nobody. */
const sessionIn = ({ exchange: { http } }: ExchangeRecord) => {
  const given = headerValue(http?.response_headers, HEADER_KEY.sessionId);
  if (given === undefined) return undefined;
  const sent = headerValue(http?.request_headers, HEADER_KEY.sessionId);
  return { value: given === sent ? "echoed" : "issued", at: "/http/response_headers" };
};

/** What a challenge says once the server looked at a token and found it bad. */
const callsInvalid = (record: ExchangeRecord): boolean =>
  bearerOf(record)?.parameters["error"]?.toLowerCase() === "invalid_token";

export const queryToken: Fact = {
  name: "query_token",
  doc: "Whether a server takes a made-up token in the query string for one, with and without credentials beside it.",
  kind: "observations",
  type:
    `${ANSWER_TYPE}, taken: served (with the made-up token alone), judged (called invalid_token, where the same request ` +
    "without it is not), refused (the request is refused in other words) or ignored",
  derived: ["outcome", "taken"],
  words: {
    served: "the request was served for the token in the query string",
    judged: "the token in the query string was called invalid, so it was read",
  },
  questions: ["query-token:*"],
  read: (view) =>
    ifProtected(view, (anonymous) => {
      const asked = recordsOf(view, ["query-token:*"]);
      if (asked.length === 0) return unseen(view, ["query-token:*"], "a token in the query string");
      const always = anonymous.some(callsInvalid);
      return seen(
        asked.map((record) => extendItem(answer(record), { taken: { value: takenAs(record, always), at: "/http" } })),
      );
    }),
};

/**
 * Such a token may be passed over, and a request that has one may be refused for it in any words. Some servers say
 * invalid_token to whoever sends none at all; there only credentials that work beside it show that it was read.
 */
const takenAs = (record: ExchangeRecord, always: boolean): string => {
  const alone = isAsked(record, ["query-token:alone"]);
  if (isServed(record)) return alone ? "served" : "ignored";
  if (callsInvalid(record) && !(alone && always)) return "judged";
  return alone && record.exchange.http?.status === 401 ? "ignored" : "refused";
};

/** What a token that works was refused for, in the words of the challenge. */
export const scopeRefusals = defineFact({
  name: "scope_refusals",
  doc: "Answers to requests with the user's credentials that call their scope insufficient.",
  type: "status, and challenge: the parameters of the Bearer challenge",
  derived: ["challenge"],
  read(view) {
    const found = view.records.filter(
      (record) =>
        record.exchange.deliberate !== true &&
        bearerOf(record)?.parameters["error"]?.toLowerCase() === "insufficient_scope",
    );
    if (found.length === 0)
      return ifProtected(view, () =>
        inconclusive("prerequisite-missing", "no request went beyond the scope of the credentials given", []),
      );
    return seen(
      found.map((record) => ({
        ...placeOf(record, "/http"),
        value: { status: record.exchange.http?.status ?? null, challenge: { ...bearerOf(record)?.parameters } },
        parts: { status: "/http/status", challenge: "/http/response_headers" },
        name: record.method,
      })),
    );
  },
});
