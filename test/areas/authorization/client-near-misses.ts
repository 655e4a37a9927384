import type { ScenarioName } from "../../../src/capture/scenario-names.ts";
import type { ClientContext } from "../../clients/judge-test-client.ts";
import {
  HTTP,
  MODERN_HTTP,
  MODERN_STDIO,
  type NearMissClient,
  nearMiss,
  OLD_HTTP,
  STDIO,
} from "../../clients/mutant-client.ts";
import type { OAuthVice } from "../../clients/small-client/oauth/oauth-vice.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const signIn = (
  name: string,
  near: readonly string[],
  scenario: ScenarioName,
  oauth: OAuthVice,
  contexts: readonly ClientContext[] = MODERN_HTTP,
  more: Vice = {},
): NearMissClient =>
  nearMiss(
    name,
    near.map((id) => `C-${id}`),
    contexts,
    scenario,
  ).does({ ...more, oauth });

const redirect = (uri: string) => (params: URLSearchParams) => {
  if (params.has("redirect_uri")) params.set("redirect_uri", uri);
};

const through = (uri: string): OAuthVice => ({ authorize: redirect(uri), token: redirect(uri) });

/** Asks for everything twice: slow, and nobody's business. */
const TWICE: OAuthVice = { lookups: (urls) => urls.flatMap((url) => [url, url]) };

/** A parameter that nobody asked for, and that servers ignore. */
const MORE: OAuthVice = {
  authorize: (params) => params.set("prompt", "consent"),
  token: (form) => form.set("audience", "mcptest"),
};

