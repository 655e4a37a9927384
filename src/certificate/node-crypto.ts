import { createPublicKey, hash, type KeyObject, verify } from "node:crypto";
import type { VerifyCrypto } from "./verify/crypto.ts";
import { SPKI_PREFIX } from "./verify/ed25519.ts";

const PREFIX = Buffer.from(SPKI_PREFIX, "hex");

/** Few issuers sign many certificates, and importing a key costs more than using it. */
const MOST_KEYS = 100;

/** Node's own crypto. Keys that were read once are kept. */
export const openNodeCrypto = (): VerifyCrypto => {
  const keys = new Map<string, KeyObject | null>();
  const keyOf = (publicKey: Uint8Array): KeyObject | null => {
    const name = Buffer.from(publicKey).toString("hex");
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = importKey(publicKey);
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(name, key);
    return key;
  };
  return {
    // Runs on Node's thread pool, so that the next of many certificates is read meanwhile.
    verifyEd25519: (publicKey, message, signature) => {
      const key = keyOf(publicKey);
      if (key === null) return false;
      return new Promise((resolve, reject) =>
        verify(null, message, key, signature, (error, fits) => (error ? reject(error) : resolve(fits))),
      );
    },
    sha256: (message) => hash("sha256", message, "buffer"),
  };
};

/** Null: no key can be made of it, so no signature fits it. */
const importKey = (publicKey: Uint8Array): KeyObject | null => {
  try {
    return createPublicKey({ key: Buffer.concat([PREFIX, publicKey]), format: "der", type: "spki" });
  } catch {
    return null;
  }
};
