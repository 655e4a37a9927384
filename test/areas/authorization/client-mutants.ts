import { type Json, member, stringMember } from "../../../src/base/json.ts";
import type { ScenarioName } from "../../../src/capture/scenario-names.ts";
import type { ClientContext } from "../../clients/judge-test-client.ts";
import {
  HTTP,
  MODERN_HTTP,
  MODERN_STDIO,
  type MutantClient,
  mutant,
  OLD_HTTP,
  STDIO,
} from "../../clients/mutant-client.ts";
import type { OAuthVice } from "../../clients/small-client/oauth/oauth-vice.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const signIn = (
  name: string,
  fails: readonly string[],
  scenario: ScenarioName,
  oauth: OAuthVice,
  contexts: readonly ClientContext[] = MODERN_HTTP,
  more: Vice = {},
): MutantClient =>
  mutant(
    name,
    fails.map((id) => `C-AUTH-${id}`),
    contexts,
    scenario,
  ).does({ ...more, oauth });

const set = (name: string, value: string) => (params: URLSearchParams) => params.set(name, value);
const drop = (name: string) => (params: URLSearchParams) => params.delete(name);
const both = (edit: (params: URLSearchParams) => void): OAuthVice => ({ authorize: edit, token: edit });
const wellKnown = (url: string): string => `${new URL(url).origin}/.well-known/oauth-protected-resource`;
const ELSEWHERE = "http://192.168.0.10/cb";

function setRedirect(uri: string) {
  return (params: URLSearchParams): void => {
    if (params.has("redirect_uri")) params.set("redirect_uri", uri);
  };
}

/** Asks wherever an error says that metadata is. */
const follows = (message: Json): boolean => {
  const url = stringMember(member(member(message, "error"), "data"), "resource_metadata");
  if (url !== undefined) void fetch(url).catch(() => {});
  return false;
};

const extended = (name: string, fails: string, scenario: ScenarioName, oauth: OAuthVice): MutantClient => ({
  ...mutant(name, [`C-AUTHX-${fails}`], MODERN_HTTP, scenario).does({ oauth }),
});

