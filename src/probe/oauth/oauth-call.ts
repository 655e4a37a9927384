import type { AuthorizationServer, allowInsecureRequests, customFetch } from "oauth4webapi";
import { addressProblem } from "./addresses.ts";
import type { AuthHttp } from "./auth-http.ts";
import { type LoginProblem, LoginStop } from "./login-failure.ts";
import { NoResponse, oauthFetch } from "./oauth-fetch.ts";
import type { ServerMetadata } from "./server-metadata.ts";

/** What every request of the flow needs: our HTTP, the library, and whom it is about. */
export interface OAuthCall {
  readonly http: AuthHttp;
  readonly oauth: typeof import("oauth4webapi");
  readonly as: AuthorizationServer;
}

export const openOAuth = async (http: AuthHttp, server: ServerMetadata): Promise<OAuthCall> => ({
  http,
  oauth: await import("oauth4webapi"),
  // Checked before: the issuer, and the addresses that are used.
  as: server.document as unknown as AuthorizationServer,
});

/** Our own HTTP, in the words of the library; it serves requests of every method and body. */
interface OwnOptions {
  readonly [customFetch]: ReturnType<typeof oauthFetch>;
  readonly [allowInsecureRequests]: true;
}

/** One request by the library over our own HTTP; whatever goes wrong becomes a line. */
export const oauthCall = async <T>(
  { http, oauth }: OAuthCall,
  refused: LoginProblem,
  endpoint: URL,
  step: string,
  request: (options: OwnOptions) => Promise<T>,
): Promise<T> => {
  const problem = await addressProblem(http, endpoint);
  if (problem) throw new LoginStop(problem.problem, problem.line);
  try {
    // Whether an address may do without TLS was decided above, by where it is.
    return await request({ [oauth.customFetch]: oauthFetch(http, step), [oauth.allowInsecureRequests]: true });
  } catch (error) {
    throw stopOf(error, oauth, refused, endpoint);
  }
};

/** A line for what the library or the wire found wrong; what is neither is a bug of ours and passes. */
const stopOf = (error: unknown, oauth: OAuthCall["oauth"], refused: LoginProblem, { href }: URL): unknown => {
  if (error instanceof NoResponse) {
    const { kind, detail } = error.trouble;
    if (kind === "aborted") return new LoginStop("interrupted", "interrupted before anybody was signed in");
    if (kind === "forbidden-address")
      return new LoginStop(
        "forbidden-address",
        `${error.url.origin} is a loopback or private address; allow it with --allow-private if you trust it`,
      );
    return new LoginStop(
      kind === "not-json" || kind === "limit-exceeded" ? "bad-answer" : "unreachable",
      `${href}: ${detail}`,
    );
  }
  if (error instanceof oauth.ResponseBodyError) {
    const said = error.error_description === undefined ? "" : ` (${error.error_description})`;
    return new LoginStop(refused, `${href} answered ${error.status} ${error.error}${said}`);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new LoginStop(refused, `${href} answered ${error.status} and refused the client`);
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new LoginStop("bad-answer", `${href} did not answer as OAuth says: ${error.message}`);
  return error;
};
