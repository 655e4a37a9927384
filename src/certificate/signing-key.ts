import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readPublicKey } from "./verify/ed25519.ts";

/** Signs, and never shows what with. */
export interface SigningKey {
  /** The public half, SPKI in hex: what verifiers trust. */
  readonly spki_hex: string;
  sign(bytes: Uint8Array): Uint8Array;
}

/** What is wrong with a private key; the text never holds any of it. */
export class SigningKeyError extends Error {
  override readonly name = "SigningKeyError";
}

/** Reads a private key: PKCS#8 PEM, Ed25519, not encrypted. */
export const readSigningKey = (pem: string): SigningKey => {
  if (/BEGIN PUBLIC KEY/.test(pem)) throw new SigningKeyError("it is the public half; signing takes the private key");
  if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(pem))
    throw new SigningKeyError(
      "it is encrypted; decrypt it with openssl pkcs8 -in … and hand it over in an environment variable",
    );
  if (!/-----BEGIN PRIVATE KEY-----/.test(pem))
    throw new SigningKeyError("it is no PKCS#8 PEM text (BEGIN PRIVATE KEY); mcptest cert keygen makes one");
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: "pem" });
  } catch {
    throw new SigningKeyError("its PEM text cannot be read; mcptest cert keygen makes a new one");
  }
  if (key.asymmetricKeyType !== "ed25519")
    throw new SigningKeyError(
      `it is a key for ${key.asymmetricKeyType ?? "something else"}; certificates are signed with ed25519`,
    );
  const spki = createPublicKey(key).export({ format: "der", type: "spki" }).toString("hex");
  const checked = readPublicKey(spki);
  if (!checked.ok) throw new SigningKeyError(checked.message);
  return { spki_hex: spki, sign: (bytes) => sign(null, bytes, key) };
};

export interface KeyPairText {
  /** PKCS#8 PEM. */
  readonly private_pem: string;
  /** SPKI PEM. */
  readonly public_pem: string;
  readonly spki_hex: string;
}

export const generateSigningKey = (): KeyPairText => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    private_pem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    public_pem: publicKey.export({ format: "pem", type: "spki" }).toString(),
    spki_hex: publicKey.export({ format: "der", type: "spki" }).toString("hex"),
  };
};
