// What the OAuth side of a client of ours does differently from a correct one.

import type { JsonObject } from "../../../../src/base/json.ts";
import type { WebAnswer } from "./web.ts";

/** Checks that a correct client makes. */
export type Check = "resource" | "issuer" | "iss" | "announced-iss" | "state" | "pkce";

export interface OAuthVice {
  /** A token that was configured once; there is no way to another. */
  readonly fixedToken?: string;
  /** Signs in, and then forgets what for; or repeats the request as it was. */
  readonly doesNotRepeat?: true;
  readonly repeatsWithoutToken?: true;
  /** Gives up when a token was refused, or uses it again so many times. */
  readonly endsWithToken?: true;
  readonly insistsOnToken?: number;
  /** Changes the addresses at which metadata is looked for. */
  readonly lookups?: (urls: readonly string[], kind: "resource" | "server") => readonly string[];
  /** Reads the address of the metadata from a challenge in a way of its own. */
  readonly readsChallenge?: (lines: readonly string[]) => string | undefined;
  readonly skips?: readonly Check[];
  /** Takes an issuer for right if this holds. */
  readonly sameIssuer?: (given: string, expected: string) => boolean;
  /** Picks an authorization server for a purpose. */
  readonly picks?: (
    servers: readonly string[],
    purpose: "register" | "authorize",
    endpoint: string,
  ) => string | undefined;
  /** Does not say which revision it speaks when it asks for metadata. */
  readonly hidesVersion?: true;
  /** Demands an issuer in every redirect. */
  readonly demandsIss?: true;
  /** Signs in anew and goes on with the token of before. */
  readonly keepsToken?: true;
  /** Never asks again which authorization server there is; or keeps its client id although there is another. */
  readonly keepsServer?: true;
  readonly keepsClient?: true;
  /** Prefers to register, whatever else is possible. */
  readonly registersAnyway?: "always" | "after-move";
  readonly registration?: (body: JsonObject) => JsonObject;
  /** Another client id in authorization requests, or everywhere. */
  readonly clientId?: (id: string) => string;
  readonly usesUrlIdAlways?: true;
  readonly urlId?: string;
  /** Asks at other endpoints than those of the metadata. */
  readonly endpoints?: (metadata: JsonObject) => JsonObject;
  /** Goes on although registration was refused. */
  readonly goesOnUnregistered?: true;
  readonly verifier?: string;
  readonly method?: "plain" | "S256";
  readonly authorize?: (params: URLSearchParams) => void;
  /** Writes the address of the authorization request. */
  readonly authorizeUrl?: (endpoint: string, params: URLSearchParams) => string;
  readonly token?: (form: URLSearchParams) => void;
  readonly tokenRequests?: number;
  readonly authentication?: "basic" | "post" | "both" | "none";
  readonly scope?: (scope: string | undefined, known: KnownScopes) => string | undefined;
  /** Uses the first refresh token for ever; tries a refused one so often; makes one up. */
  readonly keepsRefreshToken?: true;
  readonly refreshes?: number;
  readonly inventsRefreshToken?: true;
  /** New authorizations without any success before it gives up. */
  readonly flows?: number;
  /** Does not step up. */
  readonly ignoresForbidden?: true;
  /** Requests without the token. */
  readonly tokenOn?: (method: string) => boolean;
  /** Keeps the token when a redirect leads elsewhere; or follows without it. */
  readonly follows?: "with-token" | "without-token";
  /** After a token was issued: whatever it sends beside. */
  readonly aside?: (asked: AsideTools) => Promise<void>;
  /** Signs assertions in another way. */
  readonly assertion?: (claims: JsonObject) => JsonObject;
  readonly sendsSecret?: true;
  readonly exchange?: (form: URLSearchParams) => void;
  readonly bearer?: (form: URLSearchParams, idToken: string) => void;
  /** Proofs of possession. */
  readonly proofs?: "wrong-for-token" | "same-again" | "bearer" | "no-nonce-for-token" | "no-nonce-for-server";
  readonly workloadJwt?: "expired_jwt" | "wrong_audience_jwt";
  readonly triesAgain?: number;
  readonly fallsBackTo?: string;
}

export interface KnownScopes {
  readonly challenge: string | undefined;
  readonly supported: readonly string[] | undefined;
  readonly earlier: string | undefined;
}

export interface AsideTools {
  readonly refreshToken: string | undefined;
  readonly accessToken: string;
  readonly endpoint: string;
  readonly issuer: string;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<WebAnswer>;
}
