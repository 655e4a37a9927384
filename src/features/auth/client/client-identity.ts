import type { CryptoKey } from "jose";
import type { Client, ClientAuth } from "oauth4webapi";
import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";

/** Who we say we are to an authorization server. */
export interface ClientIdentity {
  readonly clientId: string;
  /** How it came to be known there. */
  readonly how: "pre-registered" | "metadata-document" | "registered";
  readonly secret?: string;
  readonly key?: ClientKey;
  /** What the client is registered with, where we registered it. */
  readonly redirectUri?: string;
  readonly authMethod?: string;
}

export interface ClientKey {
  readonly key: CryptoKey;
  readonly kid?: string;
}

export const clientOf = ({ clientId }: ClientIdentity): Client => ({ client_id: clientId });

type OAuth = typeof import("oauth4webapi");

/** How a client proves itself at the token endpoint: by its key, by its secret in the way the server takes it, or not at all. */
export const clientAuthentication = (
  { secret, key, authMethod }: ClientIdentity,
  { document }: ServerMetadata,
  oauth: OAuth,
): ClientAuth => {
  if (key) return oauth.PrivateKeyJwt(key.kid === undefined ? key.key : { key: key.key, kid: key.kid });
  if (secret === undefined) return oauth.None();
  const listed = document["token_endpoint_auth_methods_supported"];
  const methods = authMethod === undefined ? (Array.isArray(listed) ? listed : []) : [authMethod];
  // RFC 8414: where nothing is listed, it is the header.
  const inHeader = methods.length === 0 || methods.includes("client_secret_basic");
  return inHeader ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
};
