// Authorization servers, where the rules of this area are about them.

import { type AuthorizationMutant, type AuthorizationNearMiss, mutant } from "../../authorization-server/variant.ts";
import { AUTHORIZATION_SERVER_NEAR_MISSES } from "../authorization-server/near-misses.ts";

export const ISSUER_MUTANTS: Readonly<Record<string, AuthorizationMutant>> = {
  "credentials-without-methods": mutant("AS-017", "Offers client credentials to public clients alone.", {
    members: { token_endpoint_auth_methods_supported: ["none"] },
  }),
  "signed-without-algorithms": mutant("AS-022", "Lets clients sign, and does not say with which algorithms.", {
    members: { token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] },
  }),
  "profile-without-grant": mutant("AS-023", "Announces identity assertions and does not offer their grant.", {
    members: {
      grant_types_supported: ["authorization_code"],
      authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"],
    },
  }),
  "metadata-contradicts": mutant("AS-019", "Names another token endpoint in its OpenID document.", {
    openidMembers: { token_endpoint: "https://elsewhere.example/token" },
  }),
  "consent-without-host": mutant("AUTH-039", "Asks for consent and does not show where the code goes.", {
    page: "consent",
    hidesHost: true,
  }),
  "issuer-lie": mutant("AUTH-030", "Says in its metadata that it is somebody else.", { lie: "https://honest.example" }),
  "no-pkce-member": mutant("AUTH-031", "Does not say that it knows PKCE.", {
    members: { code_challenge_methods_supported: undefined },
  }),
  "endpoint-in-the-open": mutant("AUTH-034", "Has an endpoint that is plain http on another host.", {
    members: { jwks_uri: "http://keys.example.com/jwks" },
  }),
  "named-without-metadata": mutant(
    "AUTH-027",
    "Is named by a server and publishes no metadata.",
    { metadata: "none" },
    { byServer: true },
  ),
};

export const ISSUER_NEAR_MISSES: Readonly<Record<string, AuthorizationNearMiss>> = {
  "openid-only": {
    choice: "Publishes an OpenID Connect document alone.",
    permittedBy: "2026-07-28 basic/authorization/index#overview: at least one of the two.",
    traits: { metadata: "openid" },
    closestTo: ["AUTH-027", "AS-019"],
  },
  "rfc8414-only": {
    choice: "Publishes RFC 8414 metadata alone.",
    permittedBy: "2026-07-28 basic/authorization/index#overview: at least one of the two.",
    traits: { metadata: "rfc8414" },
    closestTo: ["AUTH-027", "AS-019"],
  },
  tenant: { ...AUTHORIZATION_SERVER_NEAR_MISSES["tenant"], closestTo: ["AUTH-030"] },
  "no-registration": { ...AUTHORIZATION_SERVER_NEAR_MISSES["no-registration"], closestTo: ["AUTH-035"] },
  "consent-with-host": {
    choice: "Asks for consent at once and shows the host.",
    permittedBy: "2026-07-28 basic/authorization/security-considerations#localhost-redirect-uri-risks.",
    traits: { page: "consent" },
    closestTo: ["AUTH-039"],
  },
  "host-later": {
    choice: "Shows the host on a page that comes after the sign-in.",
    permittedBy: "2026-07-28: during authorization, not on its first page.",
    traits: { hidesHost: true },
    closestTo: ["AUTH-039"],
  },
  "no-documents": { ...AUTHORIZATION_SERVER_NEAR_MISSES["no-documents"], closestTo: ["AUTH-039"] },
  "no-extensions": { ...AUTHORIZATION_SERVER_NEAR_MISSES["no-extensions"], closestTo: ["AS-017"] },
  "signs-for-users-alone": {
    choice:
      "Lets clients sign without saying how, and offers no client credentials; the assertion profile it has is not the enterprise's.",
    permittedBy:
      "The extension's sentence is about the client credentials flow, and its profile has a name of its own.",
    traits: {
      members: {
        grant_types_supported: ["authorization_code"],
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
        authorization_grant_profiles_supported: ["urn:example:grant-profile:other"],
      },
    },
    closestTo: ["AS-022", "AS-023"],
  },
  "all-announced": {
    choice: "Takes signed clients alone, with one algorithm, and announces the profile beside its grant.",
    permittedBy: "One of the two methods is enough, and one algorithm is a list.",
    traits: {
      members: {
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
        token_endpoint_auth_signing_alg_values_supported: ["ES256"],
        authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"],
      },
    },
    closestTo: ["AS-017", "AS-022", "AS-023"],
  },
};
