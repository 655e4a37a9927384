import { checkPolicy } from "../policy.ts";
import type { CertificateFailure, CertificateIssuer, Policy, TrustedKey, Verification } from "./certificate.ts";
import { checkConsistency, checkDates, checkSubject } from "./check-body.ts";
import { checkRevocations } from "./check-revocations.ts";
import { checkSignature } from "./check-signature.ts";
import type { VerifyCrypto } from "./crypto.ts";
import { readPublicKey } from "./ed25519.ts";
import { encodeHex } from "./encodings.ts";
import { readBody } from "./read-body.ts";
import { readEnvelope } from "./read-envelope.ts";
import { failure } from "./reading.ts";
import type { Revocations } from "./revocation.ts";
import { readMoment, writeTime } from "./times.ts";
import { VerifyUsageError } from "./usage-error.ts";
import { webCrypto } from "./web-crypto.ts";

export interface VerifyOptions {
  /** The time the dates are compared with; there is no clock here. Milliseconds, a Date, or 2026-01-31T12:00:00Z. */
  readonly at: string | number | Date;
  /** The keys that are trusted. Without any, no issuer is. */
  readonly trusted?: readonly TrustedKey[] | undefined;
  /** The server that is about to be called. */
  readonly subject?: string | undefined;
  /** Takes the key found inside: proves that the text was not altered, and nothing about who signed it. */
  readonly bare?: boolean | undefined;
  /** The issuers it allows are trusted too. */
  readonly policy?: Policy | undefined;
  /** What issuers have taken back, from readRevocations. Without it nothing is known to be revoked. */
  readonly revocations?: Revocations | undefined;
  /** Default: globalThis.crypto.subtle. */
  readonly crypto?: VerifyCrypto | undefined;
}

/**
 * Whether a certificate can be relied on. Never throws over a certificate, whatever is in it; throws VerifyUsageError
 * over options. Order: strict decoding, key, signature over the exact bytes, shape, dates, subject, consistency, trust,
 * revocation, policy. Up to the shape the first failure ends it; after that every failure is reported.
 */
export const verifyCertificate = async (
  content: string | Uint8Array,
  options: VerifyOptions,
): Promise<Verification> => {
  const at = readMoment(options.at);
  if (at === undefined) throw new VerifyUsageError("`at` is no time; write 2026-01-31T12:00:00Z");
  const { subject, policy, revocations, bare = false, crypto = webCrypto() } = options;
  const trusted = [...(options.trusted ?? []), ...(policy?.allowed_issuers ?? [])];
  trusted.forEach(checkTrustedKey);
  const hash = async (bytes: Uint8Array): Promise<string> => encodeHex(await crypto.sha256(bytes));

  const read = readEnvelope(content);
  const base = {
    notes: read.ok ? read.value.notes : [],
    bare,
    at: writeTime(at),
    rechecked: false,
    revocations_checked: revocations?.statements.length ?? null,
  };
  const refused = (
    failure: CertificateFailure,
    name: string | null,
    issuer: CertificateIssuer | null,
  ): Verification => ({
    ...base,
    valid: false,
    failures: [failure],
    signature_holds: issuer !== null,
    issuer,
    body: null,
    certificate_sha256: name,
  });
  if (!read.ok) return refused(read.failure, null, null);

  const { envelope } = read.value;
  const bytes = encoder.encode(envelope.canonical_json);
  const name = await hash(bytes);
  const signed = await checkSignature(envelope, bytes, trusted, crypto);
  if (!signed.ok) return refused(signed.failure, name, null);
  const issuer = identify(signed.value.key, trusted);
  const shaped = readBody(signed.value.value);
  if (!shaped.ok) return refused(shaped.failure, name, issuer);

  const body = shaped.value;
  const taken = revocations && checkRevocations(revocations, body, name);
  const failures = [
    ...checkDates(body, at),
    ...checkSubject(body, await hash(encoder.encode(body.subject.server_url)), subject),
    ...checkConsistency(body),
    ...(bare ? [] : checkTrust(issuer, trusted)),
    ...(taken?.failures ?? []),
    ...(policy ? checkPolicy(policy, body, at) : []),
  ];
  return {
    ...base,
    notes: [...base.notes, ...(taken?.notes ?? [])],
    valid: failures.length === 0,
    failures,
    signature_holds: true,
    issuer,
    body,
    certificate_sha256: name,
  };
};

const encoder = new TextEncoder();

const checkTrustedKey = ({ spki_hex, name }: TrustedKey): void => {
  const key = readPublicKey(spki_hex);
  if (!key.ok)
    throw new VerifyUsageError(`the trusted key${name === undefined ? "" : ` ${name}`} cannot be one: ${key.message}`);
};

const identify = (key: string, trusted: readonly TrustedKey[]): CertificateIssuer => {
  const same = trusted.filter(({ spki_hex }) => spki_hex === key);
  const known = same.find(({ name }) => name !== undefined) ?? same[0];
  return { spki_hex: key, trusted: known !== undefined, known_as: known?.name ?? null };
};

/** A key inside a certificate proves nothing: anybody can generate one. */
const checkTrust = (issuer: CertificateIssuer, trusted: readonly TrustedKey[]): CertificateFailure[] => {
  if (issuer.trusted) return [];
  const why = "signature valid, issuer not trusted";
  return [
    trusted.length === 0
      ? failure("no-trusted-key", `${why}: no trusted key was given, and anyone can sign as ${issuer.spki_hex}`)
      : failure("untrusted-issuer", `${why}: signed with ${issuer.spki_hex}, which is none of the trusted keys`),
  ];
};
