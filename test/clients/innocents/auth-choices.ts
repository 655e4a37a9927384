import type { ScenarioName } from "../../../src/probe/scenario/names.ts";
import type { ClientContext } from "../judge-test-client.ts";
import { HTTP, type InnocentClient, MODERN_HTTP } from "../mutant-client.ts";
import type { OAuthVice } from "../small-client/oauth/oauth-vice.ts";

const innocent = (
  name: string,
  near: readonly string[],
  scenario: ScenarioName,
  oauth: OAuthVice,
  contexts: readonly ClientContext[] = MODERN_HTTP,
): InnocentClient => ({ name, near: near.map((id) => `C-${id}`), scenario, contexts, vice: { oauth } });

/** Asks for everything twice: slow, and nobody's business. */
const TWICE: OAuthVice = { lookups: (urls) => urls.flatMap((url) => [url, url]) };

/** A parameter that nobody asked for, and that servers ignore. */
const MORE: OAuthVice = {
  authorize: (params) => params.set("prompt", "consent"),
  token: (form) => form.set("audience", "mcptest"),
};

/** More correct clients that sign in in unusual ways. */
export const INNOCENTS: readonly InnocentClient[] = [
  {
    // Clients and servers may agree on credentials of their own.
    name: "configured-key",
    near: [],
    spared: ["C-AUTH-003"],
    scenario: "auth-sign-in",
    contexts: MODERN_HTTP,
    vice: { oauth: { fixedToken: "a-key-that-was-configured" } },
  },
  innocent("looks-twice-at-the-named-place", ["AUTH-004", "AUTH-012"], "auth-metadata-url", TWICE),
  // Another request with the token does as well.
  innocent("goes-on-with-something-else", ["AUTH-003"], "auth-late", { doesNotRepeat: true }),
  innocent("reads-the-second-challenge", ["AUTH-005"], "auth-challenge-second-scheme", TWICE),
  innocent("looks-twice-at-a-foreign-resource", ["AUTH-009"], "auth-foreign-resource", TWICE),
  innocent("looks-everywhere-for-an-issuer", ["AUTH-014"], "auth-wrong-issuer", TWICE),
  innocent("more-parameters", ["AUTH-020", "AUTH-025", "AUTH-046", "AUTH-066"], "auth-sign-in", MORE, HTTP),
  innocent("url-id-with-more", ["AUTH-018", "AUTH-019"], "auth-url-client-id", MORE),
  innocent("given-id-with-more", ["AUTH-026", "AUTH-030"], "auth-given-credentials", MORE),
  innocent("stops-at-a-refused-registration", ["AUTH-029"], "auth-registration-refused", TWICE),
  innocent("moves-with-more", ["AUTH-031", "AUTH-032", "AUTH-067"], "auth-moved-server", MORE),
  innocent("keeps-a-given-id-to-itself", ["AUTH-033"], "auth-given-elsewhere", TWICE),
  innocent("signs-in-again-with-more", ["AUTH-038"], "auth-expired-token", MORE),
  innocent("looks-twice-for-pkce", ["AUTH-039"], "auth-no-pkce", TWICE, [...HTTP, ...MODERN_HTTP]),
  innocent("looks-twice-for-pkce-of-openid", ["AUTH-040"], "auth-no-pkce-openid", TWICE),
  innocent("drops-another-state", ["AUTH-047"], "auth-state-changed", MORE),
  innocent("right-issuer", ["AUTH-055"], "auth-iss-right", MORE),
  innocent("missing-issuer", ["AUTH-056"], "auth-iss-missing", MORE),
  innocent("wrong-issuer", ["AUTH-057"], "auth-iss-wrong", MORE),
  innocent("unannounced-issuer", ["AUTH-058"], "auth-iss-unannounced", MORE),
  innocent("no-issuer", ["AUTH-059"], "auth-iss-absent", MORE),
  innocent("other-spelling-of-an-issuer", ["AUTH-060"], "auth-iss-normalized", MORE),
  innocent("secret-where-it-belongs", ["AUTH-064"], "auth-token-post", MORE),
  innocent("takes-a-refusal", ["AUTHX-013"], "auth-workload-refused", TWICE),
];
