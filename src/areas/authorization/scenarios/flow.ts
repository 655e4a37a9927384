import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { signIn } from "./rows.ts";

const ANNOUNCED = { authorization_response_iss_parameter_supported: true } as const;
const ELSEWHERE = "https://evil.mcptest.invalid";
const DELIBERATE = { deliberate: true } as const;

/** Who the client is, and the authorization request with its answer. */
export const AUTH_FLOW: readonly Scenario[] = [
  signIn("auth-url-client-id", "basic-cimd", {
    one: { metadata: { client_id_metadata_document_supported: true } },
  }),
  signIn("auth-given-credentials", "pre-registration", {
    given: "secret",
    one: {
      registration: "none",
      metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic"] },
    },
  }),
  {
    ...signIn("auth-given-elsewhere", "pre-registration", {
      given: "elsewhere",
      one: {
        registration: "none",
        metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic"] },
      },
    }),
    // A program for the official suite is not told whom its credentials belong to.
    official: "mcptest/given-elsewhere",
  },
  signIn("auth-registration-refused", "metadata-default", { one: { registration: "refused" } }),
  signIn("auth-registration-forbidden", "metadata-default", { one: { registration: "forbidden" } }),
  signIn("auth-no-pkce", "metadata-default", { one: { metadata: { code_challenge_methods_supported: null } } }),
  signIn("auth-no-pkce-openid", "metadata-var1", {
    one: { metadataAt: ["openid"], metadata: { code_challenge_methods_supported: null } },
  }),
  signIn("auth-plain-pkce", "metadata-default", {
    one: { metadata: { code_challenge_methods_supported: ["plain"] } },
  }),
  signIn("auth-query-kept", "metadata-default", {
    one: { metadata: { authorization_endpoint: "$base/o/authorize?tenant=7" } },
  }),
  signIn("auth-state-changed", "metadata-default", { one: { redirect: { state: "changed" } } }, DELIBERATE),
  signIn("auth-state-missing", "metadata-default", { one: { redirect: { state: "missing" } } }, DELIBERATE),
  signIn("auth-iss-right", "iss-supported", { one: { metadata: ANNOUNCED, redirect: { iss: "$issuer" } } }),
  signIn("auth-iss-absent", "iss-not-advertised", {}),
  signIn("auth-iss-missing", "iss-supported-missing", { one: { metadata: ANNOUNCED } }, DELIBERATE),
  signIn(
    "auth-iss-wrong",
    "iss-wrong-issuer",
    { one: { metadata: ANNOUNCED, redirect: { iss: ELSEWHERE } } },
    DELIBERATE,
  ),
  signIn("auth-iss-unannounced", "iss-unexpected", { one: { redirect: { iss: ELSEWHERE } } }, DELIBERATE),
  signIn(
    "auth-iss-normalized",
    "iss-normalized",
    { one: { metadata: ANNOUNCED, redirect: { iss: "$issuer/" } } },
    DELIBERATE,
  ),
  signIn("auth-access-denied", "metadata-default", { one: { redirect: { error: "access_denied" } } }),
];