/** Correct clients that sign in in unusual ways. */
export const NEAR_MISSES: readonly NearMissClient[] = [
  signIn("another-loopback-port", ["AUTH-023", "AUTH-024"], "auth-sign-in", through("http://127.0.0.1:40000/callback")),
  signIn("private-scheme", ["AUTH-024", "AUTH-028"], "auth-sign-in", {
    ...through("com.example.app:/callback"),
    registration: (body) => ({ ...body, redirect_uris: ["com.example.app:/callback"] }),
  }),
  signIn("web-application", ["AUTH-027", "AUTH-028"], "auth-sign-in", {
    ...through("https://app.mcptest.invalid/callback"),
    registration: (body) => ({
      ...body,
      application_type: "web",
      redirect_uris: ["https://app.mcptest.invalid/callback"],
    }),
  }),
  signIn("no-redirect-when-redeeming", ["AUTH-062", "AUTH-063"], "auth-sign-in", {
    token: (form) => form.delete("redirect_uri"),
  }),
  signIn("longest-verifier", ["AUTH-035", "AUTH-036", "AUTH-037"], "auth-sign-in", { verifier: "~.-_".repeat(32) }),
  signIn("endpoint-as-resource", ["AUTH-042", "AUTH-044", "AUTH-045"], "auth-metadata-root", {
    authorize: (params) => params.set("resource", `${params.get("resource") ?? ""}/mcp`),
    token: (form) => form.set("resource", `${form.get("resource") ?? ""}/mcp`),
  }),
  signIn("second-listed-server", ["AUTH-007", "AUTH-010"], "auth-two-servers", {
    picks: (servers, purpose) => (purpose === "authorize" ? servers[1] : undefined),
  }),
  signIn("one-place-more-at-the-end", ["AUTH-011"], "auth-issuer-path-appended", {
    lookups: (urls, kind) => (kind === "server" ? [...urls, `${new URL(urls[0] ?? "").origin}/tenant1`] : urls),
  }),
  signIn("asks-twice", ["AUTH-008"], "auth-no-metadata", { lookups: (urls) => [...urls, ...urls] }),
  signIn("asks-the-root-too", ["AUTH-006"], "auth-metadata-root", {
    lookups: (urls, kind) => (kind === "resource" ? [...urls, ...urls] : urls),
  }),
  signIn("offline-beside-the-challenge", ["AUTH-048", "AUTH-051"], "auth-scope-challenge", {
    scope: () => "offline_access mcp:basic",
  }),
  signIn("more-than-supported", ["AUTH-049"], "auth-scope-supported", {
    scope: (scope) => `${scope ?? ""} offline_access`,
  }),
  signIn("only-offline", ["AUTH-050"], "auth-scope-unsaid", { scope: () => "offline_access" }),
  signIn("lists-what-it-may", ["AUTH-052"], "auth-offline-unlisted", { scope: () => "mcp:basic" }),
  signIn("s256-all-the-same", ["AUTH-041"], "auth-plain-pkce", { skips: ["pkce"] }),
  signIn("id-document-with-query", ["AUTH-019", "AUTH-021"], "auth-url-client-id", {
    urlId: "https://client.mcptest.invalid/metadata.json?v=2",
  }),
  signIn("follows-without-token", ["AUTH-068"], "auth-redirected", { follows: "without-token" }),
  signIn("listens-with-token", ["AUTH-065"], "auth-sign-in", {}, HTTP, { opensStream: true }),
  signIn("one-more-attempt", ["AUTH-077"], "auth-always-refused", { flows: 3 }),
  signIn("steps-up-three-times", ["AUTH-076"], "auth-step-up-forever", { flows: 3 }),
  signIn("refreshes-twice", ["AUTH-073"], "auth-refresh-refused", { refreshes: 2 }),
  signIn("tries-the-token-once-more", ["AUTH-069", "AUTH-072"], "auth-expired-token", { insistsOnToken: 1 }),
  signIn("registers-more-grants", ["AUTH-054", "AUTH-070", "AUTH-071", "AUTH-043"], "auth-refresh", {
    registration: (body) => ({ ...body, grant_types: ["refresh_token", "authorization_code", "client_credentials"] }),
  }),
  signIn("asks-for-all-it-may", ["AUTH-074", "AUTH-075"], "auth-step-up", {
    scope: (scope) => (scope === undefined ? scope : `${scope} openid`),
  }),
  signIn("old-server-by-metadata", ["AUTH-013", "AUTH-015", "AUTH-017"], "auth-root-metadata", {}, OLD_HTTP),
  signIn("old-server-by-defaults", ["AUTH-016", "AUTH-017"], "auth-default-endpoints", {}, OLD_HTTP),
  signIn("assertion-for-the-endpoint", ["AUTHX-001", "AUTHX-002"], "auth-client-credentials-jwt", {
    assertion: (claims) => ({ ...claims, aud: `${String(claims["aud"])}/` }),
  }),
  signIn("secret-in-the-header-and-a-scope", ["AUTHX-003", "AUTHX-006"], "auth-client-credentials", {
    token: (form) => form.set("scope", "mcp:basic"),
  }),
  signIn("says-who-it-is-twice", ["AUTHX-004", "AUTHX-005"], "auth-enterprise", {
    bearer: (form) => form.set("scope", "mcp:basic"),
  }),
  signIn("proves-everything", ["AUTHX-007", "AUTHX-008", "AUTHX-009", "AUTHX-010", "AUTHX-011"], "auth-dpop-nonce", {}),
  signIn("workload-with-a-scope", ["AUTHX-012"], "auth-workload", { token: (form) => form.set("scope", "mcp:basic") }),
  nearMiss("tries-again-without-a-credential", ["C-AUTH-002"], [...STDIO, ...MODERN_STDIO], "stdio-credentials").does({
    repeatsAfter: { code: -32603, times: 1 },
  }),
  // Clients and servers may agree on credentials of their own.
  nearMiss("configured-key", { near: [], spared: ["C-AUTH-003"] }, MODERN_HTTP, "auth-sign-in").does({
    oauth: { fixedToken: "a-key-that-was-configured" },
  }),
  signIn("looks-twice-at-the-named-place", ["AUTH-004", "AUTH-012"], "auth-metadata-url", TWICE),
  // Another request with the token does as well.
  signIn("goes-on-with-something-else", ["AUTH-003"], "auth-late", { doesNotRepeat: true }),
  signIn("reads-the-second-challenge", ["AUTH-005"], "auth-challenge-second-scheme", TWICE),
  signIn("looks-twice-at-a-foreign-resource", ["AUTH-009"], "auth-foreign-resource", TWICE),
  signIn("looks-everywhere-for-an-issuer", ["AUTH-014"], "auth-wrong-issuer", TWICE),
  signIn("more-parameters", ["AUTH-020", "AUTH-025", "AUTH-046", "AUTH-066"], "auth-sign-in", MORE, HTTP),
  signIn("url-id-with-more", ["AUTH-018", "AUTH-019"], "auth-url-client-id", MORE),
  signIn("given-id-with-more", ["AUTH-026", "AUTH-030"], "auth-given-credentials", MORE),
  signIn("stops-at-a-refused-registration", ["AUTH-029"], "auth-registration-refused", TWICE),
  signIn("moves-with-more", ["AUTH-031", "AUTH-032", "AUTH-067"], "auth-moved-server", MORE),
  signIn("keeps-a-given-id-to-itself", ["AUTH-033"], "auth-given-elsewhere", TWICE),
  signIn("signs-in-again-with-more", ["AUTH-038"], "auth-expired-token", MORE),
  signIn("looks-twice-for-pkce", ["AUTH-039"], "auth-no-pkce", TWICE, [...HTTP, ...MODERN_HTTP]),
  signIn("looks-twice-for-pkce-of-openid", ["AUTH-040"], "auth-no-pkce-openid", TWICE),
  signIn("drops-another-state", ["AUTH-047"], "auth-state-changed", MORE),
  signIn("right-issuer", ["AUTH-055"], "auth-iss-right", MORE),
  signIn("missing-issuer", ["AUTH-056"], "auth-iss-missing", MORE),
  signIn("wrong-issuer", ["AUTH-057"], "auth-iss-wrong", MORE),
  signIn("unannounced-issuer", ["AUTH-058"], "auth-iss-unannounced", MORE),
  signIn("no-issuer", ["AUTH-059"], "auth-iss-absent", MORE),
  signIn("other-spelling-of-an-issuer", ["AUTH-060"], "auth-iss-normalized", MORE),
  signIn("secret-where-it-belongs", ["AUTH-064"], "auth-token-post", MORE),
  signIn("takes-a-refusal", ["AUTHX-013"], "auth-workload-refused", TWICE),
];
