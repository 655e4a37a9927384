import { isJsonObject, type JsonObject } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { type StepName, unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { ANONYMOUS, bearerOf, behindWall } from "./wall.ts";

/** An answer that may be a refusal for want of credentials. Silence says nothing at all here. */
const answer = (seat: Seat, view: View): Item => {
  const item = answerItem(seat, view, undefined, { beforeAuth: true });
  return item.open ? { ...item, open: { ...item.open, except: [] } } : item;
};

interface Question {
  readonly name: string;
  readonly doc: string;
  readonly steps: readonly StepName[];
  /** Also where the server has a scheme of its own. */
  readonly anyScheme?: boolean;
}

const answersBehindWall = ({ name, doc, steps, anyScheme = false }: Question): Fact => ({
  name,
  doc,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read: (view) =>
    behindWall(
      view,
      () => {
        const found = seatsOf(view, steps);
        return found.length === 0
          ? unseen(view, steps, `a question of this kind (${name})`)
          : seen(found.map((seat) => answer(seat, view)));
      },
      { anyScheme },
    ),
});

export const anonymousRequest = answersBehindWall({
  name: "anonymous_request",
  doc: "The answers to a request without credentials, where the server wants some.",
  steps: ANONYMOUS,
});

export const invalidToken = answersBehindWall({
  name: "invalid_token",
  doc: "The answers to a request with a token that is made up, or unsigned and expired.",
  steps: [/^invalid-token-\d+$/],
});

export const foreignToken = answersBehindWall({
  name: "foreign_token",
  doc: "The answers to a request with an unsigned token that names another server as its audience.",
  steps: [/^foreign-token-\d+$/],
});

export const malformedAuthorization = answersBehindWall({
  name: "malformed_authorization",
  doc: "The answers to a request whose Authorization header is malformed: Bearer without a token, Basic without sense.",
  steps: [/^malformed-authorization-\d+$/],
});

export const laterRequest = answersBehindWall({
  name: "request_without_token",
  doc: "The answers to requests without a token, or with a made-up one, after the same caller was served with credentials.",
  steps: ["no-token-later-without", "no-token-later-made-up"],
  anyScheme: true,
});

/** The scopes a challenge names, each once and in order. */
const scopesIn = (scope: string | undefined): readonly string[] =>
  [...new Set((scope ?? "").split(" ").filter((word) => word !== ""))].sort();

export const bearerChallenges: Fact = {
  name: "bearer_challenges",
  doc: "The Bearer challenges in answers to a request without credentials.",
  kind: "list",
  type: "the parameters of the challenge (realm, resource_metadata, scope, error …), and scopes: the names in scope",
  derived: true,
  read: (view) =>
    behindWall(view, (seats) =>
      seen(
        distinct(
          seats.flatMap((seat) => {
            const bearer = bearerOf(seat);
            if (!bearer) return [];
            const { scope } = bearer.parameters;
            const value = { ...bearer.parameters, ...(scope === undefined ? {} : { scopes: [...scopesIn(scope)] }) };
            const parts = Object.fromEntries(Object.keys(value).map((name) => [name, "/http/response_headers"]));
            return [{ ...placeOf(seat, "/http/response_headers"), value, parts }];
          }),
        ),
        seats.map((seat) => placeOf(seat, "/http/response_headers")),
      ),
    ),
};

export const challengedScopes: Fact = {
  name: "challenged_scopes",
  doc: "The different sets of scopes that challenges to one and the same request name.",
  kind: "list",
  type: "string: the scopes in order, separated by spaces",
  derived: true,
  read: (view) =>
    behindWall(view, (seats) =>
      seen(
        distinct(
          seats.flatMap((seat) => {
            const scope = bearerOf(seat)?.parameters["scope"];
            const place = placeOf(seat, "/http/response_headers");
            return scope === undefined ? [] : [{ ...place, value: scopesIn(scope).join(" ") }];
          }),
        ),
        seats.map((seat) => placeOf(seat, "/http/response_headers")),
      ),
    ),
};

const REFUSALS = [
  ...[/^no-token-/, /^invalid-token-/, /^foreign-token-/, /^malformed-authorization-/, /^query-token-alone$/],
];

export const refusals: Fact = {
  name: "refusals",
  doc: "What the server says with a 401 or a 403 to requests whose credentials are missing or made up.",
  kind: "list",
  type: `${ANSWER_TYPE}, text: the body as text`,
  derived: ["outcome", "text"],
  read: (view) =>
    behindWall(view, () => {
      const found = seatsOf(view, REFUSALS).filter(
        ({ exchange: { http } }) => http?.status === 401 || http?.status === 403,
      );
      return seen(
        distinct(found.map((seat) => withText(seat, view))),
        found.map((seat) => placeOf(seat)),
      );
    }),
};

/** One line is enough to be told apart by; the id and the time of an answer say nothing. */
const withText = (seat: Seat, view: View): Item => {
  const item = answer(seat, view);
  const { response, http } = seat.exchange;
  const text = response === undefined ? (http?.body?.data ?? "") : JSON.stringify(response);
  const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}), text };
  return { ...item, value, parts: { ...item.parts, text: response === undefined ? "/http/body" : "/response" } };
};

