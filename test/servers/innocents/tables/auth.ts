// Authorization: what a challenge may look like, how a token may be refused, what else than OAuth is allowed.

import type { Hooks } from "../../hooks.ts";
import {
  both,
  challenge,
  document,
  ifAnswer,
  keyed,
  OPENID,
  pretend,
  RESOURCE,
  SERVER,
  walled,
  without,
} from "../../mutants/tables/auth-bends.ts";
import type { Innocent } from "../innocent.ts";
import { AUTH_METADATA_INNOCENTS, BARE_CHALLENGE, NEW } from "./auth-metadata.ts";
import { isAbsent, meets, recordedAs } from "./stricter.ts";

/** Refusals of every kind as a page for people. */
const pages: Hooks = ifAnswer(
  ({ status, headers }) => status >= 400 && headers["WWW-Authenticate"] !== undefined,
  (answer) => ({ ...answer, headers: { ...answer.headers, "Content-Type": "text/html" }, body: "<h1>No entry</h1>" }),
);

const typed = (what: string, fact: string) =>
  meets(`${what} is refused with JSON`, `${fact}.headers["content-type"]`, { const: "application/json" });

export const AUTH_INNOCENTS: readonly Innocent[] = [
  ...AUTH_METADATA_INNOCENTS,
  {
    id: "static-token",
    choice: "Wants a bearer token that its owner hands out, says only Bearer, and knows no OAuth.",
    permittedBy:
      "2025-11-25 basic/authorization#protocol-requirements: authorization is optional, and conforming to this text a SHOULD for HTTP; basic#auth lets client and server negotiate their own.",
    hooks: both(
      ifAnswer(
        ({ status }) => status === 401,
        (answer) => ({
          ...answer,
          headers: { "Content-Type": "text/plain", "WWW-Authenticate": "Bearer" },
          body: "Who are you?",
        }),
      ),
      without(RESOURCE, SERVER, OPENID),
    ),
    options: walled,
    in: [...NEW, "http/2025-06-18"],
    closestTo: {
      "AUTH-004": BARE_CHALLENGE,
      "AUTH-009": BARE_CHALLENGE,
      "AUTH-010": BARE_CHALLENGE,
    },
  },
  {
    id: "api-key",
    choice: "Wants a key in a header of its own and answers 401 without a Bearer challenge.",
    permittedBy:
      "2025-11-25 basic#auth: clients and servers may negotiate their own custom authentication and authorization strategies.",
    hooks: both(
      ifAnswer(
        ({ status }) => status === 401,
        (answer) => ({ ...answer, headers: { "WWW-Authenticate": 'ApiKey realm="notes"' }, body: "" }),
      ),
      without(RESOURCE, SERVER, OPENID),
    ),
    options: walled,
    in: [...NEW, "http/2025-06-18"],
    closestTo: {
      "AUTH-008": recordedAs("a 401 has a Bearer challenge", {
        not: {
          required: ["http"],
          properties: {
            http: {
              required: ["response_headers"],
              properties: { response_headers: { contains: { prefixItems: [true, { pattern: "^ApiKey" }] } } },
            },
          },
        },
      }),
    },
  },
  {
    id: "challenge-in-other-words",
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
    options: walled,
    in: [...NEW, "http/2025-06-18"],
    closestTo: {
      "AUTH-017": meets("the first challenge is Bearer", 'anonymous_request.headers["www-authenticate"]', {
        pattern: "^Bearer ",
      }),
      "AUTH-050": meets("the first challenge is Bearer", 'invalid_token.headers["www-authenticate"]', {
        pattern: "^Bearer ",
      }),
    },
  },
  {
    id: "reader-in-other-words",
    choice: "Refuses a token with too few rights with a long challenge, a realm and a page of HTML.",
    permittedBy:
      "RFC 6750 section 3: realm, error_description and error_uri may be part of a challenge; no sentence speaks of the body.",
    hooks: both(
      pages,
      ifAnswer(
        ({ status }) => status === 403,
        (answer) => ({
          ...answer,
          headers: {
            ...answer.headers,
            "WWW-Authenticate": `${answer.headers["WWW-Authenticate"]}, realm="notes", error_description="Calling \\"tools\\" needs more"`,
          },
        }),
      ),
    ),
    options: { auth: { caller: "reader" } },
    in: NEW,
    closestTo: {
      "AUTH-006": isAbsent("a challenge has no description", "scope_refusals.challenge.error_description"),
      "AUTH-016": isAbsent("a challenge has no realm", "scope_refusals.challenge.realm"),
    },
  },
  {
    id: "refusals-as-pages",
    choice: "Refuses with pages of HTML, whatever is wrong with the credentials.",
    permittedBy: "No sentence speaks of the body of a 401, 403 or 400 for credentials.",
    hooks: pages,
    options: keyed,
    in: NEW,
    closestTo: {
      "AUTH-005": typed("an invalid token", "invalid_token"),
      "AUTH-007": typed("a malformed header", "malformed_authorization"),
      "AUTH-021": typed("a foreign token", "foreign_token"),
      "SEC-006": typed("a request without a token", "request_without_token"),
      "SEC-017": typed("a request without a token", "anonymous_methods"),
    },
  },
  {
    id: "query-tokens-refused",
    choice: "Refuses every request that has a token in its query string with 403, whatever else it has.",
    permittedBy:
      "2025-11-25 basic/authorization#token-requirements: access tokens must not be in the query string; no sentence says how a server answers to one.",
    hooks: ifAnswer(
      ({ request }) => request.url?.includes("access_token=") === true,
      () => ({ status: 403, headers: { "Content-Type": "text/plain" }, body: "No tokens in addresses, please." }),
    ),
    options: keyed,
    in: [...NEW, "http/2025-03-26"],
    closestTo: {
      "AUTH-024": meets("every refusal has a challenge", 'refusals.headers["www-authenticate"]', { type: "string" }),
    },
  },
  {
    id: "malformed-tokens",
    choice: "Calls a token that is not of its own form a malformed request, with 401.",
    permittedBy:
      "RFC 6750 section 3.1: invalid_request is for requests that are malformed; 2025-11-25 basic/authorization#token-handling asks for the 401.",
    hooks: challenge((text) => text.replace('error="invalid_token"', 'error="invalid_request"')),
    options: walled,
    in: [...NEW, "http/2025-03-26"],
    closestTo: {
      "AUTH-051": meets("the error is invalid_token", "token_challenges.bearer.error", { const: "invalid_token" }),
    },
  },
  {
    id: "key-for-a-session",
    choice: "Wants a key of its own once, when a session is opened, and knows its caller by the session from then on.",
    permittedBy:
      "2025-03-26 basic#auth: clients and servers may negotiate their own custom authentication and authorization strategies; what every request must have is said of MCP authorization.",
    hooks: {
      ...both(
        ifAnswer(
          ({ status }) => status === 401,
          (answer) => ({ ...answer, headers: { "WWW-Authenticate": 'ApiKey realm="notes"' }, body: "" }),
        ),
        without(RESOURCE, SERVER, OPENID, "/authorize", "/token", "/register"),
      ),
      ...pretend(({ request }) => request.headers["mcp-session-id"] !== undefined),
    },
    options: keyed,
    in: ["http/2025-03-26"],
    closestTo: {
      "AUTH-022": isAbsent("a session is no proof, whatever the scheme", "request_without_token.result", { when: [] }),
    },
  },
  {
    id: "no-scopes",
    choice: "Has tokens that allow everything or nothing, and so no scopes anywhere.",
    permittedBy:
      "RFC 6750 section 3: use of the scope attribute is optional; 2025-11-25 basic/authorization#scope-selection-strategy: scopes_supported may be undefined.",
    hooks: both(
      challenge((text) => text.replace(/scope="[^"]*", /, "")),
      document(RESOURCE, ({ scopes_supported: _, ...rest }) => rest),
    ),
    options: walled,
    in: NEW,
    closestTo: {
      "AUTH-015": meets(
        "every challenge names scopes",
        "bearer_challenges.scope",
        { type: "string" },
        { when: [], each: true },
      ),
    },
  },
  {
    id: "session-id-in-refusals",
    choice: "Repeats the session id of the client in the headers of a 401.",
    permittedBy: "No sentence forbids it; the id is the client's own, and nothing is disclosed by it.",
    hooks: {
      httpAnswer: (answer, { request }) => {
        const id = request.headers["mcp-session-id"];
        return answer.status === 401 && typeof id === "string"
          ? { ...answer, headers: { ...answer.headers, "Mcp-Session-Id": id } }
          : undefined;
      },
    },
    options: keyed,
    in: ["http/2025-11-25", "http/2025-06-18"],
    closestTo: {
      "AUTH-024": isAbsent("a refusal names no session", 'refusals.headers["mcp-session-id"]'),
    },
  },
];
