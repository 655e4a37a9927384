import type { TokenRecord } from "../tokens/token-record.ts";
import type { ClientIdentity } from "./client-identity.ts";

/** The clients that were registered by us earlier, by issuer: what one authorization server handed out is nothing to another. */
export const readClientOf = (records: readonly TokenRecord[]): ReadonlyMap<string, ClientIdentity> =>
  new Map(
    records.flatMap((record) => {
      const identity = identityIn(record);
      return identity.how === "registered" ? [[record.issuer, identity] as const] : [];
    }),
  );

/** The client that a stored token was given to. Only a client of our own registration has a redirect of its own. */
export const identityIn = (record: TokenRecord): ClientIdentity => {
  const { client_id: clientId, client_secret: secret, client_auth_method, redirect_uri: redirectUri } = record;
  return {
    clientId,
    how: redirectUri === undefined ? "pre-registered" : "registered",
    ...(secret === undefined ? {} : { secret }),
    ...(client_auth_method === undefined ? {} : { authMethod: client_auth_method }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
  };
};