/** What can be compared of two answers: the status, and the error a challenge names. */
const gist = (seat: Seat): string =>
  [seat.exchange.http?.status ?? "none", bearerOf(seat)?.parameters["error"] ?? ""].join(" ");

export const queryToken: Fact = {
  name: "query_token",
  doc: "Whether a made-up token in the query string changes the answer, with and without credentials beside it.",
  kind: "observations",
  type: `${ANSWER_TYPE}, compared: same or other than the answer to the same request without it, or malformed (400)`,
  derived: ["outcome", "compared"],
  read: (view) =>
    behindWall(view, (anonymous) => {
      const asked = seatsOf(view, [/^query-token-(?:alone|beside)$/]);
      if (asked.length === 0) return unseen(view, [/^query-token/], "a token in the query string");
      const known = new Set(anonymous.map(gist));
      return seen(
        asked.map((seat) => {
          const item = answer(seat, view);
          const compared = compare(seat, known);
          const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}), compared };
          return { ...item, value, parts: { ...item.parts, compared: "/http" } };
        }),
      );
    }),
};

/** Beside credentials that work the request has to be served; two tokens at once may be called malformed, too. */
const compare = (seat: Seat, anonymous: ReadonlySet<string>): string => {
  const status = seat.exchange.http?.status ?? 0;
  if (status === 400) return "malformed";
  const same = seat.step === "query-token-alone" ? anonymous.has(gist(seat)) : status < 300;
  return same ? "same" : "other";
};

/** What a token that works was refused for, in the words of the challenge. */
export const scopeRefusals: Fact = {
  name: "scope_refusals",
  doc: "Answers to requests with the user's credentials that call their scope insufficient.",
  kind: "list",
  type: "status, and challenge: the parameters of the Bearer challenge",
  derived: ["challenge"],
  read(view) {
    const found = view.seats.filter(
      (seat) =>
        seat.exchange.deliberate !== true &&
        bearerOf(seat)?.parameters["error"]?.toLowerCase() === "insufficient_scope",
    );
    if (found.length === 0)
      return behindWall(view, () => ({
        seen: false,
        applies: true,
        reason: "prerequisite-missing",
        detail: "no request went beyond the scope of the credentials given",
        places: [],
      }));
    return seen(
      found.map((seat) => ({
        ...placeOf(seat, "/http"),
        value: { status: seat.exchange.http?.status ?? null, challenge: { ...bearerOf(seat)?.parameters } },
        parts: { status: "/http/status", challenge: "/http/response_headers" },
        name: seat.method,
      })),
    );
  },
};
