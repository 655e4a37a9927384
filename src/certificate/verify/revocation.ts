import type { Untrusted } from "../../base/untrusted.ts";
import type { CertificateEnvelope } from "./certificate.ts";

/** A statement is published in the envelope of a certificate; the first member of its text says what it is. */
export const RETIREMENT_FORMAT = "mcptest-key-retirement/1";
export const REVOCATION_FORMAT = "mcptest-certificate-revocation/1";

/**
 * superseded: another key signs from then on; what this one signed before stays as it is.
 * compromised: somebody else may have the key. The dates in a certificate are its signer's word, and a thief would write early
 * ones, so nothing that this key signed can be believed any more, whatever its dates.
 */
export const RETIREMENT_REASONS = ["superseded", "compromised"] as const;
export type RetirementReason = (typeof RETIREMENT_REASONS)[number];

/** Said by a key about itself. */
export interface KeyRetirement {
  readonly format: typeof RETIREMENT_FORMAT;
  /** The key that ends, and that signs this. */
  readonly issuer_pubkey_spki_hex: string;
  readonly reason: RetirementReason;
  /** superseded: what was observed from then on does not hold. compromised: since when, as far as its owner knows. */
  readonly from: string;
  readonly stated_at: string;
}

/** Said by a key about one certificate that it signed. */
export interface CertificateRevocation {
  readonly format: typeof REVOCATION_FORMAT;
  readonly issuer_pubkey_spki_hex: string;
  /** The certificate's name: of its signed text. */
  readonly certificate_sha256: string;
  /** In the issuer's own words. */
  readonly reason: Untrusted;
  readonly revoked_at: string;
}

export type RevocationStatement = KeyRetirement | CertificateRevocation;

/** A file somebody gave: one statement, or a list of them. */
export interface RevocationFile {
  /** For messages. */
  readonly file: string;
  readonly content: string | Uint8Array;
  /** Found in a folder: what is plainly something else, such as a certificate, is passed over. */
  readonly inFolder?: boolean;
}

export interface CheckedStatement {
  readonly envelope: CertificateEnvelope;
  readonly statement: RevocationStatement;
  /** Whether it is signed by the key that it is about. Only then it counts. */
  readonly holds: boolean;
}

/** Every statement that was given, each looked at once for any number of certificates. */
export interface Revocations {
  /** How many of the files were statements or lists. */
  readonly files: number;
  readonly statements: readonly CheckedStatement[];
  /** What cannot be read may be the very statement that matters, so no certificate is valid beside it. */
  readonly problems: readonly { readonly file: Untrusted; readonly message: string }[];
}
