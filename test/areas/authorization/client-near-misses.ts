import type { ScenarioName } from "../../../src/protocol/scenarios.ts";
import type { ClientContext } from "../../clients/judge-test-client.ts";
import { HTTP, type InnocentClient, MODERN_HTTP, OLD_HTTP } from "../../clients/mutant-client.ts";
import type { OAuthVice } from "../../clients/small-client/oauth/oauth-vice.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const innocent = (
  name: string,
  near: readonly string[],
  scenario: ScenarioName,
  oauth: OAuthVice,
  contexts: readonly ClientContext[] = MODERN_HTTP,
  more: Vice = {},
): InnocentClient => ({ name, near: near.map((id) => `C-${id}`), scenario, contexts, vice: { ...more, oauth } });

const redirect = (uri: string) => (params: URLSearchParams) => {
  if (params.has("redirect_uri")) params.set("redirect_uri", uri);
};
const through = (uri: string): OAuthVice => ({ authorize: redirect(uri), token: redirect(uri) });

/** Correct clients that sign in in unusual ways. */
export const INNOCENTS: readonly InnocentClient[] = [
  innocent(
    "another-loopback-port",
    ["AUTH-023", "AUTH-024"],
    "auth-sign-in",
    through("http://127.0.0.1:40000/callback"),
  ),
  innocent("private-scheme", ["AUTH-024", "AUTH-028"], "auth-sign-in", {
    ...through("com.example.app:/callback"),
    registration: (body) => ({ ...body, redirect_uris: ["com.example.app:/callback"] }),
  }),
  innocent("web-application", ["AUTH-027", "AUTH-028"], "auth-sign-in", {
    ...through("https://app.mcptest.invalid/callback"),
    registration: (body) => ({
      ...body,
      application_type: "web",
      redirect_uris: ["https://app.mcptest.invalid/callback"],
    }),
  }),
  innocent("no-redirect-when-redeeming", ["AUTH-062", "AUTH-063"], "auth-sign-in", {
    token: (form) => form.delete("redirect_uri"),
  }),
  innocent("longest-verifier", ["AUTH-035", "AUTH-036", "AUTH-037"], "auth-sign-in", { verifier: "~.-_".repeat(32) }),
  innocent("endpoint-as-resource", ["AUTH-042", "AUTH-044", "AUTH-045"], "auth-metadata-root", {
    authorize: (params) => params.set("resource", `${params.get("resource") ?? ""}/mcp`),
    token: (form) => form.set("resource", `${form.get("resource") ?? ""}/mcp`),
  }),
  innocent("second-listed-server", ["AUTH-007", "AUTH-010"], "auth-two-servers", {
    picks: (servers, purpose) => (purpose === "authorize" ? servers[1] : undefined),
  }),
  innocent("one-place-more-at-the-end", ["AUTH-011"], "auth-issuer-path-appended", {
    lookups: (urls, kind) => (kind === "server" ? [...urls, `${new URL(urls[0] ?? "").origin}/tenant1`] : urls),
  }),
  innocent("asks-twice", ["AUTH-008"], "auth-no-metadata", { lookups: (urls) => [...urls, ...urls] }),
  innocent("asks-the-root-too", ["AUTH-006"], "auth-metadata-root", {
    lookups: (urls, kind) => (kind === "resource" ? [...urls, ...urls] : urls),
  }),
  innocent("offline-beside-the-challenge", ["AUTH-048", "AUTH-051"], "auth-scope-challenge", {
    scope: () => "offline_access mcp:basic",
  }),
  innocent("more-than-supported", ["AUTH-049"], "auth-scope-supported", {
    scope: (scope) => `${scope ?? ""} offline_access`,
  }),
  innocent("only-offline", ["AUTH-050"], "auth-scope-unsaid", { scope: () => "offline_access" }),
  innocent("lists-what-it-may", ["AUTH-052"], "auth-offline-unlisted", { scope: () => "mcp:basic" }),
  innocent("s256-all-the-same", ["AUTH-041"], "auth-plain-pkce", { skips: ["pkce"] }),
  innocent("id-document-with-query", ["AUTH-019", "AUTH-021"], "auth-url-client-id", {
    urlId: "https://client.mcptest.invalid/metadata.json?v=2",
  }),
  innocent("follows-without-token", ["AUTH-068"], "auth-redirected", { follows: "without-token" }),
  innocent("listens-with-token", ["AUTH-065"], "auth-sign-in", {}, HTTP, { opensStream: true }),
  innocent("one-more-attempt", ["AUTH-077"], "auth-always-refused", { flows: 3 }),
  innocent("steps-up-three-times", ["AUTH-076"], "auth-step-up-forever", { flows: 3 }),
  innocent("refreshes-twice", ["AUTH-073"], "auth-refresh-refused", { refreshes: 2 }),
  innocent("tries-the-token-once-more", ["AUTH-069", "AUTH-072"], "auth-expired-token", { insistsOnToken: 1 }),
  innocent("registers-more-grants", ["AUTH-054", "AUTH-070", "AUTH-071", "AUTH-043"], "auth-refresh", {
    registration: (body) => ({ ...body, grant_types: ["refresh_token", "authorization_code", "client_credentials"] }),
  }),
  innocent("asks-for-all-it-may", ["AUTH-074", "AUTH-075"], "auth-step-up", {
    scope: (scope) => (scope === undefined ? scope : `${scope} openid`),
  }),
  innocent("old-server-by-metadata", ["AUTH-013", "AUTH-015", "AUTH-017"], "auth-root-metadata", {}, OLD_HTTP),
  innocent("old-server-by-defaults", ["AUTH-016", "AUTH-017"], "auth-default-endpoints", {}, OLD_HTTP),
  innocent("assertion-for-the-endpoint", ["AUTHX-001", "AUTHX-002"], "auth-client-credentials-jwt", {
    assertion: (claims) => ({ ...claims, aud: `${String(claims["aud"])}/` }),
  }),
  innocent("secret-in-the-header-and-a-scope", ["AUTHX-003", "AUTHX-006"], "auth-client-credentials", {
    token: (form) => form.set("scope", "mcp:basic"),
  }),
  innocent("says-who-it-is-twice", ["AUTHX-004", "AUTHX-005"], "auth-enterprise", {
    bearer: (form) => form.set("scope", "mcp:basic"),
  }),
  innocent(
    "proves-everything",
    ["AUTHX-007", "AUTHX-008", "AUTHX-009", "AUTHX-010", "AUTHX-011"],
    "auth-dpop-nonce",
    {},
  ),
  innocent("workload-with-a-scope", ["AUTHX-012"], "auth-workload", {
    token: (form) => form.set("scope", "mcp:basic"),
  }),
];
