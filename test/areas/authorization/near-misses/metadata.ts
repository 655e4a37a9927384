import type { Hooks } from "../../../servers/hooks.ts";
import type { JsonObject } from "../../../servers/json-rpc.ts";
import { challenge, document, ifAnswer, notFound, OPENID, RESOURCE, SERVER, UNSIGNED } from "../../auth-edits.ts";
import { SINCE_2025_06, STATEFUL, STATELESS, STREAMABLE_HTTP } from "../../contexts.ts";
import { both, listOf } from "../../edits.ts";
import { onStatus, withHeaders } from "../../http-edits.ts";
import { all, always, is, isAbsent, isOneOf, meets, never, some, strictly } from "../../stricter.ts";
import { type NearMissTable, nearMiss } from "../../variant.ts";

const pointerless = challenge((text) =>
  text.replace(/,? ?resource_metadata="[^"]*"/, "").replace(/^Bearer, /, "Bearer "),
);

const onlyAt = (kept: string): Hooks =>
  ifAnswer(
    ({ request }) => request.url?.startsWith(RESOURCE) === true && request.url !== kept,
    () => ({ status: 404, headers: {}, body: "" }),
  );

const withMember = (path: string, members: (document: JsonObject) => JsonObject): Hooks =>
  document(path, (found) => ({ ...found, ...members(found) }));

const sibling = (found: JsonObject, path: string): string =>
  `${String(found.resource ?? found.issuer).replace(/\/mcp$/, "")}${path}`;

/** The metadata of an authorization server that sends nobody to a page. */
const programsOnly = (found: JsonObject, grant: string): JsonObject => {
  const {
    authorization_endpoint: _,
    code_challenge_methods_supported: __,
    response_types_supported: ___,
    ...rest
  } = found;
  return { ...rest, grant_types_supported: [grant] };
};

