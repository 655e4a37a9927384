import type { TokenKind } from "../../base/token-kind.ts";
import type { IssuerKeys } from "./keys.ts";

export type Claims = Readonly<Record<string, string | number>>;

/** A JWT, signed as its kind says. The usual `typ` is JWT: some frameworks refuse at+jwt unless they are told otherwise. */
export const encodeToken = async (kind: TokenKind, claims: Claims, keys: IssuerKeys): Promise<string> => {
  const { SignJWT, UnsecuredJWT } = await import("jose");
  const { kid, strange } = keys;
  const signed = (header: { readonly kid: string; readonly jwk?: typeof strange.jwk }, key = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "JWT", ...header }).sign(key);
  switch (kind) {
    case "unsigned":
      return new UnsecuredJWT(claims).encode();
    case "public-key-as-secret":
      // The oldest mistake of all: the public key taken for the secret of an HMAC.
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "JWT", kid })
        .sign(new TextEncoder().encode(keys.publicPem));
    case "other-key":
      return signed({ kid }, strange.privateKey);
    case "unknown-key":
      // With the key in the header, which nobody may believe.
      return signed({ kid: strange.kid, jwk: strange.jwk }, strange.privateKey);
    case "good":
    case "capitals":
    case "expired":
    case "not-yet-valid":
    case "other-issuer":
    case "other-audience":
    case "id-token":
      return signed({ kid });
  }
};
