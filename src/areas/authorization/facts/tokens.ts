import { headerValue } from "../../../capture/header-value.ts";
import { ANSWER_TYPE } from "../../../judge/core/answer.ts";
import { isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import {
  type ExchangeRecord,
  type Fact,
  type Item,
  placeOf,
  placesOf,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { ANONYMOUS, bearerOf, ifProtected, isServed, schemeOf } from "../../../judge/core/protection.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { isTrusted, ofTrusted } from "./issued-tokens.ts";
import { answer, answersIfProtected } from "./protected-answers.ts";

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

/** Tokens that are not valid, whoever looks at them. */
const INVALID: readonly QuestionRef[] = [
  ...(["invalid-token:#", "forged-token:unsigned", "forged-token:altered"] as const),
  ...(["issued-token:expired", "issued-token:not-yet-valid", "issued-token:other-issuer"] as const),
  ...(["issued-token:unknown-key", "issued-token:other-key", "issued-token:unsigned"] as const),
  "issued-token:public-key-as-secret",
];

export const invalidToken = answersIfProtected({
  name: "invalid_token",
  doc: "The answers to a request with a token that is made up, forged, expired or signed by somebody else.",
  questions: INVALID,
  among: (view) => ofTrusted(view, INVALID),
});

export const tokenChallenges = defineFact({
  name: "token_challenges",
  doc: "The challenges that come with a 401 for a token that is made up, forged, expired or signed by somebody else.",
  kind: "observations",
  type: "bearer (if there is a Bearer challenge): its parameters (error, error_description, realm, scope, resource_metadata …)",
  derived: true,
  questions: INVALID,
  read: (view) =>
    ifProtected(view, () => {
      const asked = ofTrusted(view, INVALID);
      if (asked.length === 0) return unseen(view, INVALID, "a request with a token that is not valid");
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

const FOREIGN: readonly QuestionRef[] = ["foreign-token:#", "issued-token:other-audience", "issued-token:id-token"];

export const foreignToken = answersIfProtected({
  name: "foreign_token",
  doc: "The answers to a request with a token that names another audience: an unsigned one, and ones of the issuer that the server trusts.",
  questions: FOREIGN,
  among: (view) => ofTrusted(view, FOREIGN),
});

export const schemeCase = answersIfProtected({
  name: "scheme_case",
  doc: "The answers to a request with the credentials given, the scheme written in lower case.",
  questions: ["scheme-case:lower"],
});

export const malformedAuthorization = answersIfProtected({
  name: "malformed_authorization",
  doc: "The answers to a request whose Authorization header is malformed: Bearer without a token, Basic without sense, two headers.",
  questions: ["malformed-authorization:#", "two-authorizations:made-up"],
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

const IN_QUERY: readonly QuestionRef[] = ["query-token:*", "issued-query-token:alone"];

export const queryToken: Fact = {
  name: "query_token",
  doc: "Whether a server takes a token in the query string for one: made up, with and without credentials beside it, or good.",
  kind: "observations",
  type:
    `${ANSWER_TYPE}, taken: served (with that token alone), judged (called invalid_token, where the same request ` +
    "without it is not), refused (the request is refused in other words) or ignored",
  derived: ["outcome", "taken"],
  words: {
    served: "the request was served for the token in the query string",
    judged: "the token in the query string was called invalid, so it was read",
  },
  questions: IN_QUERY,
  read: (view) =>
    ifProtected(view, (anonymous) => {
      const asked = ofTrusted(view, IN_QUERY);
      if (asked.length === 0) return unseen(view, IN_QUERY, "a token in the query string");
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
  const alone = isAsked(record, ["query-token:alone", "issued-query-token:alone"]);
  if (isServed(record)) return alone ? "served" : "ignored";
  if (callsInvalid(record) && !(alone && always)) return "judged";
  return alone && record.exchange.http?.status === 401 ? "ignored" : "refused";
};

/** Asked with a token that is good and has no scope: whatever it is refused for, it is that. */
const WITHOUT_SCOPE: readonly QuestionRef[] = ["step-up:access", "step-up:call"];

const isRefusedForScope = (record: ExchangeRecord, view: View): boolean => {
  const { deliberate, http } = record.exchange;
  if (isAsked(record, WITHOUT_SCOPE)) return isTrusted(view) && (http?.status === 401 || http?.status === 403);
  const isCounted = deliberate !== true || isAsked(record, ["weaker-call:*"]);
  return isCounted && bearerOf(record)?.parameters["error"]?.toLowerCase() === "insufficient_scope";
};

/** What a token that works was refused for, in the words of the challenge. */
export const scopeRefusals = defineFact({
  name: "scope_refusals",
  doc: "Answers to requests that call the scope of the credentials insufficient, and refusals of good tokens that have no scope.",
  type: "status, and challenge: the parameters of the Bearer challenge",
  derived: ["challenge"],
  read(view) {
    const found = view.records.filter((record) => isRefusedForScope(record, view));
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
