import { createHash } from "node:crypto";
import type { SigningKey } from "./signing-key.ts";
import type { CertificateEnvelope } from "./verify/certificate.ts";
import { encodeBase64 } from "./verify/encodings.ts";

/** A canonical text with the signature over its bytes, and a label that tells keys apart at a glance. */
export const signText = (text: string, key: SigningKey): CertificateEnvelope => {
  const digest = createHash("sha256").update(Buffer.from(key.spki_hex, "hex")).digest("hex");
  const signature = encodeBase64(key.sign(Buffer.from(text, "utf8")));
  return { signed_by: `mcptest-${digest.slice(0, 16)}`, signature, canonical_json: text };
};
