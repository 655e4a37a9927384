import type { ScenarioName } from "../../../src/protocol/scenarios.ts";
import type { ClientContext } from "../../clients/judge-test-client.ts";
import { HTTP, MODERN_HTTP, type MutantClient, OLD_HTTP } from "../../clients/mutant-client.ts";
import type { OAuthVice } from "../../clients/small-client/oauth/oauth-vice.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const mutant = (
  name: string,
  fails: readonly string[],
  scenario: ScenarioName,
  oauth: OAuthVice,
  contexts: readonly ClientContext[] = MODERN_HTTP,
  more: Vice = {},
): MutantClient => ({ name, fails: fails.map((id) => `C-AUTH-${id}`), scenario, contexts, vice: { ...more, oauth } });

const set = (name: string, value: string) => (params: URLSearchParams) => params.set(name, value);
const drop = (name: string) => (params: URLSearchParams) => params.delete(name);
const both = (edit: (params: URLSearchParams) => void): OAuthVice => ({ authorize: edit, token: edit });
const wellKnown = (url: string): string => `${new URL(url).origin}/.well-known/oauth-protected-resource`;
const ELSEWHERE = "http://192.168.0.10/cb";

export const MUTANTS: readonly MutantClient[] = [
  mutant("signs-in-for-nothing", ["003"], "auth-sign-in", { doesNotRepeat: true }, [...HTTP, ...MODERN_HTTP]),
  mutant("repeats-without-token", ["003"], "auth-sign-in", { repeatsWithoutToken: true }),
  mutant("ignores-the-address", ["004"], "auth-metadata-url", {
    lookups: (urls, kind) => (kind === "resource" ? [`${wellKnown(urls[0] ?? "")}/mcp`, ...urls] : urls),
  }),
  mutant("challenge-by-expression", ["005"], "auth-challenge-second-scheme", {
    readsChallenge: ([line = ""]) => /^Bearer resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  mutant("scheme-in-capitals-only", ["005"], "auth-challenge-lower-case", {
    readsChallenge: ([line = ""]) => /^Bearer .*resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  mutant("first-line-only", ["005"], "auth-challenge-two-lines", {
    readsChallenge: ([line = ""]) => /resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  mutant("stops-at-commas", ["005"], "auth-challenge-quoted", {
    readsChallenge: ([line = ""]) => /^Bearer (?:\w+="[^",]*", )*resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  mutant("root-metadata-only", ["006"], "auth-metadata-path", {
    lookups: (urls, kind) => (kind === "resource" ? urls.slice(1) : urls),
  }),
  mutant("path-metadata-only", ["006"], "auth-metadata-root", {
    lookups: (urls, kind) => (kind === "resource" ? urls.slice(0, 1) : urls),
  }),
  mutant("server-by-origin", ["007"], "auth-sign-in", {
    picks: (_, purpose, endpoint) => (purpose === "authorize" ? new URL(endpoint).origin : undefined),
  }),
  mutant("asks-without-end", ["008"], "auth-no-metadata", {
    lookups: (urls) => urls.flatMap((url) => Array.from({ length: 5 }, () => url)),
  }),
  mutant("any-resource", ["009"], "auth-foreign-resource", { skips: ["resource"] }, [...HTTP, ...MODERN_HTTP]),
  mutant("any-port", ["009"], "auth-other-port-resource", { skips: ["resource"] }),
  mutant("registers-first-authorizes-last", ["010"], "auth-two-servers", {
    picks: (servers, purpose) => (purpose === "register" ? servers[0] : servers[1]),
  }),
  mutant("appends-oauth-metadata", ["011"], "auth-issuer-path", {
    lookups: (urls, kind) =>
      kind === "server"
        ? [`${new URL(urls[0] ?? "").origin}/tenant1/.well-known/oauth-authorization-server`, ...urls]
        : urls,
  }),
  mutant("two-of-three-places", ["011"], "auth-issuer-path-appended", {
    lookups: (urls, kind) => (kind === "server" ? urls.slice(0, 2) : urls),
  }),
  mutant("openid-only", ["012"], "auth-issuer-openid", {
    lookups: (urls, kind) => (kind === "server" ? urls.slice(1) : urls),
  }),
  mutant(
    "guesses-endpoints",
    ["013"],
    "auth-sign-in",
    {
      endpoints: (metadata) => {
        const { origin } = new URL(String(metadata["token_endpoint"]));
        return { registration_endpoint: `${origin}/register`, token_endpoint: `${origin}/token` };
      },
    },
    [{ transport: "http", version: "2025-06-18" }],
  ),
  mutant("any-issuer", ["014"], "auth-wrong-issuer", { skips: ["issuer"] }),
  mutant("any-openid-issuer", ["014"], "auth-wrong-issuer-openid", { skips: ["issuer"] }),
  mutant(
    "keeps-the-path",
    ["015"],
    "auth-root-metadata",
    { lookups: (urls, kind) => (kind === "server" ? urls.map((url) => `${url}/mcp`) : urls) },
    OLD_HTTP,
  ),
  mutant("needs-metadata", ["016"], "auth-default-endpoints", { endpoints: () => ({ none: true }) }, OLD_HTTP),
  mutant("hides-its-revision", ["017"], "auth-root-metadata", { hidesVersion: true }, OLD_HTTP),
  mutant("registers-after-a-move", ["018", "019"], "auth-moved-url-ids", { registersAnyway: "after-move" }),
  mutant("has-no-document", ["019"], "auth-url-client-id", { registersAnyway: "always" }, [...HTTP, ...MODERN_HTTP]),
  mutant("url-id-unasked", ["020"], "auth-sign-in", { usesUrlIdAlways: true }),
  mutant("plain-http-id", ["021"], "auth-url-client-id", { urlId: "http://localhost/client.json" }),
  mutant("id-without-path", ["021"], "auth-url-client-id", { urlId: "https://client.mcptest.invalid" }),
  mutant("another-redirect", ["023"], "auth-sign-in", both(setRedirect("http://127.0.0.1:5/cb2"))),
  mutant("plain-http-redirect", ["024"], "auth-sign-in", {
    ...both(setRedirect(ELSEWHERE)),
    registration: (body) => ({ ...body, redirect_uris: [ELSEWHERE] }),
  }),
  mutant("built-in-id", ["025"], "auth-sign-in", { clientId: () => "built-in" }),
  mutant("registers-unasked", ["026"], "auth-given-credentials", {
    registersAnyway: "always",
    endpoints: (metadata) => ({
      ...metadata,
      registration_endpoint: `${new URL(String(metadata["token_endpoint"])).origin}/register`,
    }),
  }),
  mutant("no-application-type", ["027"], "auth-sign-in", {
    registration: ({ application_type: _, ...body }) => body,
  }),
  mutant("web-on-loopback", ["028"], "auth-sign-in", {
    registration: (body) => ({ ...body, application_type: "web" }),
  }),
  mutant("undefined-id", ["029"], "auth-registration-refused", { goesOnUnregistered: true }),
  mutant("ignores-given-id", ["030"], "auth-given-credentials", { clientId: () => "another-client" }),
  mutant("credentials-by-server", ["031", "032"], "auth-moved-server", { keepsClient: true }),
  mutant("metadata-for-ever", ["032"], "auth-moved-server", { keepsServer: true }),
  mutant("given-id-everywhere", ["033"], "auth-given-elsewhere", { skips: ["issuer"] }),
  mutant("no-pkce", ["035"], "auth-sign-in", {
    authorize: (params) => {
      params.delete("code_challenge");
      params.delete("code_challenge_method");
    },
  }),
  mutant("plain-pkce", ["036"], "auth-sign-in", { method: "plain" }),
  mutant("challenge-as-verifier", ["037"], "auth-sign-in", { token: set("code_verifier", "x".repeat(43)) }),
  mutant("short-verifier", ["037"], "auth-sign-in", { verifier: "0123456789" }, [...HTTP, ...MODERN_HTTP]),
  mutant("no-verifier", ["037"], "auth-sign-in", { token: drop("code_verifier") }),
  mutant("one-verifier", ["038"], "auth-expired-token", { verifier: "v".repeat(43) }),
  mutant("assumes-pkce", ["039"], "auth-no-pkce", { skips: ["pkce"] }, [...HTTP, ...MODERN_HTTP]),
  mutant("assumes-pkce-of-openid", ["040"], "auth-no-pkce-openid", { skips: ["pkce"] }),
  mutant("first-listed-method", ["036", "041"], "auth-plain-pkce", { method: "plain" }),
  mutant("no-resource", ["042"], "auth-sign-in", { authorize: drop("resource") }),
  mutant("refreshes-without-resource", ["043"], "auth-refresh", {
    token: (form) => {
      if (form.get("grant_type") === "refresh_token") form.delete("resource");
    },
  }),
  mutant("resource-of-somebody-else", ["044"], "auth-sign-in", both(set("resource", "https://auth.mcptest.invalid/x"))),
  mutant("two-resources", ["044"], "auth-sign-in", {
    token: (form) => form.set("resource", new URL("/other", form.get("resource") ?? "").href),
  }),
  mutant(
    "resource-with-a-slash",
    ["045"],
    "auth-sign-in",
    both((params) => params.set("resource", `${params.get("resource") ?? ""}/`)),
  ),
  mutant("no-state", ["046"], "auth-sign-in", { authorize: drop("state") }),
  mutant("constant-state", ["046"], "auth-expired-token", { authorize: set("state", "mcp") }),
  mutant("any-state", ["047"], "auth-state-changed", { skips: ["state"] }),
  mutant("no-state-back", ["047"], "auth-state-missing", { skips: ["state"] }),
  mutant("more-than-challenged", ["048"], "auth-scope-challenge", { scope: () => "mcp:basic mcp:read" }),
  mutant("first-scope-only", ["049"], "auth-scope-supported", { scope: (scope) => scope?.split(" ")[0] }),
  mutant("invented-scopes", ["050"], "auth-scope-unsaid", { scope: () => "openid profile" }),
  mutant("listed-scopes-only", ["048", "051"], "auth-scope-special", { scope: () => "files:read" }),
  mutant("always-offline", ["052"], "auth-offline-unlisted", { scope: () => "offline_access" }),
  mutant("refreshes-undeclared", ["054"], "auth-refresh", {
    registration: (body) => ({ ...body, grant_types: ["authorization_code"] }),
  }),
  mutant("refuses-every-iss", ["055"], "auth-iss-right", { sameIssuer: () => false }),
  mutant("iss-when-there", ["056"], "auth-iss-missing", { skips: ["announced-iss"] }),
  mutant("goes-on-with-wrong-iss", ["057"], "auth-iss-wrong", { skips: ["iss"] }),
  mutant("iss-when-announced", ["058"], "auth-iss-unannounced", { skips: ["iss"] }),
  mutant("demands-iss", ["059"], "auth-iss-absent", { demandsIss: true }),
  mutant("normalizes-iss", ["060"], "auth-iss-normalized", {
    sameIssuer: (given, expected) => new URL(given).href === new URL(expected).href,
  }),
  mutant("redeems-twice", ["062"], "auth-sign-in", { tokenRequests: 2 }),
  mutant("overwrites-the-query", ["063"], "auth-query-kept", {
    authorizeUrl: (endpoint, params) => `${endpoint.split("?")[0]}?${params.toString()}`,
  }),
  mutant("secret-in-the-form", ["064"], "auth-token-basic", { authentication: "post" }),
  mutant("secret-in-the-header", ["064"], "auth-token-post", { authentication: "basic" }),
  mutant("secret-twice", ["064"], "auth-token-basic", { authentication: "both" }),
  mutant("invents-a-secret", ["064"], "auth-token-none", { authentication: "post" }),
  mutant("stream-without-token", ["065"], "auth-sign-in", { tokenOn: (method) => method !== "GET" }, HTTP, {
    opensStream: true,
  }),
  mutant(
    "token-in-the-address",
    ["066"],
    "auth-sign-in",
    {
      aside: async ({ get, endpoint, accessToken }) => {
        await get(`${endpoint}?access_token=${accessToken}`, { Accept: "text/event-stream" });
      },
    },
    HTTP,
  ),
  mutant("token-of-before", ["067"], "auth-moved-server", { keepsToken: true }),
  mutant("token-to-the-authorization-server", ["068"], "auth-sign-in", {
    aside: async ({ get, issuer, accessToken }) => {
      await get(`${issuer}/o/userinfo`, { Authorization: `Bearer ${accessToken}` });
    },
  }),
  mutant("token-along-a-redirect", ["068"], "auth-redirected", { follows: "with-token" }),
  mutant("ends-with-the-token", ["069"], "auth-expired-token", { endsWithToken: true }),
  mutant("insists-on-a-token", ["069"], "auth-expired-token", { insistsOnToken: 5 }),
  mutant("first-refresh-token-for-ever", ["070"], "auth-refresh", { keepsRefreshToken: true }),
  mutant("refreshes-anonymously", ["070"], "auth-refresh", {
    token: (form) => {
      if (form.get("grant_type") === "refresh_token") form.delete("client_id");
    },
  }),
  mutant("tells-its-refresh-token", ["071"], "auth-refresh", {
    aside: async ({ get, issuer, refreshToken }) => {
      await get(`${issuer}/debug?seen=${refreshToken}`);
    },
  }),
  mutant("undefined-refresh-token", ["072"], "auth-expired-token", { inventsRefreshToken: true }),
  mutant("refreshes-without-end", ["073"], "auth-refresh-refused", { refreshes: 5 }),
  mutant("forbidden-is-the-end", ["074"], "auth-step-up", { ignoresForbidden: true }, [...HTTP, ...MODERN_HTTP]),
  mutant("exactly-the-challenge", ["075"], "auth-step-up", { scope: (_, { challenge }) => challenge }),
  mutant("steps-up-without-end", ["076"], "auth-step-up-forever", { flows: 8 }),
  mutant("signs-in-without-end", ["077"], "auth-always-refused", { flows: 8 }),
];

function setRedirect(uri: string) {
  return (params: URLSearchParams): void => {
    if (params.has("redirect_uri")) params.set("redirect_uri", uri);
  };
}
