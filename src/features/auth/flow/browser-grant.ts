import type { TokenEndpointResponse } from "oauth4webapi";
import { addressProblem } from "../../../probe/oauth/addresses.ts";
import { LoginStop } from "../../../probe/oauth/login-failure.ts";
import { type OAuthCall, oauthCall } from "../../../probe/oauth/oauth-call.ts";
import type { ServerMetadata } from "../../../probe/oauth/server-metadata.ts";
import type { RedirectListener } from "../../../wire/redirect-listener.ts";
import { type ClientIdentity, clientAuthentication, clientOf } from "../client/client-identity.ts";

export interface BrowserWish {
  readonly server: ServerMetadata;
  readonly identity: ClientIdentity;
  readonly resource: string;
  readonly scope?: string | undefined;
  readonly redirectUri: string;
  readonly listener: RedirectListener;
  /** Hands the address to the user. */
  readonly show: (address: URL) => void;
  /** Settles when the browser has been waited for long enough, or the run is interrupted. */
  readonly end: Promise<"too-late" | "interrupted">;
  /** Told of everything that must not be seen in a capture. */
  readonly hide: (...secrets: readonly string[]) => void;
}

/** The authorization code grant with PKCE: a browser goes there, and comes back to the listener. */
export const grantByBrowser = async (call: OAuthCall, wish: BrowserWish): Promise<TokenEndpointResponse> => {
  const { oauth } = call;
  const { server, identity, resource, redirectUri } = wish;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  wish.hide(verifier, state);
  const address = await authorizationAddress(wish, state, await oauth.calculatePKCECodeChallenge(verifier));
  const problem = await addressProblem(call.http, address);
  if (problem) throw new LoginStop(problem.problem, problem.line);
  const draft = call.http.note("authorization", address);
  wish.show(address);
  const came = await Promise.race([wish.listener.answer, wish.end]);
  draft.endMs = call.http.context.now();
  if (came === "too-late") {
    draft.trouble = { kind: "timed-out", detail: "the browser did not come back in time" };
    throw new LoginStop(
      "no-answer",
      "nobody came back from the browser in time; sign in there, or give it longer with --wait 5m",
    );
  }
  if (came === "interrupted") throw new LoginStop("interrupted", "interrupted before anybody was signed in");
  const code = came.get("code");
  if (code !== null) wish.hide(code);
  draft.response = Object.fromEntries(came);
  const parameters = validate(call, wish, came, state);
  return oauthCall(call, "refused", server.tokenEndpoint, "token", async (options) => {
    const response = await oauth.authorizationCodeGrantRequest(
      call.as,
      clientOf(identity),
      clientAuthentication(identity, server, oauth),
      parameters,
      redirectUri,
      verifier,
      { ...options, additionalParameters: { resource } },
    );
    return oauth.processAuthorizationCodeResponse(call.as, clientOf(identity), response);
  });
};

const authorizationAddress = async (
  { server, identity, resource, scope, redirectUri }: BrowserWish,
  state: string,
  challenge: string,
): Promise<URL> => {
  if (!server.authorizationEndpoint)
    throw new LoginStop(
      "unsupported",
      `${server.issuer} has no authorization endpoint, so nobody can sign in with a browser; use --headless`,
    );
  const address = new URL(server.authorizationEndpoint);
  const parameters: Readonly<Record<string, string | undefined>> = {
    response_type: "code",
    client_id: identity.clientId,
    redirect_uri: redirectUri,
    scope,
    // OpenID Connect gives a refresh token only to those who ask for consent.
    prompt: scope?.split(" ").includes("offline_access") ? "consent" : undefined,
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) address.searchParams.set(name, value);
  return address;
};

/** Issuer first, then state: what comes from anybody else is neither used nor repeated. */
const validate = (
  { oauth, as }: OAuthCall,
  { server, identity }: BrowserWish,
  came: URLSearchParams,
  state: string,
): URLSearchParams => {
  const issuers = came.getAll("iss");
  if (issuers.some((issuer) => issuer !== server.issuer))
    throw new LoginStop(
      "issuer-mismatch",
      `the answer in the browser came from another issuer than ${server.issuer}; it was refused, and nothing was sent on`,
    );
  if (issuers.length === 0 && server.promisesIssuer)
    throw new LoginStop(
      "issuer-mismatch",
      `${server.issuer} promises to name itself in its answer (iss), and the answer in the browser did not; it was refused`,
    );
  const states = came.getAll("state");
  if (states.length !== 1 || states[0] !== state)
    throw new LoginStop(
      "state-mismatch",
      "the answer in the browser belongs to another sign-in (its state is not ours); it was refused, and nothing was sent on",
    );
  try {
    return oauth.validateAuthResponse(as, clientOf(identity), came, state);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const said = error.error_description === undefined ? "" : ` (${error.error_description})`;
      throw new LoginStop("denied", `${server.issuer} sent the browser back with ${error.error}${said}`);
    }
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
      throw new LoginStop("bad-answer", `the answer in the browser is not as OAuth says: ${error.message}`);
    throw error;
  }
};
