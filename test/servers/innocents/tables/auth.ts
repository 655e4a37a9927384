// Authorization: what a challenge may look like, where metadata may be, what else than OAuth is allowed.

import type { Hooks } from "../../hooks.ts";
import type { JsonObject } from "../../json-rpc.ts";
import type { Context } from "../../mutants/context.ts";
import {
  both,
  challenge,
  document,
  ifAnswer,
  keyed,
  OPENID,
  RESOURCE,
  SERVER,
  walled,
  without,
} from "../../mutants/tables/auth-bends.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isNoneOf, isOneOf, meets, only, recordedAs } from "./stricter.ts";

const NEW: readonly Context[] = ["http/2026-07-28", "http/2025-11-25"];

const pointerless = challenge((text) =>
  text.replace(/,? ?resource_metadata="[^"]*"/, "").replace(/^Bearer, /, "Bearer "),
);

const onlyAt = (kept: string): Hooks =>
  ifAnswer(
    ({ request }) => request.url?.startsWith(RESOURCE) === true && request.url !== kept,
    () => ({ status: 404, headers: {}, body: "" }),
  );

/** Refusals of every kind as a page for people. */
const pages: Hooks = ifAnswer(
  ({ status, headers }) => status >= 400 && headers["WWW-Authenticate"] !== undefined,
  (answer) => ({ ...answer, headers: { ...answer.headers, "Content-Type": "text/html" }, body: "<h1>No entry</h1>" }),
);

const typed = (what: string, fact: string) =>
  meets(`${what} is refused with JSON`, `${fact}.headers["content-type"]`, { const: "application/json" });

const withMember = (path: string, members: (document: JsonObject) => JsonObject): Hooks =>
  document(path, (found) => ({ ...found, ...members(found) }));

const sibling = (found: JsonObject, path: string): string =>
  `${String(found.resource ?? found.issuer).replace(/\/mcp$/, "")}${path}`;

/** Whoever says Bearer means the OAuth of MCP. */
const BARE_CHALLENGE = recordedAs("every Bearer challenge says where its metadata is", {
  not: {
    required: ["http"],
    properties: {
      http: {
        required: ["response_headers"],
        properties: { response_headers: { contains: { const: ["WWW-Authenticate", "Bearer"] } } },
      },
    },
  },
});

