import type { Hooks } from "../../../servers/hooks.ts";
import {
  challenge,
  document,
  ISSUED,
  ifAnswer,
  notFound,
  OPENID,
  pretend,
  RESOURCE,
  SERVER,
  SIGNED_IN,
  UNSIGNED,
} from "../../auth-edits.ts";
import { SINCE_2025_06, STATEFUL, STATELESS } from "../../contexts.ts";
import { both, without } from "../../edits.ts";
import { onStatus, withHeaders } from "../../http-edits.ts";
import { all, always, eachAlways, is, isAbsent, meets, never, some } from "../../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../../variant.ts";

/** Refusals of every kind as a page for people. */
const pages: Hooks = ifAnswer(
  ({ status, headers }) => status >= 400 && headers["WWW-Authenticate"] !== undefined,
  (answer) => ({ ...answer, headers: { ...answer.headers, "Content-Type": "text/html" }, body: "<h1>No entry</h1>" }),
);

export const TOKENS_NEAR_MISSES: NearMissTable = {
  "static-token": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Wants a bearer token that its owner hands out, says only Bearer, and knows no OAuth.",
    permittedBy:
      "2025-11-25 basic/authorization#protocol-requirements: authorization is optional, and conforming to this text a SHOULD for HTTP; basic#auth lets client and server negotiate their own.",
    hooks: both(
      onStatus(401, (answer) => ({
        ...answer,
        headers: { "Content-Type": "text/plain", "WWW-Authenticate": "Bearer" },
        body: "Who are you?",
      })),
      notFound(RESOURCE, SERVER, OPENID),
    ),
    ...all(
      ["AUTH-004", "AUTH-009", "AUTH-010"],
      never("every Bearer challenge says where its metadata is", {
        http: { response_headers: some(is({ const: ["WWW-Authenticate", "Bearer"] })) },
      }),
    ),
  }),
  "api-key": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Wants a key in a header of its own and answers 401 without a Bearer challenge.",
    permittedBy:
      "2025-11-25 basic#auth: clients and servers may negotiate their own custom authentication and authorization strategies.",
    hooks: both(
      onStatus(401, (answer) => ({ ...answer, headers: { "WWW-Authenticate": 'ApiKey realm="notes"' }, body: "" })),
      notFound(RESOURCE, SERVER, OPENID),
    ),
    "AUTH-008": never("a 401 has a Bearer challenge", {
      http: { response_headers: some(is({ prefixItems: [true, { pattern: "^ApiKey" }] })) },
    }),
  }),
  "challenge-in-other-words": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Writes its challenge in another case and order, with a realm, and offers Basic beside it.",
    permittedBy:
      "RFC 9110 section 11: schemes and parameter names are case-insensitive, parameters come in any order, and a field may hold several challenges.",
    hooks: ifAnswer(
      (answer) => answer.headers["WWW-Authenticate"] !== undefined,
      (answer) => {
        const [, parameters = ""] = /^Bearer (.*)$/.exec(answer.headers["WWW-Authenticate"] ?? "") ?? [];
        const turned = parameters.split(", ").reverse().join(" ,  ");
        return {
          ...answer,
          headers: {
            ...answer.headers,
            "WWW-Authenticate": `Basic realm="staff, or so", bEARER Realm="notes", ${turned}`,
          },
        };
      },
    ),
    "AUTH-017": meets("the first challenge is Bearer", 'anonymous_request.headers["www-authenticate"]', {
      pattern: "^Bearer ",
    }),
    "AUTH-050": meets("the first challenge is Bearer", 'invalid_token.headers["www-authenticate"]', {
      pattern: "^Bearer ",
    }),
  }),
  "reader-in-other-words": nearMiss(STATELESS, STATEFUL, {
    choice: "Refuses a token with too few rights with a long challenge, a realm and a page of HTML.",
    permittedBy:
      "RFC 6750 section 3: realm, error_description and error_uri may be part of a challenge; no sentence speaks of the body.",
    options: { auth: { caller: "reader" } },
    hooks: both(
      pages,
      onStatus(403, (answer) => ({
        ...answer,
        headers: {
          ...answer.headers,
          "WWW-Authenticate": `${answer.headers["WWW-Authenticate"]}, realm="notes", error_description="Calling \\"tools\\" needs more"`,
        },
      })),
    ),
    "AUTH-006": isAbsent("a challenge has no description", "scope_refusals.challenge.error_description"),
    "AUTH-016": isAbsent("a challenge has no realm", "scope_refusals.challenge.realm"),
  }),
  "refusals-as-pages": nearMiss(STATELESS, STATEFUL, SIGNED_IN, {
    choice: "Refuses with pages of HTML, whatever is wrong with the credentials.",
    permittedBy: "No sentence speaks of the body of a 401, 403 or 400 for credentials.",
    hooks: pages,
    "AUTH-005": meets("an invalid token is refused with JSON", 'invalid_token.headers["content-type"]', {
      const: "application/json",
    }),
    "AUTH-007": meets("a malformed header is refused with JSON", 'malformed_authorization.headers["content-type"]', {
      const: "application/json",
    }),
    "AUTH-021": meets("a foreign token is refused with JSON", 'foreign_token.headers["content-type"]', {
      const: "application/json",
    }),
    "SEC-006": meets(
      "a request without a token is refused with JSON",
      'request_without_token.headers["content-type"]',
      { const: "application/json" },
    ),
  }),
  "query-tokens-refused": nearMiss(STATELESS, STATEFUL, "http/2025-03-26", SIGNED_IN, {
    choice: "Refuses every request that has a token in its query string with 403, whatever else it has.",
    permittedBy:
      "2025-11-25 basic/authorization#token-requirements: access tokens must not be in the query string; no sentence says how a server answers to one.",
    hooks: ifAnswer(
      ({ request }) => request.url?.includes("access_token=") === true,
      () => ({ status: 403, headers: { "Content-Type": "text/plain" }, body: "No tokens in addresses, please." }),
    ),
    "AUTH-024": meets("every refusal has a challenge", 'refusals.headers["www-authenticate"]', { type: "string" }),
  }),
  "malformed-tokens": nearMiss(STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    choice: "Calls a token that is not of its own form a malformed request, with 401.",
    permittedBy:
      "RFC 6750 section 3.1: invalid_request is for requests that are malformed; 2025-11-25 basic/authorization#token-handling asks for the 401.",
    hooks: challenge((text) => text.replace('error="invalid_token"', 'error="invalid_request"')),
    "AUTH-051": meets("the error is invalid_token", "token_challenges.bearer.error", { const: "invalid_token" }),
  }),
  "key-for-a-session": nearMiss("http/2025-03-26", SIGNED_IN, {
    choice: "Wants a key of its own once, when a session is opened, and knows its caller by the session from then on.",
    permittedBy:
      "2025-03-26 basic#auth: clients and servers may negotiate their own custom authentication and authorization strategies; what every request must have is said of MCP authorization.",
    ...both(
      onStatus(401, (answer) => ({ ...answer, headers: { "WWW-Authenticate": 'ApiKey realm="notes"' }, body: "" })),
      notFound(RESOURCE, SERVER, OPENID, "/authorize", "/token", "/register"),
    ),
    ...pretend(({ request }) => request.headers["mcp-session-id"] !== undefined),
    "AUTH-022": always.isAbsent("a session is no proof, whatever the scheme", "request_without_token.result"),
  }),
  "no-scopes": nearMiss(STATELESS, STATEFUL, UNSIGNED, {
    choice: "Has tokens that allow everything or nothing, and so no scopes anywhere.",
    permittedBy:
      "RFC 6750 section 3: use of the scope attribute is optional; 2025-11-25 basic/authorization#scope-selection-strategy: scopes_supported may be undefined.",
    hooks: both(
      challenge((text) => text.replace(/scope="[^"]*", /, "")),
      document(RESOURCE, without("scopes_supported")),
    ),
    "AUTH-015": eachAlways.meets("every challenge names scopes", "bearer_challenges.scope", { type: "string" }),
  }),
  "session-id-in-refusals": nearMiss(STATEFUL, "http/2025-06-18", SIGNED_IN, {
    choice: "Repeats the session id of the client in the headers of a 401.",
    permittedBy: "No sentence forbids it; the id is the client's own, and nothing is disclosed by it.",
    httpAnswer: (answer, { request }) => {
      const id = request.headers["mcp-session-id"];
      return answer.status === 401 && typeof id === "string"
        ? { ...answer, headers: { ...answer.headers, "Mcp-Session-Id": id } }
        : undefined;
    },
    "AUTH-024": isAbsent("a refusal names no session", 'refusals.headers["mcp-session-id"]'),
  }),
  "behind-a-gateway": nearMiss(STATELESS, ISSUED, {
    choice: "Stands behind a gateway that looks at the tokens, leaves its mark on every answer and refuses with pages.",
    permittedBy:
      "2026-07-28 basic/authorization/index#token-handling: tokens must be validated; no sentence says by which part of a server.",
    hooks: ifAnswer(() => true, withHeaders({ Via: "1.1 gateway" })),
    "AUTH-018": isAbsent("the server itself looks at scopes", "step_up.headers.via"),
    "AUTH-019": isAbsent("the server itself looks at scopes", "broad_scope.headers.via"),
  }),
  introspection: nearMiss(STATELESS, STATEFUL, {
    choice:
      "Cannot read its tokens, asks the authorization server about each, and says of a bad one only that it is not active.",
    permittedBy:
      "2026-07-28 basic/authorization/index#token-handling: tokens must be validated; RFC 7662 lets a protected resource ask, and no sentence says what a token looks like.",
    options: { auth: { caller: "issued", introspects: true } },
    "AUTH-005": meets("a bad token is told what is wrong with it", 'invalid_token.headers["www-authenticate"]', {
      not: { pattern: "not active" },
    }),
    "AUTH-021": meets("a foreign token is told so", 'foreign_token.headers["www-authenticate"]', {
      not: { pattern: "not active" },
    }),
  }),
  "tokens-for-a-day": nearMiss(STATELESS, STATEFUL, {
    choice: "Has an authorization server that issues tokens for a day.",
    permittedBy:
      "2025-11-25 basic/authorization#token-theft: access tokens should be short-lived; the text names no bound.",
    options: { auth: { caller: "daily" } },
    "AUTH-042": meets("a token lives an hour", "own_token.lifetime_s", { maximum: 3600 }),
  }),
  "talks-on-stderr": sameAs("messages", {
    "AUTH-003": always.meets("nothing is written to stderr", "raw_processes.stderr_bytes", { maximum: 0 }),
  }),
};
