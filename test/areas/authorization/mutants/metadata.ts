import { challenge, document, ifAnswer, notFound, OPENID, RESOURCE, SERVER, UNSIGNED } from "../../auth-edits.ts";
import { SINCE_2025_06, STATEFUL, STATELESS, STREAMABLE_HTTP } from "../../contexts.ts";
import { both, set, without } from "../../edits.ts";
import { onStatus } from "../../http-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";

const unnamed = challenge((text) => text.replace(/, resource_metadata="[^"]*"/, ""));

const server = (bend: Parameters<typeof document>[1]) =>
  document("/.well-known/o", (found) => ("issuer" in found ? bend(found) : found));

export const METADATA_MUTANTS: MutantTable = {
  "auth-metadata-unnamed": mutant("AUTH-008", "http/2025-06-18", UNSIGNED, {
    vice: "Does not name its metadata in the challenge, although it is published.",
    hooks: unnamed,
  }),
  "auth-metadata-misnamed": mutant("AUTH-008", "http/2025-06-18", UNSIGNED, {
    vice: "Names an address at which its metadata is not, although it is published elsewhere.",
    hooks: challenge((text) => text.replace(/(resource_metadata="[^"]*)"/, '$1/old"')),
  }),
  "auth-challenge-missing": mutant("AUTH-008", "http/2025-06-18", UNSIGNED, {
    vice: "Refuses without a WWW-Authenticate header.",
    hooks: onStatus(401, (answer) => ({ ...answer, headers: { "Content-Type": "application/json" } })),
  }),
  "auth-bare-bearer": mutant("AUTH-002", STREAMABLE_HTTP, UNSIGNED, {
    vice: "Asks for Bearer tokens and says nowhere where they come from.",
    hooks: both(unnamed, notFound(RESOURCE, SERVER, OPENID, "/authorize", "/token", "/register")),
  }),
  "auth-metadata-nowhere": mutant(["AUTH-008", "AUTH-009", "AUTH-010"], UNSIGNED, {
    vice: "Has no protected-resource metadata, neither named nor at a well-known place.",
    hooks: both(unnamed, notFound(RESOURCE)),
  }),
  "auth-metadata-elsewhere": mutant("AUTH-010", UNSIGNED, {
    vice: "Has its metadata at a path of its own and does not name it.",
    hooks: both(
      unnamed,
      ifAnswer(
        ({ request }) => request.url?.startsWith(RESOURCE) === true,
        () => ({ status: 301, headers: { Location: "/oauth/metadata" }, body: "" }),
      ),
    ),
  }),
  "auth-metadata-gone": mutant(["AUTH-008", "AUTH-009"], UNSIGNED, {
    vice: "Names metadata that does not exist.",
    hooks: notFound(RESOURCE),
  }),
  "auth-metadata-page": mutant("AUTH-009", SINCE_2025_06, UNSIGNED, {
    vice: "Answers with its start page where its metadata should be.",
    hooks: ifAnswer(
      ({ request }) => request.url?.startsWith(RESOURCE) === true,
      () => ({ status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><title>Notes</title>" }),
    ),
  }),
  "auth-metadata-as-text": mutant("AUTH-009", UNSIGNED, {
    vice: "Declares its metadata as plain text.",
    hooks: ifAnswer(
      ({ request }) => request.url?.startsWith(RESOURCE) === true,
      (answer) => ({ ...answer, headers: { "Content-Type": "text/plain" } }),
    ),
  }),
  "auth-no-authorization-server": mutant("AUTH-011", SINCE_2025_06, UNSIGNED, {
    vice: "Names no authorization server in its metadata.",
    hooks: document(RESOURCE, without("authorization_servers")),
  }),
  "auth-authorization-server-text": mutant("AUTH-011", UNSIGNED, {
    vice: "Gives its authorization server as text, not as a list.",
    hooks: document(RESOURCE, set({ authorization_servers: "https://login.example.com" })),
  }),
  "auth-resource-of-another-host": mutant("AUTH-012", SINCE_2025_06, UNSIGNED, {
    vice: "Has the address of another deployment as its resource.",
    hooks: document(RESOURCE, set({ resource: "http://staging.example.com/mcp" })),
  }),
  "auth-resource-missing": mutant("AUTH-012", UNSIGNED, {
    vice: "Leaves the resource out of its metadata.",
    hooks: document(RESOURCE, without("resource")),
  }),
  "auth-resource-relative": mutant("AUTH-012", UNSIGNED, {
    vice: "Gives a path as its resource.",
    hooks: document(RESOURCE, set({ resource: "/mcp" })),
  }),
  "auth-resource-slash": mutant("AUTH-013", SINCE_2025_06, UNSIGNED, {
    vice: "Ends its resource with a slash that the endpoint does not have.",
    hooks: document(RESOURCE, (found) => ({ ...found, resource: `${String(found.resource)}/` })),
  }),
  "auth-challenge-without-scope": mutant("AUTH-015", UNSIGNED, {
    vice: "Does not name the scopes it wants.",
    hooks: challenge((text) => text.replace(/scope="[^"]*", /, "")),
  }),
  "auth-scopes-change": mutant("AUTH-017", UNSIGNED, {
    vice: "Wants other scopes each time it is asked the same.",
    hooks: () => {
      let times = 0;
      return challenge((text) => text.replace(/scope="[^"]*"/, `scope="notes:read notes:${times++}"`));
    },
  }),
  "auth-offline-challenged": mutant("AUTH-020", STATELESS, UNSIGNED, {
    vice: "Asks for offline_access in its challenge.",
    hooks: challenge((text) => text.replace('scope="', 'scope="offline_access ')),
  }),
  "auth-offline-listed": mutant("AUTH-020", STATELESS, UNSIGNED, {
    vice: "Lists offline_access among the scopes of the resource.",
    hooks: document(RESOURCE, set({ scopes_supported: ["notes:read", "offline_access"] })),
  }),
  "auth-server-undescribed": mutant("AUTH-027", SINCE_2025_06, UNSIGNED, {
    vice: "Publishes nothing about its authorization server.",
    hooks: notFound(SERVER, OPENID),
  }),
  "auth-server-openid-only": mutant("AUTH-027", "http/2025-06-18", UNSIGNED, {
    vice: "Describes its authorization server by OpenID Connect alone.",
    hooks: notFound(SERVER),
  }),
  "auth-server-unknown": mutant(["AUTH-027", "AUTH-029"], "http/2025-03-26", UNSIGNED, {
    vice: "Has neither metadata of an authorization server nor a token endpoint at the default path.",
    hooks: notFound(SERVER, OPENID, "/token", "/register"),
  }),
  "auth-server-below-path": mutant("AUTH-028", "http/2025-03-26", {
    vice: "Has the metadata of the authorization server below the path of the endpoint.",
    options: { auth: { issuerPath: "/mcp" } },
  }),
  "auth-issuer-slash": mutant("AUTH-030", STATELESS, UNSIGNED, {
    vice: "Has an issuer with a slash that the resource metadata does not have.",
    hooks: server((found) => ({ ...found, issuer: `${String(found.issuer)}/` })),
  }),
  "auth-pkce-unmentioned": mutant("AUTH-031", UNSIGNED, {
    vice: "Does not say that it supports PKCE.",
    hooks: server(without("code_challenge_methods_supported")),
  }),
  "auth-pkce-plain": mutant("AUTH-031", STATEFUL, "http/2025-06-18", "http/2025-03-26", UNSIGNED, {
    vice: "Supports only the plain method of PKCE.",
    hooks: server(set({ code_challenge_methods_supported: ["plain"] })),
  }),
  "auth-endpoint-plain-http": mutant("AUTH-034", STREAMABLE_HTTP, UNSIGNED, {
    vice: "Has its token endpoint on a public host without TLS.",
    hooks: server(set({ token_endpoint: "http://login.example.com/token" })),
  }),
  "auth-no-registration": mutant("AUTH-035", "http/2025-06-18", "http/2025-03-26", UNSIGNED, {
    vice: "Offers no dynamic client registration.",
    hooks: server(without("registration_endpoint")),
  }),
  "auth-registration-not-an-address": mutant("AUTH-035", UNSIGNED, {
    vice: "Has true in place of the address of its registration endpoint.",
    hooks: server(set({ registration_endpoint: true })),
  }),
  "auth-no-client-documents": mutant("AUTH-036", UNSIGNED, {
    vice: "Does not take documents as client ids.",
    hooks: server(without("client_id_metadata_document_supported")),
  }),
  "auth-password-grant": mutant("AUTH-047", STREAMABLE_HTTP, UNSIGNED, {
    vice: "Offers the password grant and no other.",
    hooks: server(set({ grant_types_supported: ["password"] })),
  }),
  "auth-implicit-only": mutant(["AUTH-046", "AUTH-047"], "http/2025-03-26", UNSIGNED, {
    vice: "Offers the implicit grant and no other.",
    hooks: server(set({ grant_types_supported: ["implicit"], response_types_supported: ["token"] })),
  }),
};
