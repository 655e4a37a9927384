/** In what the example authorization server differs from the usual one; each is one vice, or one choice that the text permits. */
export interface Traits {
  /** What follows the origin in the issuer: a tenant. */
  readonly issuerPath?: string;
  /** The issuer that the metadata names, where it is not the true one. */
  readonly lie?: string;
  readonly metadata?: "both" | "rfc8414" | "openid" | "none";
  /** Other members of the metadata; undefined leaves one out. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Of the OpenID Connect document alone. */
  readonly openidMembers?: Readonly<Record<string, unknown>>;
  readonly endpointsOn?: string;
  /** How a correct request goes on. */
  readonly page?: "sign-in" | "consent" | "code" | "single-page" | "redirect-to-page";
  readonly frameable?: "yes" | "script";
  readonly hidesHost?: true;
  /** Requests that are taken although they should not be. */
  readonly takes?: ReadonlySet<Vice>;
  /** How errors reach the client. */
  readonly errors?: "redirect" | "page";
  readonly iss?: "none" | "other";
  readonly state?: "none";
  readonly registration?: "none" | "no-redirects" | "status-200" | "undated-secret" | "loopback-only" | "refused";
  readonly removal?: "none" | "500" | "405";
  readonly tokens?: "opaque" | "jwt" | "jwt-other-audience";
  readonly tokenCaching?: true;
  readonly tokenError?: "html" | "500";
  readonly basic?: "400";
  readonly reads?: "get";
  /** A proxy: where authorization is passed on to, and whether a page of its own comes first. */
  readonly upstream?: "at-once" | "after-page" | "own-client-each" | "sign-in-only";
  readonly documents?: "never-kept" | "never-fetched";
}

export type Vice =
  | "no-pkce"
  | "plain"
  | "any-redirect"
  | "redirect-prefix"
  | "redirect-query"
  | "redirect-port"
  | "redirect-error"
  | "plain-http"
  | "wrong-verifier"
  | "used-code"
  | "made-up-code"
  | "anonymous-credentials"
  | "unsigned-assertion"
  | "any-resource"
  | "document-wrong-id"
  | "document-redirect"
  | "document-without-redirects"
  | "document-moved"
  | "document-large";
