import type { CryptoKey, JWK } from "jose";

/** Keys for one run: in memory only, and worthless after it. */
export interface IssuerKeys {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly publicPem: string;
  readonly privateKey: CryptoKey;
  /** A key that no metadata names. */
  readonly strange: { readonly kid: string; readonly jwk: JWK; readonly privateKey: CryptoKey };
}

export const makeKeys = async (): Promise<IssuerKeys> => {
  const { calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair } = await import("jose");
  const make = async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    // Named by its digest: a server that kept the keys of an earlier run sees that these are others.
    return { kid: await calculateJwkThumbprint(jwk), jwk, publicKey, privateKey };
  };
  const [own, strange] = await Promise.all([make(), make()]);
  return {
    kid: own.kid,
    publicJwk: { ...own.jwk, kid: own.kid, alg: "RS256", use: "sig" },
    publicPem: await exportSPKI(own.publicKey),
    privateKey: own.privateKey,
    strange: { kid: strange.kid, jwk: strange.jwk, privateKey: strange.privateKey },
  };
};
