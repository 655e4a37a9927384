import type { TokenEndpointResponse } from "oauth4webapi";
import { defined } from "../../../base/defined.ts";
import { type OAuthCall, oauthCall } from "../../../probe/oauth/oauth-call.ts";
import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import { type ClientIdentity, clientAuthentication, clientOf } from "../client/client-identity.ts";

export interface MachineWish {
  readonly server: ServerMetadata;
  readonly identity: ClientIdentity;
  readonly resource: string;
  readonly scope?: string | undefined;
}

/** A client that acts for itself. */
export const grantToClient = (
  call: OAuthCall,
  { server, identity, resource, scope }: MachineWish,
): Promise<TokenEndpointResponse> =>
  oauthCall(call, "refused", server.tokenEndpoint, "token", async (options) => {
    const { oauth, as } = call;
    const response = await oauth.clientCredentialsGrantRequest(
      as,
      clientOf(identity),
      clientAuthentication(identity, server, oauth),
      defined({ resource, scope }) as Record<string, string>,
      options,
    );
    return oauth.processClientCredentialsResponse(as, clientOf(identity), response);
  });

/** A token that was given once, renewed without anybody. */
export const refresh = (
  call: OAuthCall,
  { server, identity, resource }: MachineWish,
  refreshToken: string,
): Promise<TokenEndpointResponse> =>
  oauthCall(call, "refused", server.tokenEndpoint, "refresh", async (options) => {
    const { oauth, as } = call;
    const response = await oauth.refreshTokenGrantRequest(
      as,
      clientOf(identity),
      clientAuthentication(identity, server, oauth),
      refreshToken,
      { ...options, additionalParameters: { resource } },
    );
    return oauth.processRefreshTokenResponse(as, clientOf(identity), response);
  });
