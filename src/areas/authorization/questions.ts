import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

/** Questions with tokens that were made for the test (--issue-tokens). */
const ISSUED_TOKEN_QUESTIONS = {
  "issued-token": both(
    "initialize (tools/list in the stateless era) with a token made for the test: a good one, one whose audience is in capitals, and one of each wrong kind",
    {
      sends: [
        ...(["good", "capitals", "expired", "not-yet-valid", "other-issuer", "unknown-key", "other-key"] as const),
        ...(["unsigned", "public-key-as-secret", "other-audience", "id-token"] as const),
      ],
      besides: [
        ...(["good-end", "capitals-end", "expired-end", "not-yet-valid-end", "other-issuer-end"] as const),
        ...(["unknown-key-end", "other-key-end", "unsigned-end", "public-key-as-secret-end"] as const),
        ...(["other-audience-end", "id-token-end"] as const),
      ],
    },
  ),
  "issued-query-token": both("the same request with a good token made for the test in the query string", {
    sends: ["alone"],
    besides: ["alone-end"],
  }),
  "step-up": both(
    "the same request, and a call, with a token that has no scope; then with the scopes that the refusal named",
    {
      sends: ["access", "access-stepped", "call", "call-stepped"],
      besides: ["access-end", "access-stepped-end", "list", "list-page-#"],
    },
  ),
  "broad-scope": both(
    "the same request with a token that has no scope, and with one that has only a scope that includes the others",
    { sends: ["access"], besides: ["access-end", "without", "without-end"] },
  ),
} as const satisfies Record<string, Question>;

/** What a server shows to a client without credentials, or with made-up ones. */
export const AUTHORIZATION_QUESTIONS = {
  ...ISSUED_TOKEN_QUESTIONS,
  "no-token": both("initialize (tools/list in the stateless era) without credentials, three times", {
    sends: ["#"],
    besides: ["#-end"],
  }),
  "invalid-token": both("the same request with a made-up token and with an expired, unsigned one", {
    sends: ["#"],
    besides: ["#-end"],
  }),
  "foreign-token": both("the same request with an unsigned token that names another audience", {
    sends: ["#"],
    besides: ["#-end"],
  }),
  "malformed-authorization": both("the same request with Bearer and no token, and with a broken Basic credential", {
    sends: ["#"],
    besides: ["#-end"],
  }),
  "query-token": both(
    "the same request with a made-up token in the query string, alone and beside credentials that work",
    { sends: ["alone", "beside"], besides: ["alone-end", "beside-end"] },
  ),
  "no-token-later": both(
    "tools/list with credentials, then in the same session or connection without them and with a made-up token",
    { sends: ["with", "without", "made-up"] },
  ),
  "scheme-case": both("the same request with the credentials given, the scheme written bearer in lower case", {
    sends: ["lower"],
    besides: ["lower-end"],
  }),
  "two-authorizations": both("the same request with two Authorization headers, both made up", {
    sends: ["made-up"],
    besides: ["made-up-end"],
  }),
  "forged-token": both(
    "the same request with the claims of the user's own JWT, unsigned and with a changed signature",
    {
      sends: ["unsigned", "altered"],
      besides: ["unsigned-end", "altered-end"],
    },
  ),
  "no-token-methods": stateless("each list, and subscriptions/listen, without credentials", {
    sends: ["tools-list", "resources-list", "resources-templates/list", "prompts-list", "subscriptions-listen"],
  }),
  "resource-metadata": both(
    "the protected-resource metadata that the challenge names or that lies at its well-known places, on an origin that may be asked",
    { sends: ["named", "path", "root"] },
  ),
  "authorization-server": both(
    "the metadata of the authorization server, where its origin may be asked: RFC 8414, then OpenID Connect; in 2025-03-26 at the endpoint's own origin",
    { sends: ["rfc8414", "openid", "openid-appended", "root", "inserted"] },
  ),
  "default-endpoint": stateful(
    "/authorize and /token with nothing in them, and the options of /register, where there is no metadata",
    { sends: ["authorize", "token", "register"] },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly authorization: typeof AUTHORIZATION_QUESTIONS;
  }
}
