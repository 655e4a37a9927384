import type { JsonObject } from "../../../base/json.ts";
import { authenticate, methodsIn } from "./client-authentication.ts";
import { verifies } from "./issued.ts";
import { checkProof } from "./proof.ts";
import { type IssuerRequest, type IssuerResponse, refusal } from "./reply.ts";
import type { ServerPlace } from "./server-place.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

export interface TokenPlace extends ServerPlace {
  readonly issuer: string;
  /** Of the token endpoint. */
  readonly url: string;
  readonly metadata: JsonObject;
}

const NONCE = "mcptest-nonce-of-the-authorization-server";

export const answerTokenRequest = async (asked: IssuerRequest, place: TokenPlace): Promise<IssuerResponse> => {
  const { variant, issued, given, issuer, url } = place;
  const { tokens = {} } = variant;
  const grant = asked.form.get("grant_type") ?? "";
  if (tokens.slowMs !== undefined) await place.pause(tokens.slowMs);
  if (tokens.refuses !== undefined) return refusal(tokens.refuses, "every token request is refused here");
  if (!(tokens.grants ?? ["authorization_code", "refresh_token"]).includes(grant))
    return refusal("unsupported_grant_type", "the metadata does not list this grant");
  const audiences = [issuer, `${issuer}/`, url];
  // A workload is known by its assertion alone.
  if (given?.context["valid_jwt"] !== undefined) return answerAssertion(asked, place, audiences);
  const client = await authenticate(asked, { methods: methodsIn(place.metadata), issued, given, audiences });
  if (!client.ok) return refusal("invalid_client", client.why, 401);
  const key = await boundKey(asked, place);
  if (typeof key === "object") return key;
  switch (grant) {
    case "authorization_code":
      return redeem(asked, client.client, key, place);
    case "refresh_token":
      return renew(asked, key, place);
    case "client_credentials":
      return issue(asked.form.get("scope") ?? "", key, place);
    case JWT_BEARER:
      return answerAssertion(asked, place, audiences);
    default:
      return refusal("unsupported_grant_type", "this grant is not served");
  }
};

/** The digest of the key that tokens are bound to; an answer where the proof is not good. */
const boundKey = async (
  asked: IssuerRequest,
  { variant, issued, url }: TokenPlace,
): Promise<string | undefined | IssuerResponse> => {
  const { bound, nonces } = variant.tokens ?? {};
  if (bound !== "dpop") return undefined;
  const proof = await checkProof(asked, { url, ...(nonces ? { nonce: NONCE } : {}) }, issued.proofs);
  if (proof.ok) return proof.key;
  const answer = refusal(proof.wantsNonce ? "use_dpop_nonce" : "invalid_dpop_proof", proof.why);
  return proof.wantsNonce ? { ...answer, headers: [["DPoP-Nonce", NONCE]] } : answer;
};

const redeem = (asked: IssuerRequest, client: string, key: string | undefined, place: TokenPlace): IssuerResponse => {
  const { issued, name } = place;
  const value = asked.form.get("code") ?? "";
  const code = issued.codes.get(value);
  if (!code || code.server !== name) return refusal("invalid_grant", "the code is not one of this server");
  issued.codes.delete(value);
  if (code.client !== client) return refusal("invalid_grant", "the code was issued to another client");
  if (!verifies(asked.form.get("code_verifier") ?? "", code))
    return refusal("invalid_grant", "code_verifier does not fit the challenge");
  return issue(code.scope, key, place);
};

const renew = (asked: IssuerRequest, key: string | undefined, place: TokenPlace): IssuerResponse => {
  const { issued, variant } = place;
  const value = asked.form.get("refresh_token") ?? "";
  const token = issued.refresh.get(value);
  if (!token || variant.tokens?.refresh === "refused") return refusal("invalid_grant", "the refresh token is not good");
  issued.refresh.delete(value);
  return issue(token.scope, key, place);
};

const issue = (asked: string, key: string | undefined, { issued, name, variant }: TokenPlace): IssuerResponse => {
  const { refresh, scope = asked } = variant.tokens ?? {};
  const body: JsonObject = {
    access_token: issued.newAccess({ server: name, scope, key }),
    token_type: key === undefined ? "Bearer" : "DPoP",
    expires_in: 3600,
    ...(scope === "" ? {} : { scope }),
    ...(refresh === undefined ? {} : { refresh_token: issued.newRefresh({ server: name, scope }) }),
  };
  return { status: 200, body };
};

/** A JWT that somebody else signed for the client: the identity provider, or whoever runs the workload. */
const answerAssertion = async (
  asked: IssuerRequest,
  place: TokenPlace,
  audiences: readonly string[],
): Promise<IssuerResponse> => {
  const assertion = asked.form.get("assertion");
  const key = place.given?.key;
  if (assertion === null || assertion === "") return refusal("invalid_request", "there is no assertion");
  if (!key) return refusal("invalid_grant", "no assertion is expected here");
  const { decodeProtectedHeader, errors, jwtVerify } = await import("jose");
  try {
    if (place.given?.idToken !== undefined && decodeProtectedHeader(assertion).typ !== "oauth-id-jag+jwt")
      return refusal("invalid_grant", "the assertion is not what the identity provider granted");
    await jwtVerify(assertion, key, { audience: [...audiences] });
    return issue(asked.form.get("scope") ?? "", undefined, place);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refusal("invalid_grant", "the assertion has expired");
    if (error instanceof errors.JWTClaimValidationFailed)
      return refusal("invalid_grant", `${error.claim} of the assertion is wrong`);
    return refusal("invalid_grant", "the assertion is no JWT with the expected signature");
  }
};
