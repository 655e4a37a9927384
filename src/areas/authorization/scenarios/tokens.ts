import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { signIn, TWICE } from "./rows.ts";

const methods = (...names: readonly string[]) => ({
  one: { metadata: { token_endpoint_auth_methods_supported: [...names] } },
});
const SCOPES = ["mcp:basic", "mcp:read", "mcp:write"];
const URL_IDS = { metadata: { client_id_metadata_document_supported: true } } as const;

/** Scopes, the token endpoint, and what becomes of tokens. */
export const AUTH_TOKENS: readonly Scenario[] = [
  signIn("auth-scope-challenge", "scope-from-www-authenticate", {
    challenge: ['Bearer resource_metadata="$metadata", scope="mcp:basic"'],
    resource: { scopes: ["mcp:basic", "mcp:read"] },
  }),
  signIn("auth-scope-supported", "scope-from-scopes-supported", { resource: { scopes: SCOPES } }),
  signIn("auth-scope-unsaid", "scope-omitted-when-undefined", {}),
  signIn("auth-scope-special", "scope-from-www-authenticate", {
    challenge: ['Bearer resource_metadata="$metadata", scope="ops:special"'],
    resource: { scopes: ["files:read"] },
  }),
  signIn("auth-offline-listed", "offline-access-scope", {
    one: { metadata: { scopes_supported: ["mcp:basic", "offline_access"] } },
  }),
  signIn("auth-offline-unlisted", "offline-access-not-supported", {
    one: { metadata: { scopes_supported: ["mcp:basic"] } },
  }),
  signIn("auth-step-up", "scope-step-up", {
    challenge: ['Bearer resource_metadata="$metadata", scope="mcp:basic"'],
    stepUp: { method: "tools/call", scope: "mcp:write" },
  }),
  signIn("auth-step-up-forever", "scope-retry-limit", {
    challenge: ['Bearer resource_metadata="$metadata", scope="mcp:basic"'],
    stepUp: { method: "tools/call", scope: "mcp:admin", forever: true },
  }),
  signIn("auth-always-refused", "metadata-default", { refusesAll: true }, { deliberate: true }),
  signIn("auth-token-basic", "token-endpoint-auth-basic", methods("client_secret_basic")),
  signIn("auth-token-post", "token-endpoint-auth-post", methods("client_secret_post")),
  signIn("auth-token-none", "token-endpoint-auth-none", methods("none")),
  signIn("auth-slow-token", "metadata-default", { one: { tokens: { slowMs: 1500 } } }),
  signIn("auth-expired-token", "metadata-default", { uses: 1 }, TWICE),
  signIn("auth-refresh", "metadata-default", { uses: 1, one: { tokens: { refresh: "rotating" } } }, TWICE),
  signIn("auth-refresh-refused", "metadata-default", { uses: 1, one: { tokens: { refresh: "refused" } } }, TWICE),
  signIn("auth-moved-server", "authorization-server-migration", { moves: true, two: {} }, TWICE),
  signIn("auth-moved-url-ids", "authorization-server-migration", { moves: true, one: URL_IDS, two: URL_IDS }, TWICE),
  signIn("auth-redirected", "metadata-default", { redirects: "tools/call" }),
];
