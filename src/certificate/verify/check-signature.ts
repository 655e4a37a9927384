import { type Json, member } from "../../base/json.ts";
import type { CertificateEnvelope, TrustedKey } from "./certificate.ts";
import type { VerifyCrypto } from "./crypto.ts";
import { isMalleable, readPublicKey } from "./ed25519.ts";
import { decodeBase64 } from "./encodings.ts";
import { readSignedText } from "./read-text.ts";
import { type CertificateReading, fail, pass } from "./reading.ts";

export interface SignedValue {
  /** The key the signature was made with, SPKI in hex. */
  readonly key: string;
  readonly value: Json;
}

/** Whether the signature was made over exactly these bytes with the key that they name. */
export const checkSignature = async (
  envelope: CertificateEnvelope,
  bytes: Uint8Array,
  trusted: readonly TrustedKey[],
  crypto: VerifyCrypto,
): Promise<CertificateReading<SignedValue>> => {
  const signature = readSignature(envelope.signature);
  if (!signature.ok) return signature;
  const text = readSignedText(envelope.canonical_json, bytes);
  if (!text.ok) return text;
  const key = readPublicKey(member(text.value, "issuer_pubkey_spki_hex"));
  if (!key.ok) return fail(key.code, key.message);
  const fits = (point: Uint8Array): boolean | Promise<boolean> => crypto.verifyEd25519(point, bytes, signature.value);
  if (await fits(key.point)) return pass({ key: key.spki_hex, value: text.value });
  for (const { spki_hex } of trusted) {
    const other = readPublicKey(spki_hex);
    if (other.ok && (await fits(other.point)))
      return fail("wrong-key", "signed with another key than the one it names; the signer must name their own");
  }
  return fail(
    "signature-mismatch",
    "the signature does not fit the text: one of the two was altered, or another key signed it",
  );
};

const SIGNATURE_BYTES = 64;

const readSignature = (text: string): CertificateReading<Uint8Array> => {
  const bytes = decodeBase64(text);
  if (!bytes)
    return fail("bad-base64", "the signature is not plain base64 (no line breaks, full padding, nothing left over)");
  if (bytes.length !== SIGNATURE_BYTES)
    return fail("bad-signature-length", `the signature has ${bytes.length} bytes; Ed25519 gives ${SIGNATURE_BYTES}`);
  if (isMalleable(bytes)) return fail("malleable-signature", "the signature is spelled in a way that Ed25519 forbids");
  return pass(bytes);
};
