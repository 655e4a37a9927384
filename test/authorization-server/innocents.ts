import type { Revision } from "../../src/protocol/revision.ts";
import type { Traits } from "../servers/authorization-server/traits.ts";

/** A correct authorization server that makes one unusual choice which the text permits. */
export interface AuthorizationInnocent {
  readonly id: string;
  readonly choice: string;
  readonly permittedBy: string;
  readonly traits: Traits;
  /** The rules that come nearest to failing it; none of them does. */
  readonly closestTo: readonly string[];
  readonly byServer?: true;
  readonly revision?: Revision;
}

export const AUTHORIZATION_INNOCENTS: readonly AuthorizationInnocent[] = [
  {
    id: "usual",
    choice: "Nothing out of the ordinary.",
    permittedBy: "Everything is as the pages say.",
    traits: {},
    closestTo: ["AS-006", "AS-007", "AS-008", "AS-009", "AS-011", "AS-012", "AUTH-040", "AUTH-041"],
  },
  {
    id: "openid-only",
    choice: "Publishes an OpenID Connect document alone.",
    permittedBy: "2026-07-28 basic/authorization/index#overview: at least one of the two.",
    traits: { metadata: "openid" },
    closestTo: ["AUTH-027", "AS-019"],
  },
  {
    id: "rfc8414-only",
    choice: "Publishes RFC 8414 metadata alone.",
    permittedBy: "2026-07-28 basic/authorization/index#overview: at least one of the two.",
    traits: { metadata: "rfc8414" },
    closestTo: ["AUTH-027", "AS-019"],
  },
  {
    id: "tenant",
    choice: "Has an issuer with a path.",
    permittedBy: "2026-07-28 basic/authorization/authorization-server-discovery: issuers with path components.",
    traits: { issuerPath: "/tenant1" },
    closestTo: ["AUTH-030", "AUTH-032"],
    byServer: true,
  },
  {
    id: "opaque-tokens",
    choice: "Issues tokens that nobody else can read.",
    permittedBy: "No sentence asks for readable tokens.",
    traits: { page: "code", tokens: "opaque" },
    closestTo: ["AS-003", "AS-004", "AS-013", "AS-014"],
    byServer: true,
  },
  {
    id: "readable-tokens",
    choice: "Issues tokens that name the resource.",
    permittedBy: "RFC 8707: the audience is what was asked for.",
    traits: { page: "code", tokens: "jwt" },
    closestTo: ["AS-014"],
    byServer: true,
  },
  {
    id: "no-registration",
    choice: "Registers nobody.",
    permittedBy: "2026-07-28 basic/authorization/index#overview: registration MAY be supported.",
    traits: { registration: "none" },
    closestTo: ["AS-011", "AUTH-035"],
  },
  {
    id: "registration-guarded",
    choice: "Refuses every registration.",
    permittedBy: "RFC 7591, section 3: registration may need an initial access token.",
    traits: { registration: "refused" },
    closestTo: ["AS-011", "AUTH-041"],
  },
  {
    id: "loopback-only",
    choice: "Registers loopback addresses alone.",
    permittedBy: "RFC 7591: a server may restrict what it registers.",
    traits: { registration: "loopback-only" },
    closestTo: ["AUTH-040"],
  },
  {
    id: "no-removal",
    choice: "Offers no way to delete a client.",
    permittedBy: "RFC 7592 is not asked for by any revision.",
    traits: { removal: "none" },
    closestTo: ["AS-012"],
  },
  {
    id: "removal-405",
    choice: "Names an address for a client and does not support its deletion.",
    permittedBy: "RFC 7592, section 2.3: 405 where deletion is not supported.",
    traits: { removal: "405" },
    closestTo: ["AS-012"],
  },
  {
    id: "errors-on-pages",
    choice: "Shows every error on a page.",
    permittedBy:
      "2026-07-28 basic/authorization/security-considerations#open-redirection: it MAY inform the user instead.",
    traits: { errors: "page" },
    closestTo: ["AS-005", "AUTH-032", "AUTH-033", "AS-001", "AS-002", "AS-015"],
  },
  {
    id: "single-page",
    choice: "Shows the same page whatever is asked, and says there what is wrong.",
    permittedBy: "No sentence says how an error looks.",
    traits: { page: "single-page", errors: "page" },
    closestTo: ["AUTH-040", "AS-001"],
  },
  {
    id: "signs-in-elsewhere",
    choice: "Redirects to its page, with a cookie.",
    permittedBy: "No sentence says where the page is.",
    traits: { page: "redirect-to-page" },
    closestTo: ["AS-010", "AUTH-040"],
  },
  {
    id: "frame-busting",
    choice: "Leaves frames with a script.",
    permittedBy: "RFC 6819, section 4.4.1.9: frame-busting JavaScript is a countermeasure.",
    traits: { frameable: "script" },
    closestTo: ["AS-010"],
  },
  {
    id: "consent-with-host",
    choice: "Asks for consent at once and shows the host.",
    permittedBy: "2026-07-28 basic/authorization/security-considerations#localhost-redirect-uri-risks.",
    traits: { page: "consent" },
    closestTo: ["AUTH-039"],
  },
  {
    id: "host-later",
    choice: "Shows the host on a page that comes after the sign-in.",
    permittedBy: "2026-07-28: during authorization, not on its first page.",
    traits: { hidesHost: true },
    closestTo: ["AUTH-039"],
  },
  {
    id: "proxy-with-page",
    choice: "Passes authorization on, after a page of its own.",
    permittedBy: "2026-07-28 basic/authorization/security-considerations#confused-deputy-problem: consent first.",
    traits: { upstream: "after-page" },
    closestTo: ["AUTH-045"],
    byServer: true,
  },
  {
    id: "proxy-with-page-2025",
    choice: "The same, in the revision that lists the protections of a proxy.",
    permittedBy: "2025-11-25 basic/security_best_practices#required-protections.",
    traits: { upstream: "after-page" },
    closestTo: ["SEC-011", "AUTH-045"],
    byServer: true,
    revision: "2025-11-25",
  },
  {
    id: "federated-sign-in",
    choice: "Sends the user elsewhere to sign in, and only for that.",
    permittedBy: "The sentence is about proxies of an API; who signs in elsewhere is none.",
    traits: { upstream: "sign-in-only" },
    closestTo: ["AUTH-045"],
    byServer: true,
  },
  {
    id: "client-of-its-own-each",
    choice: "Has a client id at the third party for each of its own.",
    permittedBy: "The sentence is about static client ids.",
    traits: { upstream: "own-client-each" },
    closestTo: ["AUTH-045"],
    byServer: true,
  },
  {
    id: "no-documents",
    choice: "Reads no client documents and does not say so.",
    permittedBy: "2026-07-28: they SHOULD be supported, which is AUTH-036; nothing else follows.",
    traits: { members: { client_id_metadata_document_supported: undefined } },
    closestTo: ["AUTH-037", "AUTH-038", "AS-020", "AUTH-039"],
  },
  {
    id: "no-extensions",
    choice: "Offers the authorization code alone.",
    permittedBy: "Extensions are optional.",
    traits: { members: { grant_types_supported: ["authorization_code"] } },
    closestTo: ["AS-016", "AS-017", "AS-018"],
  },
  {
    id: "signs-for-users-alone",
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
  {
    id: "all-announced",
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
  {
    id: "plain-listed",
    choice: "Lists the method plain and takes it.",
    permittedBy: "RFC 7636: plain is a method; clients MUST use S256 where they can.",
    traits: { members: { code_challenge_methods_supported: ["S256", "plain"] }, takes: new Set(["plain"]) },
    closestTo: ["AS-002"],
  },
];
