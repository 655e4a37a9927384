import { canonicalJson } from "../base/canonical.ts";
import type { Json } from "../base/json.ts";
import { untrusted } from "../base/untrusted.ts";
import { signText } from "./sign-text.ts";
import type { SigningKey } from "./signing-key.ts";
import type { CertificateEnvelope } from "./verify/certificate.ts";
import { isSha256 } from "./verify/encodings.ts";
import {
  type CertificateRevocation,
  type KeyRetirement,
  RETIREMENT_FORMAT,
  REVOCATION_FORMAT,
  type RetirementReason,
  type RevocationStatement,
} from "./verify/revocation.ts";
import { writeTime } from "./verify/times.ts";

export type Stated<S extends RevocationStatement> =
  | { readonly ok: true; readonly envelope: CertificateEnvelope; readonly statement: S }
  /** One line: why there is no statement. */
  | { readonly ok: false; readonly reason: string };

export interface RetireRequest {
  /** The key that ends; it signs its own end. */
  readonly key: SigningKey;
  readonly reason: RetirementReason;
  /** Milliseconds; default: now. */
  readonly from?: number | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** States that a key signs no more. There is no statement that takes this back. */
export const retireKey = ({ key, reason, from, now }: RetireRequest): Stated<KeyRetirement> => {
  if (reason === "compromised" && from !== undefined && from > now)
    return {
      ok: false,
      reason: "a key is not compromised from a later time on; leave out --from, or name an earlier one",
    };
  return state(key, {
    format: RETIREMENT_FORMAT,
    issuer_pubkey_spki_hex: key.spki_hex,
    reason,
    from: writeTime(from ?? now),
    stated_at: writeTime(now),
  });
};

export interface RevokeRequest {
  /** The key that signed the certificate. */
  readonly key: SigningKey;
  /** The sha256 of the certificate's signed text. */
  readonly certificate_sha256: string;
  readonly reason: string;
  /** Milliseconds. */
  readonly now: number;
}

const LONGEST_REASON = 500;

/** States that one certificate no longer holds. Whether that key signed it decides whether anybody listens. */
export const revokeCertificate = ({
  key,
  certificate_sha256,
  reason,
  now,
}: RevokeRequest): Stated<CertificateRevocation> => {
  if (!isSha256(certificate_sha256))
    return { ok: false, reason: "a certificate's digest is 64 digits of lower-case hex" };
  if (reason.trim() === "") return { ok: false, reason: "a revocation says why; give a reason" };
  if (reason.length > LONGEST_REASON || /[\p{Cc}\p{Cs}]/u.test(reason))
    return { ok: false, reason: `a reason is one line of at most ${LONGEST_REASON} characters` };
  return state(key, {
    format: REVOCATION_FORMAT,
    issuer_pubkey_spki_hex: key.spki_hex,
    certificate_sha256,
    reason: untrusted(reason.trim()),
    revoked_at: writeTime(now),
  });
};

const state = <S extends RevocationStatement>(key: SigningKey, statement: S): Stated<S> => ({
  ok: true,
  envelope: signText(canonicalJson(statement as unknown as Json), key),
  statement,
});
