import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { both, challenge, document, ifAnswer, OPENID, RESOURCE, SERVER, walled, without } from "./auth-bends.ts";

const FIRST: readonly Context[] = ["http/2025-03-26"];
const SECOND: readonly Context[] = ["http/2025-06-18"];
const LAST: readonly Context[] = ["http/2026-07-28"];
const SINCE_SECOND: readonly Context[] = ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18"];
const ALL: readonly Context[] = [...SINCE_SECOND, "http/2025-03-26"];

const unnamed = challenge((text) => text.replace(/, resource_metadata="[^"]*"/, ""));
const server = (bend: Parameters<typeof document>[1]) =>
  document("/.well-known/o", (found) => ("issuer" in found ? bend(found) : found));

export const AUTH_METADATA_MUTANTS: readonly Mutant[] = [
  {
    id: "auth-metadata-unnamed",
    vice: "Does not name its metadata in the challenge, although it is published.",
    hooks: unnamed,
    options: walled,
    fails: ["AUTH-008"],
    in: SECOND,
  },
  {
    id: "auth-metadata-misnamed",
    vice: "Names an address at which its metadata is not, although it is published elsewhere.",
    hooks: challenge((text) => text.replace(/(resource_metadata="[^"]*)"/, '$1/old"')),
    options: walled,
    fails: ["AUTH-008"],
    in: SECOND,
  },
  {
    id: "auth-challenge-missing",
    vice: "Refuses without a WWW-Authenticate header.",
    hooks: ifAnswer(
      ({ status }) => status === 401,
      (answer) => ({ ...answer, headers: { "Content-Type": "application/json" } }),
    ),
    options: walled,
    fails: ["AUTH-008"],
    in: SECOND,
  },
  {
    id: "auth-bare-bearer",
    vice: "Asks for Bearer tokens and says nowhere where they come from.",
    hooks: both(unnamed, without(RESOURCE, SERVER, OPENID, "/authorize", "/token", "/register")),
    options: walled,
    fails: ["AUTH-002"],
    in: ALL,
  },
  {
    id: "auth-metadata-nowhere",
    vice: "Has no protected-resource metadata, neither named nor at a well-known place.",
    hooks: both(unnamed, without(RESOURCE)),
    options: walled,
    fails: ["AUTH-008", "AUTH-009", "AUTH-010"],
  },
  {
    id: "auth-metadata-elsewhere",
    vice: "Has its metadata at a path of its own and does not name it.",
    hooks: both(
      unnamed,
      ifAnswer(
        ({ request }) => request.url?.startsWith(RESOURCE) === true,
        () => ({ status: 301, headers: { Location: "/oauth/metadata" }, body: "" }),
      ),
    ),
    options: walled,
    fails: ["AUTH-010"],
  },
  {
    id: "auth-metadata-gone",
    vice: "Names metadata that does not exist.",
    hooks: without(RESOURCE),
    options: walled,
    fails: ["AUTH-008", "AUTH-009"],
  },
  {
    id: "auth-metadata-page",
    vice: "Answers with its start page where its metadata should be.",
    hooks: ifAnswer(
      ({ request }) => request.url?.startsWith(RESOURCE) === true,
      () => ({ status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><title>Notes</title>" }),
    ),
    options: walled,
    fails: ["AUTH-009"],
    in: SINCE_SECOND,
  },
  {
    id: "auth-metadata-as-text",
    vice: "Declares its metadata as plain text.",
    hooks: ifAnswer(
      ({ request }) => request.url?.startsWith(RESOURCE) === true,
      (answer) => ({ ...answer, headers: { "Content-Type": "text/plain" } }),
    ),
    options: walled,
    fails: ["AUTH-009"],
  },
  {
    id: "auth-no-authorization-server",
    vice: "Names no authorization server in its metadata.",
    hooks: document(RESOURCE, ({ authorization_servers: _, ...rest }) => rest),
    options: walled,
    fails: ["AUTH-011"],
    in: SINCE_SECOND,
  },
  {
    id: "auth-authorization-server-text",
    vice: "Gives its authorization server as text, not as a list.",
    hooks: document(RESOURCE, (found) => ({ ...found, authorization_servers: "https://login.example.com" })),
    options: walled,
    fails: ["AUTH-011"],
  },
  {
    id: "auth-resource-of-another-host",
    vice: "Has the address of another deployment as its resource.",
    hooks: document(RESOURCE, (found) => ({ ...found, resource: "http://staging.example.com/mcp" })),
    options: walled,
    fails: ["AUTH-012"],
    in: SINCE_SECOND,
  },
  {
    id: "auth-resource-missing",
    vice: "Leaves the resource out of its metadata.",
    hooks: document(RESOURCE, ({ resource: _, ...rest }) => rest),
    options: walled,
    fails: ["AUTH-012"],
  },
  {
    id: "auth-resource-relative",
    vice: "Gives a path as its resource.",
    hooks: document(RESOURCE, (found) => ({ ...found, resource: "/mcp" })),
    options: walled,
    fails: ["AUTH-012"],
  },
  {
    id: "auth-resource-slash",
    vice: "Ends its resource with a slash that the endpoint does not have.",
    hooks: document(RESOURCE, (found) => ({ ...found, resource: `${String(found.resource)}/` })),
    options: walled,
    fails: ["AUTH-013"],
    in: SINCE_SECOND,
  },
  {
    id: "auth-challenge-without-scope",
    vice: "Does not name the scopes it wants.",
    hooks: challenge((text) => text.replace(/scope="[^"]*", /, "")),
    options: walled,
    fails: ["AUTH-015"],
  },
  {
    id: "auth-scopes-change",
    vice: "Wants other scopes each time it is asked the same.",
    hooks: () => {
      let times = 0;
      return challenge((text) => text.replace(/scope="[^"]*"/, `scope="notes:read notes:${times++}"`));
    },
    options: walled,
    fails: ["AUTH-017"],
  },
  {
    id: "auth-offline-challenged",
    vice: "Asks for offline_access in its challenge.",
    hooks: challenge((text) => text.replace('scope="', 'scope="offline_access ')),
    options: walled,
    fails: ["AUTH-020"],
    in: LAST,
  },
  {
    id: "auth-offline-listed",
    vice: "Lists offline_access among the scopes of the resource.",
    hooks: document(RESOURCE, (found) => ({ ...found, scopes_supported: ["notes:read", "offline_access"] })),
    options: walled,
    fails: ["AUTH-020"],
    in: LAST,
  },
  {
    id: "auth-server-undescribed",
    vice: "Publishes nothing about its authorization server.",
    hooks: without(SERVER, OPENID),
    options: walled,
    fails: ["AUTH-027"],
    in: SINCE_SECOND,
  },
  {
    id: "auth-server-openid-only",
    vice: "Describes its authorization server by OpenID Connect alone.",
    hooks: without(SERVER),
    options: walled,
    fails: ["AUTH-027"],
    in: SECOND,
  },
  {
    id: "auth-server-unknown",
    vice: "Has neither metadata of an authorization server nor a token endpoint at the default path.",
    hooks: without(SERVER, OPENID, "/token", "/register"),
    options: walled,
    fails: ["AUTH-027", "AUTH-029"],
    in: FIRST,
  },
  {
    id: "auth-server-below-path",
    vice: "Has the metadata of the authorization server below the path of the endpoint.",
    hooks: {},
    options: { auth: { issuerPath: "/mcp" } },
    fails: ["AUTH-028"],
    in: FIRST,
  },
  {
    id: "auth-issuer-slash",
    vice: "Has an issuer with a slash that the resource metadata does not have.",
    hooks: server((found) => ({ ...found, issuer: `${String(found.issuer)}/` })),
    options: walled,
    fails: ["AUTH-030"],
    in: LAST,
  },
  {
    id: "auth-pkce-unmentioned",
    vice: "Does not say that it supports PKCE.",
    hooks: server(({ code_challenge_methods_supported: _, ...rest }) => rest),
    options: walled,
    fails: ["AUTH-031"],
  },
  {
    id: "auth-pkce-plain",
    vice: "Supports only the plain method of PKCE.",
    hooks: server((found) => ({ ...found, code_challenge_methods_supported: ["plain"] })),
    options: walled,
    fails: ["AUTH-031"],
    in: ["http/2025-11-25", "http/2025-06-18", "http/2025-03-26"],
  },
  {
    id: "auth-endpoint-plain-http",
    vice: "Has its token endpoint on a public host without TLS.",
    hooks: server((found) => ({ ...found, token_endpoint: "http://login.example.com/token" })),
    options: walled,
    fails: ["AUTH-034"],
    in: ALL,
  },
  {
    id: "auth-no-registration",
    vice: "Offers no dynamic client registration.",
    hooks: server(({ registration_endpoint: _, ...rest }) => rest),
    options: walled,
    fails: ["AUTH-035"],
    in: ["http/2025-06-18", "http/2025-03-26"],
  },
  {
    id: "auth-registration-not-an-address",
    vice: "Has true in place of the address of its registration endpoint.",
    hooks: server((found) => ({ ...found, registration_endpoint: true })),
    options: walled,
    fails: ["AUTH-035"],
  },
  {
    id: "auth-no-client-documents",
    vice: "Does not take documents as client ids.",
    hooks: server(({ client_id_metadata_document_supported: _, ...rest }) => rest),
    options: walled,
    fails: ["AUTH-036"],
  },
  {
    id: "auth-password-grant",
    vice: "Offers the password grant and no other.",
    hooks: server((found) => ({ ...found, grant_types_supported: ["password"] })),
    options: walled,
    fails: ["AUTH-047"],
    in: ALL,
  },
  {
    id: "auth-implicit-only",
    vice: "Offers the implicit grant and no other.",
    hooks: server((found) => ({ ...found, grant_types_supported: ["implicit"], response_types_supported: ["token"] })),
    options: walled,
    fails: ["AUTH-046", "AUTH-047"],
    in: FIRST,
  },
];
