import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { signIn } from "./rows.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const BOUND = { bound: "dpop" } as const;

/** Ways to a token that are extensions. */
export const AUTH_EXTENSIONS: readonly Scenario[] = [
  signIn("auth-client-credentials", "client-credentials-basic", {
    given: "secret",
    one: {
      registration: "none",
      metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic"] },
      tokens: { grants: ["client_credentials"] },
    },
  }),
  signIn("auth-client-credentials-jwt", "client-credentials-jwt", {
    given: "key",
    one: {
      registration: "none",
      metadata: {
        token_endpoint_auth_methods_supported: ["private_key_jwt"],
        token_endpoint_auth_signing_alg_values_supported: ["ES256"],
      },
      tokens: { grants: ["client_credentials"] },
    },
  }),
  signIn("auth-enterprise", "enterprise-managed-authorization", {
    given: "identity",
    one: {
      registration: "none",
      metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic"] },
      tokens: { grants: [JWT_BEARER] },
    },
  }),
  signIn("auth-dpop", "dpop", { one: { tokens: BOUND } }),
  signIn("auth-dpop-nonce", "dpop-nonce", { one: { tokens: { ...BOUND, nonces: true } } }),
  signIn("auth-workload", "wif-jwt-bearer", {
    given: "workload",
    one: { registration: "none", tokens: { grants: [JWT_BEARER] } },
  }),
  signIn("auth-workload-refused", "wif-jwt-bearer", {
    given: "workload",
    one: { registration: "none", tokens: { grants: [JWT_BEARER, "authorization_code"], refuses: "invalid_grant" } },
  }),
];
