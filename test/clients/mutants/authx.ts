import type { ScenarioName } from "../../../src/probe/scenario/names.ts";
import { HTTP, MODERN_HTTP, type MutantClient } from "../mutant-client.ts";
import type { OAuthVice } from "../small-client/oauth/oauth-vice.ts";

const mutant = (name: string, fails: string, scenario: ScenarioName, oauth: OAuthVice): MutantClient => ({
  ...{ name, fails: [`C-AUTHX-${fails}`], scenario, contexts: MODERN_HTTP, vice: { oauth } },
});

export const MUTANTS: readonly MutantClient[] = [
  {
    ...mutant("credentials-for-anything", "001", "auth-client-credentials", {
      token: (form) => form.delete("resource"),
    }),
    contexts: [...HTTP, ...MODERN_HTTP],
  },
  mutant("assertion-for-the-server", "002", "auth-client-credentials-jwt", {
    assertion: (claims) => ({ ...claims, aud: "https://mcp.mcptest.invalid/mcp" }),
  }),
  mutant("assertion-of-nobody", "002", "auth-client-credentials-jwt", {
    assertion: (claims) => ({ ...claims, sub: "somebody" }),
  }),
  mutant("client-secret-in-the-form", "003", "auth-client-credentials", { sendsSecret: true }),
  mutant("audience-is-the-server", "004", "auth-enterprise", {
    exchange: (form) => form.set("audience", form.get("resource") ?? ""),
  }),
  mutant("id-token-as-assertion", "005", "auth-enterprise", { bearer: (form, id) => form.set("assertion", id) }),
  {
    ...mutant("extension-undeclared", "006", "auth-client-credentials", {}),
    vice: { capabilities: {} },
  },
  mutant("bound-token-as-bearer", "007", "auth-dpop", { proofs: "bearer" }),
  mutant("one-proof-for-all", "008", "auth-dpop", { proofs: "same-again" }),
  mutant("proof-for-another-address", "009", "auth-dpop", { proofs: "wrong-for-token" }),
  mutant("no-nonce-at-the-token-endpoint", "010", "auth-dpop-nonce", { proofs: "no-nonce-for-token" }),
  mutant("no-nonce-at-the-server", "011", "auth-dpop-nonce", { proofs: "no-nonce-for-server" }),
  mutant("expired-workload", "012", "auth-workload", { workloadJwt: "expired_jwt" }),
  mutant("workload-for-somebody-else", "012", "auth-workload", { workloadJwt: "wrong_audience_jwt" }),
  mutant("workload-again", "013", "auth-workload-refused", { triesAgain: 1 }),
  mutant("workload-falls-back", "013", "auth-workload-refused", { fallsBackTo: "authorization_code" }),
];
