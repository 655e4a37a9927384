import type { ClientKey } from "./client-identity.ts";

/** Why a key cannot be used; no word of the key is in it. */
export class ClientKeyError extends Error {
  override readonly name = "ClientKeyError";
}

/** The algorithm that goes with each kind of key in a PEM file, which does not name one. */
const BY_TYPE: Readonly<Record<string, string>> = {
  rsa: "RS256",
  "rsa-pss": "PS256",
  ed25519: "EdDSA",
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** A private key for client assertions: PKCS #8 in PEM, or one JSON Web Key. */
export const readClientKey = async (text: string): Promise<ClientKey> => {
  const jose = await import("jose");
  const { createPrivateKey } = await import("node:crypto");
  try {
    if (!text.trimStart().startsWith("{")) {
      const { asymmetricKeyType: type = "", asymmetricKeyDetails: details } = createPrivateKey(text);
      const alg = BY_TYPE[type === "ec" ? (details?.namedCurve ?? "") : type];
      if (alg === undefined) throw new ClientKeyError(`keys of type ${type} sign no client assertion`);
      return { key: await jose.importPKCS8(text, alg) };
    }
    const jwk = JSON.parse(text) as Record<string, unknown>;
    const given = createPrivateKey({ key: jwk as import("node:crypto").JsonWebKey, format: "jwk" });
    const { asymmetricKeyType: type = "", asymmetricKeyDetails: details } = given;
    const alg =
      typeof jwk["alg"] === "string" ? jwk["alg"] : BY_TYPE[type === "ec" ? (details?.namedCurve ?? "") : type];
    if (alg === undefined) throw new ClientKeyError(`keys of type ${type} sign no client assertion`);
    const key = await jose.importJWK({ ...jwk, alg } as import("jose").JWK, alg);
    if (key instanceof Uint8Array) throw new ClientKeyError("it is a secret, not a private key");
    return { key, ...(typeof jwk["kid"] === "string" ? { kid: jwk["kid"] } : {}) };
  } catch (error) {
    if (error instanceof ClientKeyError) throw error;
    throw new ClientKeyError("it is neither a PKCS #8 private key in PEM nor a private JSON Web Key");
  }
};
