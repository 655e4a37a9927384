// Proofs of possession (RFC 9449), with one key for each client.

import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

interface About {
  readonly token?: string;
  readonly nonce?: string | undefined;
  /** The proof of before, once there is one. */
  readonly again?: boolean;
}

export class Prover {
  readonly #keys = once(() => generateKeyPair("ES256", { extractable: true }));
  serverNonce: string | undefined;
  #last: string | undefined;

  async prove(method: string, url: string, { token, nonce, again }: About): Promise<string> {
    if (again && this.#last !== undefined) return this.#last;
    const { publicKey, privateKey } = await this.#keys();
    const ath = token === undefined ? {} : { ath: createHash("sha256").update(token).digest("base64url") };
    const proof = await new SignJWT({ htm: method, htu: url, ...ath, ...(nonce === undefined ? {} : { nonce }) })
      .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .setJti(randomUUID())
      .sign(privateKey);
    if (token !== undefined) this.#last = proof;
    return proof;
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
