import { defined } from "../../../base/defined.ts";
import { LoginStop } from "../../../probe/oauth/login-failure.ts";
import { type OAuthCall, oauthCall } from "../../../probe/oauth/oauth-call.ts";
import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import type { ClientIdentity } from "./client-identity.ts";

export interface RegistrationWish {
  readonly redirectUri: string;
  readonly scope?: string | undefined;
}

/** Dynamic registration (RFC 7591) as a native application without a secret. Only ever called with the user's consent. */
export const registerClient = async (
  call: OAuthCall,
  server: ServerMetadata,
  { redirectUri, scope }: RegistrationWish,
): Promise<ClientIdentity> => {
  if (!server.registrationEndpoint)
    throw new LoginStop(
      "unsupported",
      `${server.issuer} offers no dynamic registration; register a client there and give it with --client-id`,
    );
  const { oauth } = call;
  const metadata = defined({
    client_name: "mcptest",
    application_type: "native",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope,
  });
  const client = await oauthCall(call, "registration-refused", server.registrationEndpoint, "registration", (options) =>
    oauth
      .dynamicClientRegistrationRequest(call.as, metadata, options)
      .then((response) => oauth.processDynamicClientRegistrationResponse(response)),
  );
  const { client_id, client_secret, token_endpoint_auth_method: method } = client;
  return {
    clientId: client_id,
    how: "registered",
    redirectUri,
    ...(typeof client_secret === "string" && method !== "none" ? { secret: client_secret } : {}),
    ...(typeof method === "string" ? { authMethod: method } : {}),
  };
};