export const METADATA_NEAR_MISSES: NearMissTable = {
  "key-on-an-oauth-origin": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Wants a key in a header of its own, on an origin that is an authorization server for other services.",
    permittedBy:
      "2025-11-25 basic#auth: clients and servers may negotiate their own custom authentication and authorization strategies; no sentence takes this from servers whose origin knows OAuth, too.",
    hooks: both(
      onStatus(401, (answer) => ({ ...answer, headers: { "WWW-Authenticate": 'ApiKey realm="notes"' }, body: "" })),
      notFound(RESOURCE),
    ),
    ...all(
      ["AUTH-009", "AUTH-010"],
      never("a wall on the origin of an authorization server is one of OAuth", {
        http: { response_headers: some(is({ prefixItems: [true, { pattern: "^ApiKey" }] })) },
      }),
    ),
  }),
  "token-on-an-openid-origin": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Wants a bearer token that its owner hands out, on an origin where people log in with OpenID Connect.",
    permittedBy:
      "2025-11-25 basic#auth: clients and servers may negotiate their own custom authentication and authorization strategies; the OpenID Connect metadata of an origin belongs to its web pages.",
    hooks: both(
      onStatus(401, (answer) => ({ ...answer, headers: { "WWW-Authenticate": "Bearer" }, body: "" })),
      notFound(RESOURCE, SERVER),
    ),
    "AUTH-008": never("every Bearer challenge says where its metadata is", {
      http: { response_headers: some(is({ const: ["WWW-Authenticate", "Bearer"] })) },
    }),
  }),
  "metadata-named-by-dpop": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Offers DPoP beside Bearer, and names its metadata in the challenge for DPoP.",
    permittedBy:
      "2025-06-18 basic/authorization#authorization-server-location: as described in RFC 9728 section 5.1, by which resource_metadata may be a parameter of any scheme.",
    hooks: challenge((text) => {
      const [named = ""] = /resource_metadata="[^"]*"/.exec(text) ?? [];
      return `DPoP algs="ES256", ${named}, ${text.replace(`, ${named}`, "")}`;
    }),
    "AUTH-008": meets("the Bearer challenge names the metadata", "bearer_challenges.resource_metadata", {
      minItems: 1,
    }),
  }),
  "metadata-at-root-only": nearMiss(STATELESS, STATEFUL, UNSIGNED, {
    choice: "Publishes its resource metadata at the root alone and does not point to it.",
    permittedBy:
      "2025-11-25 basic/authorization#protected-resource-metadata-discovery-requirements: the header or the well-known URI, at the path of the endpoint or at the root.",
    hooks: both(pointerless, onlyAt(RESOURCE)),
    "AUTH-008": meets("the challenge points to the metadata", "bearer_challenges.resource_metadata", { minItems: 1 }),
    "AUTH-010": meets("the metadata is at the path of the endpoint", "resource_metadata_routes", {
      contains: { const: "path" },
    }),
  }),
  "metadata-at-path-only": nearMiss(STATELESS, STATEFUL, UNSIGNED, {
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
          withHeaders({ "Content-Type": "application/json; charset=utf-8" }),
        ),
      ),
    ),
    "AUTH-009": isAbsent("the document has no members of the server's own", 'resource_metadata.document["x-vendor"]'),
  }),
  "several-authorization-servers": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Names three authorization servers, two of them elsewhere.",
    permittedBy:
      "2025-11-25 basic/authorization#authorization-server-location: the authorization_servers field contains at least one authorization server.",
    hooks: withMember(RESOURCE, (found) => ({
      authorization_servers: [sibling(found, ""), "https://login.example.com/tenants/one", "https://id.example.org"],
    })),
    ...all(
      ["AUTH-011", "AUTH-034"],
      meets("there is one authorization server", "resource_metadata.document.authorization_servers", { maxItems: 1 }),
    ),
  }),
  "resource-of-the-origin": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice: "Calls the whole origin its protected resource.",
    permittedBy:
      "RFC 8707 section 2, and 2025-11-25 basic/authorization#canonical-server-uri: a less specific URI may identify the server.",
    hooks: withMember(RESOURCE, (found) => ({ resource: sibling(found, "") })),
    "AUTH-012": strictly({ in: STATEFUL }).isOneOf(
      "the resource is the endpoint itself",
      "resource_metadata.identity",
      ["endpoint"],
    ),
    "AUTH-013": isOneOf("the resource is the endpoint itself", "resource_metadata.identity", ["endpoint"]),
  }),
  "openid-only": nearMiss(STATELESS, STATEFUL, {
    choice: "Has an authorization server that publishes OpenID Connect metadata alone, below a path.",
    permittedBy:
      "2025-11-25 basic/authorization#authorization-server-metadata-discovery: an authorization server provides RFC 8414 or OpenID Connect Discovery metadata.",
    options: { auth: { issuerPath: "/tenant" } },
    hooks: notFound(SERVER),
    "AUTH-027": meets("the metadata is that of RFC 8414", "authorization_server_places", {
      contains: { const: "rfc8414" },
    }),
  }),
  "programs-only": nearMiss(SINCE_2025_06, UNSIGNED, {
    choice:
      "Has an authorization server for programs: client credentials alone, without an authorization endpoint or PKCE.",
    permittedBy:
      "2025-11-25 basic/authorization#step-up-authorization-flow: clients may act on their own behalf, with client_credentials; PKCE protects the authorization code, which is not there.",
    hooks: both(
      document(SERVER, (found) => programsOnly(found, "client_credentials")),
      document(OPENID, (found) => programsOnly(found, "client_credentials")),
    ),
    "AUTH-031": strictly({ when: [], in: STATEFUL }).has(
      "PKCE is advertised, whatever the grants",
      "authorization_server.document",
      "code_challenge_methods_supported",
    ),
  }),
  "devices-only": nearMiss("http/2025-03-26", UNSIGNED, {
    choice: "Has an authorization server with the grant for devices alone.",
    permittedBy:
      "2025-03-26 basic/authorization#oauth-grant-types: the grants that best align with the audience, of which two are named as instances.",
    hooks: document(SERVER, (found) => programsOnly(found, "urn:ietf:params:oauth:grant-type:device_code")),
    "AUTH-046": meets(
      "one of the two grants that the text names is there",
      "authorization_server.document.grant_types_supported",
      { contains: { enum: ["authorization_code", "client_credentials"] } },
    ),
  }),
  "rich-server-metadata": nearMiss(STREAMABLE_HTTP, UNSIGNED, {
    choice:
      "Has an authorization server with further grants, also those that OAuth 2.1 leaves out, response types and challenge methods.",
    permittedBy:
      "RFC 8414 section 2: the lists hold what the server supports; 2025-11-25 basic/authorization#authorization-code-protection asks for S256 among them.",
    hooks: both(
      withMember(SERVER, () => ({
        grant_types_supported: [
          "authorization_code",
          "client_credentials",
          "refresh_token",
          "implicit",
          "password",
          "urn:ietf:params:oauth:grant-type:device_code",
        ],
        response_types_supported: ["code", "code id_token", "token", "none"],
        code_challenge_methods_supported: ["plain", "S256"],
        scopes_supported: ["notes:read", "offline:sync"],
        op_policy_uri: "https://example.com/policy",
      })),
      withMember(RESOURCE, (found) => ({
        scopes_supported: [...listOf(found.scopes_supported), "offline:sync"],
      })),
    ),
    "AUTH-020": meets("no scope is about being offline", "resource_metadata.document.scopes_supported.*", {
      not: { pattern: "offline" },
    }),
    "AUTH-035": strictly({ in: "http/2025-06-18" }).isAbsent(
      "the metadata has no policy",
      "authorization_server.document.op_policy_uri",
    ),
    "AUTH-036": isAbsent("the metadata has no policy", "authorization_server.document.op_policy_uri"),
    "AUTH-047": meets("no grant of OAuth 2.0 is left", "authorization_server.document.grant_types_supported", {
      not: { contains: { enum: ["implicit", "password"] } },
    }),
  }),
  "default-endpoints-without-registration": nearMiss("http/2025-03-26", {
    choice: "Has the default endpoints of 2025-03-26 and no dynamic registration.",
    permittedBy:
      "2025-03-26 basic/authorization#dynamic-client-registration: a SHOULD, and the text names other ways to a client id.",
    options: { auth: { discovery: "default-endpoints" } },
    hooks: ifAnswer(
      ({ request }) => request.url === "/register",
      () => ({ status: 404, headers: {}, body: "" }),
    ),
    "AUTH-029": always.isNoneOf("every default endpoint exists", "default_endpoints.status", [404]),
  }),
  "metadata-in-two-places": nearMiss("http/2025-03-26", UNSIGNED, {
    choice: "Publishes the metadata of its authorization server at the root and below the path of the endpoint.",
    permittedBy:
      "2025-03-26 basic/authorization#authorization-base-url: the metadata endpoint is at the root; no sentence forbids another copy.",
    httpRequest: ({ request }) => {
      if (request.url === `${SERVER}/mcp`) request.url = SERVER;
      return false;
    },
    "AUTH-028": meets("the metadata is at the root alone", "authorization_server_places", {
      not: { contains: { const: "inserted" } },
    }),
  }),
};