export const MUTANTS: readonly MutantClient[] = [
  signIn("signs-in-for-nothing", ["003"], "auth-sign-in", { doesNotRepeat: true }, [...HTTP, ...MODERN_HTTP]),
  signIn("repeats-without-token", ["003"], "auth-sign-in", { repeatsWithoutToken: true }),
  signIn("ignores-the-address", ["004"], "auth-metadata-url", {
    lookups: (urls, kind) => (kind === "resource" ? [`${wellKnown(urls[0] ?? "")}/mcp`, ...urls] : urls),
  }),
  signIn("challenge-by-expression", ["005"], "auth-challenge-second-scheme", {
    readsChallenge: ([line = ""]) => /^Bearer resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  signIn("scheme-in-capitals-only", ["005"], "auth-challenge-lower-case", {
    readsChallenge: ([line = ""]) => /^Bearer .*resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  signIn("first-line-only", ["005"], "auth-challenge-two-lines", {
    readsChallenge: ([line = ""]) => /resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  signIn("stops-at-commas", ["005"], "auth-challenge-quoted", {
    readsChallenge: ([line = ""]) => /^Bearer (?:\w+="[^",]*", )*resource_metadata="([^"]+)"/.exec(line)?.[1],
  }),
  signIn("root-metadata-only", ["006"], "auth-metadata-path", {
    lookups: (urls, kind) => (kind === "resource" ? urls.slice(1) : urls),
  }),
  signIn("path-metadata-only", ["006"], "auth-metadata-root", {
    lookups: (urls, kind) => (kind === "resource" ? urls.slice(0, 1) : urls),
  }),
  signIn("server-by-origin", ["007"], "auth-sign-in", {
    picks: (_, purpose, endpoint) => (purpose === "authorize" ? new URL(endpoint).origin : undefined),
  }),
  signIn("asks-without-end", ["008"], "auth-no-metadata", {
    lookups: (urls) => urls.flatMap((url) => Array.from({ length: 5 }, () => url)),
  }),
  signIn("any-resource", ["009"], "auth-foreign-resource", { skips: ["resource"] }, [...HTTP, ...MODERN_HTTP]),
  signIn("any-port", ["009"], "auth-other-port-resource", { skips: ["resource"] }),
  signIn("registers-first-authorizes-last", ["010"], "auth-two-servers", {
    picks: (servers, purpose) => (purpose === "register" ? servers[0] : servers[1]),
  }),
  signIn("appends-oauth-metadata", ["011"], "auth-issuer-path", {
    lookups: (urls, kind) =>
      kind === "server"
        ? [`${new URL(urls[0] ?? "").origin}/tenant1/.well-known/oauth-authorization-server`, ...urls]
        : urls,
  }),
  signIn("two-of-three-places", ["011"], "auth-issuer-path-appended", {
    lookups: (urls, kind) => (kind === "server" ? urls.slice(0, 2) : urls),
  }),
  signIn("openid-only", ["012"], "auth-issuer-openid", {
    lookups: (urls, kind) => (kind === "server" ? urls.slice(1) : urls),
  }),
  signIn(
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
  signIn("any-issuer", ["014"], "auth-wrong-issuer", { skips: ["issuer"] }),
  signIn("any-openid-issuer", ["014"], "auth-wrong-issuer-openid", { skips: ["issuer"] }),
  signIn(
    "keeps-the-path",
    ["015"],
    "auth-root-metadata",
    { lookups: (urls, kind) => (kind === "server" ? urls.map((url) => `${url}/mcp`) : urls) },
    OLD_HTTP,
  ),
  signIn("needs-metadata", ["016"], "auth-default-endpoints", { endpoints: () => ({ none: true }) }, OLD_HTTP),
  signIn("hides-its-revision", ["017"], "auth-root-metadata", { hidesVersion: true }, OLD_HTTP),
  signIn("registers-after-a-move", ["018", "019"], "auth-moved-url-ids", { registersAnyway: "after-move" }),
  signIn("has-no-document", ["019"], "auth-url-client-id", { registersAnyway: "always" }, [...HTTP, ...MODERN_HTTP]),
  signIn("url-id-unasked", ["020"], "auth-sign-in", { usesUrlIdAlways: true }),
  signIn("plain-http-id", ["021"], "auth-url-client-id", { urlId: "http://localhost/client.json" }),
  signIn("id-without-path", ["021"], "auth-url-client-id", { urlId: "https://client.mcptest.invalid" }),
  signIn("another-redirect", ["023"], "auth-sign-in", both(setRedirect("http://127.0.0.1:5/cb2"))),
  signIn("plain-http-redirect", ["024"], "auth-sign-in", {
    ...both(setRedirect(ELSEWHERE)),
    registration: (body) => ({ ...body, redirect_uris: [ELSEWHERE] }),
  }),
  signIn("built-in-id", ["025"], "auth-sign-in", { clientId: () => "built-in" }),
  signIn("registers-unasked", ["026"], "auth-given-credentials", {
    registersAnyway: "always",
    endpoints: (metadata) => ({
      ...metadata,
      registration_endpoint: `${new URL(String(metadata["token_endpoint"])).origin}/register`,
    }),
  }),
  signIn("no-application-type", ["027"], "auth-sign-in", { registration: ({ application_type: _, ...body }) => body }),
  signIn("web-on-loopback", ["028"], "auth-sign-in", {
    registration: (body) => ({ ...body, application_type: "web" }),
  }),
  signIn("undefined-id", ["029"], "auth-registration-refused", { goesOnUnregistered: true }),
  signIn("ignores-given-id", ["030"], "auth-given-credentials", { clientId: () => "another-client" }),
  signIn("credentials-by-server", ["031", "032"], "auth-moved-server", { keepsClient: true }),
  signIn("metadata-for-ever", ["032"], "auth-moved-server", { keepsServer: true }),
  signIn("given-id-everywhere", ["033"], "auth-given-elsewhere", { skips: ["issuer"] }),
  signIn("no-pkce", ["035"], "auth-sign-in", {
    authorize: (params) => {
      params.delete("code_challenge");
      params.delete("code_challenge_method");
    },
  }),
  signIn("plain-pkce", ["036"], "auth-sign-in", { method: "plain" }),
  signIn("challenge-as-verifier", ["037"], "auth-sign-in", { token: set("code_verifier", "x".repeat(43)) }),
  signIn("short-verifier", ["037"], "auth-sign-in", { verifier: "0123456789" }, [...HTTP, ...MODERN_HTTP]),
  signIn("no-verifier", ["037"], "auth-sign-in", { token: drop("code_verifier") }),
  signIn("one-verifier", ["038"], "auth-expired-token", { verifier: "v".repeat(43) }),
  signIn("assumes-pkce", ["039"], "auth-no-pkce", { skips: ["pkce"] }, [...HTTP, ...MODERN_HTTP]),
  signIn("assumes-pkce-of-openid", ["040"], "auth-no-pkce-openid", { skips: ["pkce"] }),
  signIn("first-listed-method", ["036", "041"], "auth-plain-pkce", { method: "plain" }),
  signIn("no-resource", ["042"], "auth-sign-in", { authorize: drop("resource") }),
  signIn("refreshes-without-resource", ["043"], "auth-refresh", {
    token: (form) => {
      if (form.get("grant_type") === "refresh_token") form.delete("resource");
    },
  }),
  signIn("resource-of-somebody-else", ["044"], "auth-sign-in", both(set("resource", "https://auth.mcptest.invalid/x"))),
  signIn("two-resources", ["044"], "auth-sign-in", {
    token: (form) => form.set("resource", new URL("/other", form.get("resource") ?? "").href),
  }),
  signIn(
    "resource-with-a-slash",
    ["045"],
    "auth-sign-in",
    both((params) => params.set("resource", `${params.get("resource") ?? ""}/`)),
  ),
  signIn("no-state", ["046"], "auth-sign-in", { authorize: drop("state") }),
  signIn("constant-state", ["046"], "auth-expired-token", { authorize: set("state", "mcp") }),
  signIn("any-state", ["047"], "auth-state-changed", { skips: ["state"] }),
  signIn("no-state-back", ["047"], "auth-state-missing", { skips: ["state"] }),
  signIn("more-than-challenged", ["048"], "auth-scope-challenge", { scope: () => "mcp:basic mcp:read" }),
  signIn("first-scope-only", ["049"], "auth-scope-supported", { scope: (scope) => scope?.split(" ")[0] }),
  signIn("invented-scopes", ["050"], "auth-scope-unsaid", { scope: () => "openid profile" }),
  signIn("listed-scopes-only", ["048", "051"], "auth-scope-special", { scope: () => "files:read" }),
  signIn("always-offline", ["052"], "auth-offline-unlisted", { scope: () => "offline_access" }),
  signIn("refreshes-undeclared", ["054"], "auth-refresh", {
    registration: (body) => ({ ...body, grant_types: ["authorization_code"] }),
  }),
  signIn("refuses-every-iss", ["055"], "auth-iss-right", { sameIssuer: () => false }),
  signIn("iss-when-there", ["056"], "auth-iss-missing", { skips: ["announced-iss"] }),
  signIn("goes-on-with-wrong-iss", ["057"], "auth-iss-wrong", { skips: ["iss"] }),
  signIn("iss-when-announced", ["058"], "auth-iss-unannounced", { skips: ["iss"] }),
  signIn("demands-iss", ["059"], "auth-iss-absent", { demandsIss: true }),
  signIn("normalizes-iss", ["060"], "auth-iss-normalized", {
    sameIssuer: (given, expected) => new URL(given).href === new URL(expected).href,
  }),
  signIn("redeems-twice", ["062"], "auth-sign-in", { tokenRequests: 2 }),
  signIn("overwrites-the-query", ["063"], "auth-query-kept", {
    authorizeUrl: (endpoint, params) => `${endpoint.split("?")[0]}?${params.toString()}`,
  }),
  signIn("secret-in-the-form", ["064"], "auth-token-basic", { authentication: "post" }),
  signIn("secret-in-the-header", ["064"], "auth-token-post", { authentication: "basic" }),
  signIn("secret-twice", ["064"], "auth-token-basic", { authentication: "both" }),
  signIn("invents-a-secret", ["064"], "auth-token-none", { authentication: "post" }),
  signIn("stream-without-token", ["065"], "auth-sign-in", { tokenOn: (method) => method !== "GET" }, HTTP, {
    opensStream: true,
  }),
  signIn(
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
  signIn("token-of-before", ["067"], "auth-moved-server", { keepsToken: true }),
  signIn("token-to-the-authorization-server", ["068"], "auth-sign-in", {
    aside: async ({ get, issuer, accessToken }) => {
      await get(`${issuer}/o/userinfo`, { Authorization: `Bearer ${accessToken}` });
    },
  }),
  signIn("token-along-a-redirect", ["068"], "auth-redirected", { follows: "with-token" }),
  signIn("ends-with-the-token", ["069"], "auth-expired-token", { endsWithToken: true }),
  signIn("insists-on-a-token", ["069"], "auth-expired-token", { insistsOnToken: 5 }),
  signIn("first-refresh-token-for-ever", ["070"], "auth-refresh", { keepsRefreshToken: true }),
  signIn("refreshes-anonymously", ["070"], "auth-refresh", {
    token: (form) => {
      if (form.get("grant_type") === "refresh_token") form.delete("client_id");
    },
  }),
  signIn("tells-its-refresh-token", ["071"], "auth-refresh", {
    aside: async ({ get, issuer, refreshToken }) => {
      await get(`${issuer}/debug?seen=${refreshToken}`);
    },
  }),
  signIn("undefined-refresh-token", ["072"], "auth-expired-token", { inventsRefreshToken: true }),
  signIn("refreshes-without-end", ["073"], "auth-refresh-refused", { refreshes: 5 }),
  signIn("forbidden-is-the-end", ["074"], "auth-step-up", { ignoresForbidden: true }, [...HTTP, ...MODERN_HTTP]),
  signIn("exactly-the-challenge", ["075"], "auth-step-up", { scope: (_, { challenge }) => challenge }),
  signIn("steps-up-without-end", ["076"], "auth-step-up-forever", { flows: 8 }),
  signIn("signs-in-without-end", ["077"], "auth-always-refused", { flows: 8 }),
  mutant("signs-in-on-stdio", ["C-AUTH-002"], [...STDIO, ...MODERN_STDIO], "stdio-credentials").does({
    stopsOn: follows,
  }),
  {
    ...extended("credentials-for-anything", "001", "auth-client-credentials", {
      token: (form) => form.delete("resource"),
    }),
    contexts: [...HTTP, ...MODERN_HTTP],
  },
  extended("assertion-for-the-server", "002", "auth-client-credentials-jwt", {
    assertion: (claims) => ({ ...claims, aud: "https://mcp.mcptest.invalid/mcp" }),
  }),
  extended("assertion-of-nobody", "002", "auth-client-credentials-jwt", {
    assertion: (claims) => ({ ...claims, sub: "somebody" }),
  }),
  extended("client-secret-in-the-form", "003", "auth-client-credentials", { sendsSecret: true }),
  extended("audience-is-the-server", "004", "auth-enterprise", {
    exchange: (form) => form.set("audience", form.get("resource") ?? ""),
  }),
  extended("id-token-as-assertion", "005", "auth-enterprise", { bearer: (form, id) => form.set("assertion", id) }),
  { ...extended("extension-undeclared", "006", "auth-client-credentials", {}), vice: { capabilities: {} } },
  extended("bound-token-as-bearer", "007", "auth-dpop", { proofs: "bearer" }),
  extended("one-proof-for-all", "008", "auth-dpop", { proofs: "same-again" }),
  extended("proof-for-another-address", "009", "auth-dpop", { proofs: "wrong-for-token" }),
  extended("no-nonce-at-the-token-endpoint", "010", "auth-dpop-nonce", { proofs: "no-nonce-for-token" }),
  extended("no-nonce-at-the-server", "011", "auth-dpop-nonce", { proofs: "no-nonce-for-server" }),
  extended("expired-workload", "012", "auth-workload", { workloadJwt: "expired_jwt" }),
  extended("workload-for-somebody-else", "012", "auth-workload", { workloadJwt: "wrong_audience_jwt" }),
  extended("workload-again", "013", "auth-workload-refused", { triesAgain: 1 }),
  extended("workload-falls-back", "013", "auth-workload-refused", { fallsBackTo: "authorization_code" }),
];