export const AUTH_INNOCENTS: readonly Innocent[] = [
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
    id: "metadata-at-root-only",
    choice: "Publishes its resource metadata at the root alone and does not point to it.",
    permittedBy:
      "2025-11-25 basic/authorization#protected-resource-metadata-discovery-requirements: the header or the well-known URI, at the path of the endpoint or at the root.",
    hooks: both(pointerless, onlyAt(RESOURCE)),
    options: walled,
    in: NEW,
    closestTo: {
      "AUTH-008": meets("the challenge points to the metadata", "bearer_challenges.resource_metadata", { minItems: 1 }),
      "AUTH-010": meets("the metadata is at the path of the endpoint", "resource_metadata_routes", {
        contains: { const: "path" },
      }),
    },
  },
  {
    id: "metadata-at-path-only",
    choice:
      "Publishes its resource metadata at the path of the endpoint alone, as JSON with a charset, in a document with members of its own.",
    permittedBy:
      "RFC 9728 section 3.2: additional metadata parameters may be used; RFC 9110 section 8.3.1: parameters may follow a media type.",
    hooks: both(
      onlyAt(`${RESOURCE}/mcp`),
      both(
        withMember(RESOURCE, () => ({
          resource_name: "Notes",
          resource_documentation: "https://example.com/",
          "x-vendor": [1],
        })),
        ifAnswer(
          ({ request, status }) => request.url?.startsWith(RESOURCE) === true && status === 200,
          (answer) => ({
            ...answer,
            headers: { ...answer.headers, "Content-Type": "application/json; charset=utf-8" },
          }),
        ),
      ),
    ),
    options: walled,
    in: NEW,
    closestTo: {
      "AUTH-009": isAbsent("the document has no members of the server's own", 'resource_metadata.document["x-vendor"]'),
    },
  },
  {
    id: "several-authorization-servers",
    choice: "Names three authorization servers, two of them elsewhere.",
    permittedBy:
      "2025-11-25 basic/authorization#authorization-server-location: the authorization_servers field contains at least one authorization server.",
    hooks: withMember(RESOURCE, (found) => ({
      authorization_servers: [sibling(found, ""), "https://login.example.com/tenants/one", "https://id.example.org"],
    })),
    options: walled,
    in: [...NEW, "http/2025-06-18"],
    closestTo: {
      "AUTH-011": meets("there is one authorization server", "resource_metadata.document.authorization_servers", {
        maxItems: 1,
      }),
      "AUTH-034": meets("there is one authorization server", "resource_metadata.document.authorization_servers", {
        maxItems: 1,
      }),
    },
  },
  {
    id: "resource-of-the-origin",
    choice: "Calls the whole origin its protected resource.",
    permittedBy:
      "RFC 8707 section 2, and 2025-11-25 basic/authorization#canonical-server-uri: a less specific URI may identify the server.",
    hooks: withMember(RESOURCE, (found) => ({ resource: sibling(found, "") })),
    options: walled,
    in: [...NEW, "http/2025-06-18"],
    closestTo: {
      "AUTH-012": only(
        "http/2025-11-25",
        isOneOf("the resource is the endpoint itself", "resource_metadata.identity", ["endpoint"]),
      ),
      "AUTH-013": isOneOf("the resource is the endpoint itself", "resource_metadata.identity", ["endpoint"]),
    },
  },
  {
    id: "openid-only",
    choice: "Has an authorization server that publishes OpenID Connect metadata alone, below a path.",
    permittedBy:
      "2025-11-25 basic/authorization#authorization-server-metadata-discovery: an authorization server provides RFC 8414 or OpenID Connect Discovery metadata.",
    hooks: without(SERVER),
    options: { auth: { issuerPath: "/tenant" } },
    in: NEW,
    closestTo: {
      "AUTH-027": meets("the metadata is that of RFC 8414", "authorization_server_places", {
        contains: { const: "rfc8414" },
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
      "AUTH-015": meets("the first challenge is Bearer", 'anonymous_request.headers["www-authenticate"]', {
        pattern: "^Bearer ",
      }),
      "AUTH-017": meets("the first challenge is Bearer", 'anonymous_request.headers["www-authenticate"]', {
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
      "AUTH-022": only("http/2025-11-25", typed("a request without a token", "request_without_token")),
      "SEC-006": typed("a request without a token", "request_without_token"),
      "SEC-017": typed("a request without a token", "anonymous_methods"),
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
  {
    id: "rich-server-metadata",
    choice: "Has an authorization server with further grants, response types and challenge methods, and registration.",
    permittedBy:
      "RFC 8414 section 2: the lists hold what the server supports; 2025-11-25 basic/authorization#authorization-code-protection asks for S256 among them.",
    hooks: both(
      withMember(SERVER, () => ({
        grant_types_supported: [
          "authorization_code",
          "client_credentials",
          "refresh_token",
          "urn:ietf:params:oauth:grant-type:device_code",
        ],
        response_types_supported: ["code", "code id_token", "none"],
        code_challenge_methods_supported: ["plain", "S256"],
        scopes_supported: ["notes:read", "offline:sync"],
        op_policy_uri: "https://example.com/policy",
      })),
      withMember(RESOURCE, (found) => ({
        scopes_supported: [...(Array.isArray(found.scopes_supported) ? found.scopes_supported : []), "offline:sync"],
      })),
    ),
    options: walled,
    in: [...NEW, "http/2025-06-18", "http/2025-03-26"],
    closestTo: {
      "AUTH-020": meets("no scope is about being offline", "resource_metadata.document.scopes_supported.*", {
        not: { pattern: "offline" },
      }),
      "AUTH-031": only(
        "http/2025-11-25",
        meets("S256 is the one method", "authorization_server.document.code_challenge_methods_supported", {
          maxItems: 1,
        }),
      ),
      "AUTH-035": only(
        "http/2025-06-18",
        isAbsent("the metadata has no policy", "authorization_server.document.op_policy_uri"),
      ),
      "AUTH-036": isAbsent("the metadata has no policy", "authorization_server.document.op_policy_uri"),
      "AUTH-046": meets("authorization_code comes alone", "authorization_server.document.grant_types_supported", {
        maxItems: 2,
      }),
      "AUTH-047": meets("code is the one response type", "authorization_server.document.response_types_supported", {
        maxItems: 1,
      }),
    },
  },
  {
    id: "default-endpoints-without-registration",
    choice: "Has the default endpoints of 2025-03-26 and no dynamic registration.",
    permittedBy:
      "2025-03-26 basic/authorization#dynamic-client-registration: a SHOULD, and the text names other ways to a client id.",
    hooks: ifAnswer(
      ({ request }) => request.url === "/register",
      () => ({ status: 404, headers: {}, body: "" }),
    ),
    options: { auth: { discovery: "default-endpoints" } },
    in: ["http/2025-03-26"],
    closestTo: {
      "AUTH-029": isNoneOf("every default endpoint exists", "default_endpoints.status", [404], { when: [] }),
    },
  },
  {
    id: "metadata-in-two-places",
    choice: "Publishes the metadata of its authorization server at the root and below the path of the endpoint.",
    permittedBy:
      "2025-03-26 basic/authorization#authorization-base-url: the metadata endpoint is at the root; no sentence forbids another copy.",
    hooks: {
      httpRequest: ({ request }) => {
        if (request.url === `${SERVER}/mcp`) request.url = SERVER;
        return false;
      },
    },
    options: walled,
    in: ["http/2025-03-26"],
    closestTo: {
      "AUTH-028": meets("the metadata is at the root alone", "authorization_server_places", {
        not: { contains: { const: "inserted" } },
      }),
    },
  },
];
