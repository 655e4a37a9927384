import type { CertificateBody, CertificateEnvelope } from "./certificate.ts";
import { readBody } from "./read-body.ts";
import { readEnvelope } from "./read-envelope.ts";
import { readSignedText } from "./read-text.ts";
import { type CertificateReading, pass } from "./reading.ts";

/** What a certificate says, whoever said it: to show it, never to rely on it. */
export const openCertificate = (
  content: string | Uint8Array,
): CertificateReading<{ readonly envelope: CertificateEnvelope; readonly body: CertificateBody }> => {
  const read = readEnvelope(content);
  if (!read.ok) return read;
  const { envelope } = read.value;
  const text = readSignedText(envelope.canonical_json, new TextEncoder().encode(envelope.canonical_json));
  if (!text.ok) return text;
  const body = readBody(text.value);
  return body.ok ? pass({ envelope, body: body.value }) : body;
};
