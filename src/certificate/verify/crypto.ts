/** What verification needs from a crypto library. Both functions may be synchronous or asynchronous. */
export interface VerifyCrypto {
  /** Whether the signature over `message` was made with the key whose public half is the 32 bytes `publicKey`. */
  verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
  /** 32 bytes. */
  sha256(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}
