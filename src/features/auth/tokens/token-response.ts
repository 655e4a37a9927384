import type { TokenEndpointResponse } from "oauth4webapi";
import { defined } from "../../../base/defined.ts";
import { LoginStop } from "../../../probe/oauth/login-failure.ts";
import type { ClientIdentity } from "../client/client-identity.ts";
import { TOKEN_FORMAT, type TokenRecord } from "./token-record.ts";

export interface TokenAbout {
  readonly resource: string;
  readonly issuer: string;
  readonly identity: ClientIdentity;
  /** What was asked for: a response that names no scope grants that. */
  readonly scope?: string | undefined;
  /** Kept where a refresh brings no new one. */
  readonly refreshToken?: string | undefined;
  readonly now: number;
}

/** Longer than a year is no lifetime, and far longer is no date. */
const LONGEST_S = 366 * 24 * 3_600;

/** What no header can carry is no bearer token (RFC 6750). */
const BEARER = /^[A-Za-z0-9\-._~+/]+=*$/;
const LONGEST_TOKEN = 12_288;

export const recordOf = (response: TokenEndpointResponse, about: TokenAbout): TokenRecord => {
  const { resource, issuer, identity, now } = about;
  if (response.token_type !== "bearer")
    throw new LoginStop("bad-answer", `${issuer} issued a token of another type than Bearer, which MCP does not know`);
  if (!BEARER.test(response.access_token) || response.access_token.length > LONGEST_TOKEN)
    throw new LoginStop("bad-answer", `${issuer} issued an access token that fits in no Authorization header`);
  const lifetime = response.expires_in;
  return defined({
    format: TOKEN_FORMAT as typeof TOKEN_FORMAT,
    resource,
    issuer,
    client_id: identity.clientId,
    client_secret: identity.how === "registered" ? identity.secret : undefined,
    client_auth_method: identity.how === "registered" ? identity.authMethod : undefined,
    redirect_uri: identity.redirectUri,
    // Some servers send an empty one where none was asked for.
    scope: response.scope || about.scope,
    access_token: response.access_token,
    refresh_token: response.refresh_token ?? about.refreshToken,
    obtained_at: new Date(now).toISOString(),
    expires_at:
      lifetime === undefined
        ? undefined
        : new Date(now + Math.min(Math.max(0, lifetime), LONGEST_S) * 1_000).toISOString(),
  });
};
