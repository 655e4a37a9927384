import type { VerifyCrypto } from "./crypto.ts";
import { VerifyUsageError } from "./usage-error.ts";

/** So much of WebCrypto as is used here; browsers, Deno, Bun and Node have it as `globalThis.crypto.subtle`. */
export interface SubtleLike {
  importKey(
    format: "raw",
    keyData: Uint8Array<ArrayBuffer>,
    algorithm: { readonly name: string },
    extractable: boolean,
    usages: ["verify"],
  ): Promise<unknown>;
  verify(
    algorithm: { readonly name: string },
    key: never,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
  digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}

const ED25519 = { name: "Ed25519" } as const;

/**
 * WebCrypto as verification wants it. A page has it only in a secure context, and browsers before Chrome 137, Firefox 129
 * and Safari 17 lack Ed25519; both are said in one line, and another implementation can be handed in instead.
 */
export const webCrypto = (subtle: SubtleLike | undefined = globalThis.crypto?.subtle as never): VerifyCrypto => {
  if (!subtle) throw new VerifyUsageError("there is no WebCrypto here (a page needs https); hand in `crypto`");
  return {
    verifyEd25519: async (publicKey, message, signature) => {
      let key: unknown;
      try {
        key = await subtle.importKey("raw", copy(publicKey), ED25519, false, ["verify"]);
      } catch (error) {
        if (error instanceof Error && error.name === "NotSupportedError")
          throw new VerifyUsageError(
            "this WebCrypto does not know Ed25519; hand in `crypto` with another verifyEd25519",
          );
        // A point that is not on the curve fits no signature.
        return false;
      }
      return subtle.verify(ED25519, key as never, copy(signature), copy(message));
    },
    sha256: async (message) => new Uint8Array(await subtle.digest("SHA-256", copy(message))),
  };
};

/** WebCrypto takes no view of shared memory; a copy is never one. */
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
