import type { Revision } from "../../src/protocol/revision.ts";
import type { Traits, Vice } from "../servers/authorization-server/traits.ts";

/** An authorization server with exactly one vice. */
export interface AuthorizationMutant {
  readonly id: string;
  readonly vice: string;
  readonly traits: Traits;
  /** Every rule that fails, warnings included: this is the kill matrix. */
  readonly fails: readonly string[];
  /** Whether it is met by way of its MCP server. */
  readonly byServer?: true;
  readonly revision?: Revision;
}

const taking = (...vices: readonly Vice[]): Traits => ({ takes: new Set(vices) });

export const AUTHORIZATION_MUTANTS: readonly AuthorizationMutant[] = [
  { id: "pkce-optional", vice: "Goes on without a code challenge.", traits: taking("no-pkce"), fails: ["AS-001"] },
  {
    id: "pkce-optional-code",
    vice: "Issues a code without a code challenge.",
    traits: { ...taking("no-pkce"), page: "code" },
    fails: ["AS-001"],
  },
  {
    id: "plain-unlisted",
    vice: "Takes the method plain without listing it.",
    traits: taking("plain"),
    fails: ["AS-002"],
  },
  {
    id: "verifier-ignored",
    vice: "Does not compare the verifier.",
    traits: { ...taking("wrong-verifier"), page: "code" },
    fails: ["AS-003"],
  },
  {
    id: "code-twice",
    vice: "Exchanges a code twice.",
    traits: { ...taking("used-code"), page: "code" },
    fails: ["AS-004"],
  },
  { id: "state-lost", vice: "Leaves out state in its responses.", traits: { state: "none" }, fails: ["AS-005"] },
  { id: "token-for-nothing", vice: "Takes any code.", traits: taking("made-up-code"), fails: ["AS-006"] },
  { id: "token-error-html", vice: "Refuses with a page.", traits: { tokenError: "html" }, fails: ["AS-007"] },
  { id: "token-error-500", vice: "Refuses with 500.", traits: { tokenError: "500" }, fails: ["AS-007", "AS-008"] },
  { id: "basic-400", vice: "Answers 400 to a failed Basic.", traits: { basic: "400" }, fails: ["AS-008"] },
  { id: "token-by-get", vice: "Reads token requests by GET.", traits: { reads: "get" }, fails: ["AS-009"] },
  { id: "framed", vice: "Lets its page be framed.", traits: { frameable: "yes" }, fails: ["AS-010"] },
  {
    id: "registration-200",
    vice: "Answers a registration with 200.",
    traits: { registration: "status-200" },
    fails: ["AS-011"],
  },
  {
    id: "registration-bare",
    vice: "Does not return the redirect URIs.",
    traits: { registration: "no-redirects" },
    fails: ["AS-011"],
  },
  {
    id: "secret-undated",
    vice: "Hands out a secret and does not say when it ends.",
    traits: { registration: "undated-secret" },
    fails: ["AS-011"],
  },
  { id: "removal-500", vice: "Breaks when a client is deleted.", traits: { removal: "500" }, fails: ["AS-012"] },
  { id: "token-kept", vice: "Lets tokens be kept.", traits: { page: "code", tokenCaching: true }, fails: ["AS-013"] },
  {
    id: "audience-own",
    vice: "Names itself as the audience.",
    traits: { page: "code", tokens: "jwt-other-audience" },
    fails: ["AS-014"],
    byServer: true,
  },
  { id: "any-resource", vice: "Does not look at resource.", traits: taking("any-resource"), fails: ["AS-015"] },
  {
    id: "anonymous-credentials",
    vice: "Issues a token for client credentials that nobody sent.",
    traits: taking("anonymous-credentials"),
    fails: ["AS-016"],
  },
  {
    id: "credentials-without-methods",
    vice: "Offers client credentials to public clients alone.",
    traits: { members: { token_endpoint_auth_methods_supported: ["none"] } },
    fails: ["AS-017"],
  },
  {
    id: "signed-without-algorithms",
    vice: "Lets clients sign, and does not say with which algorithms.",
    traits: { members: { token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] } },
    fails: ["AS-022"],
  },
  {
    id: "profile-without-grant",
    vice: "Announces identity assertions and does not offer their grant.",
    traits: {
      members: {
        grant_types_supported: ["authorization_code"],
        authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"],
      },
    },
    fails: ["AS-023"],
  },
  {
    id: "unsigned-assertion",
    vice: "Takes an assertion that nobody signed.",
    traits: taking("unsigned-assertion"),
    fails: ["AS-018"],
  },
  {
    id: "metadata-contradicts",
    vice: "Names another token endpoint in its OpenID document.",
    traits: { openidMembers: { token_endpoint: "https://elsewhere.example/token" } },
    fails: ["AS-019"],
  },
  { id: "document-large", vice: "Takes a document of 2 MB.", traits: taking("document-large"), fails: ["AS-020"] },
  { id: "iss-absent", vice: "Leaves out iss, which it announces.", traits: { iss: "none" }, fails: ["AUTH-032"] },
  { id: "iss-other", vice: "Sends the iss of somebody else.", traits: { iss: "other" }, fails: ["AUTH-032"] },
  {
    id: "iss-unannounced",
    vice: "Sends iss and does not announce it.",
    traits: { members: { authorization_response_iss_parameter_supported: undefined } },
    fails: ["AUTH-033"],
  },
  {
    id: "document-wrong-id",
    vice: "Does not compare the client id of a document.",
    traits: taking("document-wrong-id"),
    fails: ["AUTH-037"],
  },
  {
    id: "document-redirect",
    vice: "Takes a redirect URI that the document does not list.",
    traits: taking("document-redirect"),
    fails: ["AUTH-037"],
  },
  {
    id: "document-without-redirects",
    vice: "Takes a document without redirect URIs.",
    traits: taking("document-without-redirects"),
    fails: ["AUTH-037"],
  },
  {
    id: "document-moved",
    vice: "Follows a redirect to another document.",
    traits: taking("document-moved"),
    fails: ["AUTH-037"],
  },
  {
    id: "document-every-time",
    vice: "Fetches the document for every request.",
    traits: { documents: "never-kept" },
    fails: ["AUTH-038"],
  },
  {
    id: "consent-without-host",
    vice: "Asks for consent and does not show where the code goes.",
    traits: { page: "consent", hidesHost: true },
    fails: ["AUTH-039"],
  },
  {
    id: "redirect-any",
    vice: "Takes any redirect URI.",
    traits: taking("any-redirect"),
    fails: ["AUTH-037", "AUTH-040"],
  },
  {
    id: "redirect-any-code",
    vice: "Sends codes to any redirect URI.",
    traits: { ...taking("any-redirect"), page: "code" },
    fails: ["AUTH-037", "AUTH-040"],
  },
  {
    id: "redirect-prefix",
    vice: "Compares the beginning of a redirect URI.",
    traits: taking("redirect-prefix"),
    fails: ["AUTH-040"],
  },
  {
    id: "redirect-query",
    vice: "Ignores the query of a redirect URI.",
    traits: taking("redirect-query"),
    fails: ["AUTH-040"],
  },
  {
    id: "redirect-port",
    vice: "Ignores the port of a redirect URI.",
    traits: taking("redirect-port"),
    fails: ["AUTH-040"],
  },
  {
    id: "redirect-error",
    vice: "Redirects errors to an address that is not registered.",
    traits: taking("redirect-error"),
    fails: ["AUTH-040"],
  },
  {
    id: "plain-http",
    vice: "Registers plain http on another host.",
    traits: taking("plain-http"),
    fails: ["AUTH-041"],
  },
  {
    id: "proxy-at-once",
    vice: "Sends a new client on to a third party at once.",
    traits: { upstream: "at-once" },
    fails: ["AUTH-045"],
    byServer: true,
  },
  {
    id: "proxy-at-once-2025",
    vice: "The same, in the revision that lists the protections of a proxy.",
    traits: { upstream: "at-once" },
    fails: ["AUTH-045", "SEC-011"],
    byServer: true,
    revision: "2025-11-25",
  },
  {
    id: "proxy-framed",
    vice: "Lets the page be framed on which it asks before it sends a client on.",
    traits: { upstream: "after-page", frameable: "yes" },
    fails: ["AS-010", "SEC-011"],
    byServer: true,
    revision: "2025-11-25",
  },
  {
    id: "issuer-lie",
    vice: "Says in its metadata that it is somebody else.",
    traits: { lie: "https://honest.example" },
    fails: ["AUTH-030"],
  },
  {
    id: "no-pkce-member",
    vice: "Does not say that it knows PKCE.",
    traits: { members: { code_challenge_methods_supported: undefined } },
    fails: ["AUTH-031"],
  },
  {
    id: "endpoint-in-the-open",
    vice: "Has an endpoint that is plain http on another host.",
    traits: { members: { jwks_uri: "http://keys.example.com/jwks" } },
    fails: ["AUTH-034"],
  },
  {
    id: "named-without-metadata",
    vice: "Is named by a server and publishes no metadata.",
    traits: { metadata: "none" },
    fails: ["AUTH-027"],
    byServer: true,
  },
];
