import type { Untrusted } from "../../base/untrusted.ts";
import type {
  CertificateDrift,
  CriterionId,
  DiscoverabilityGrade,
  Figures,
} from "../../scores/discoverability/discoverability.ts";

/** What is published: the exact signed text, and the signature over its UTF-8 bytes. */
export interface CertificateEnvelope {
  /** Ed25519, base64. */
  readonly signature: string;
  /** RFC 8785 text of the body. */
  readonly canonical_json: string;
  /** A label. It is not signed, so do not rely on it. */
  readonly signed_by?: string;
}

export const CERTIFICATE_LEVELS = ["observed", "claimed", "certified"] as const;
export type CertificateLevel = (typeof CERTIFICATE_LEVELS)[number];

/**
 * Where the session came from: asked by the signer's own run, or handed to the signer, who then only vouches for what can be
 * read in it.
 */
export const CERTIFICATE_OBSERVATIONS = ["live", "supplied-capture"] as const;
export type CertificateObservation = (typeof CERTIFICATE_OBSERVATIONS)[number];

export interface CertifiedCriterion {
  readonly id: CriterionId;
  readonly pass: boolean;
  readonly evidence_sha256: string;
}

/**
 * The signed text. The first group is what certificates issued in public carry; the second is what mcptest adds, and a
 * certificate may lack it. Texts are the issuer's and reach a screen only escaped.
 */
export interface CertificateBody {
  readonly standard: string;
  readonly spec_pins: { readonly mcp_spec: string; readonly registry_schema: string };
  readonly subject: { readonly server_url: Untrusted; readonly endpoint_sha256: string };
  /** C1 to C10, in order. */
  readonly criteria: readonly CertifiedCriterion[];
  readonly passes: string;
  readonly grade: DiscoverabilityGrade;
  readonly honesty_cap: Untrusted | null;
  readonly delivery: Untrusted;
  readonly observed_at: string;
  readonly expires_at: string;
  readonly issuer: Untrusted;
  readonly issuer_pubkey_spki_hex: string;
  readonly probe_set_sha256: string;
  readonly level: CertificateLevel;
  readonly statement: Untrusted;
  readonly note: Untrusted;

  /** Of the RFC 8785 form of the capture everything was read from. */
  readonly capture_sha256?: string;
  /** Absent: the certificate does not say. */
  readonly observed?: CertificateObservation;
  /** Of the list of all tools: a changed tool voids the certificate. */
  readonly surface_sha256?: string;
  readonly tool?: { readonly name: Untrusted; readonly version: Untrusted };
  /** Of the machine-readable form of the standard the criteria were judged by. */
  readonly ruleset_sha256?: string;
  /** What another run should measure again, by criterion. */
  readonly measured?: Readonly<Record<string, Figures>>;
  /** What differs between two runs: latency, times. */
  readonly volatile?: Readonly<Record<string, Figures>>;
}

/** Everything that can be wrong, in the order it is checked. */
export const CERTIFICATE_FAILURES = {
  "too-large": "envelope",
  "not-utf8": "envelope",
  "not-json": "envelope",
  "duplicate-key": "envelope",
  "not-a-certificate": "envelope",
  "bad-base64": "signature-form",
  "bad-signature-length": "signature-form",
  "malleable-signature": "signature-form",
  "text-not-json": "text",
  "text-duplicate-key": "text",
  "not-canonical": "text",
  "no-issuer-key": "key",
  "not-ed25519": "key",
  "bad-key-point": "key",
  "small-order-key": "key",
  "wrong-key": "signature",
  "signature-mismatch": "signature",
  "bad-body": "body",
  "bad-date": "dates",
  "dates-reversed": "dates",
  "not-yet-valid": "dates",
  expired: "dates",
  "subject-hash": "subject",
  "wrong-subject": "subject",
  "unknown-standard": "consistency",
  "wrong-criteria": "consistency",
  "wrong-passes": "consistency",
  "wrong-grade": "consistency",
  "wrong-cap": "consistency",
  "no-trusted-key": "trust",
  "untrusted-issuer": "trust",
  "bad-revocation": "revocation",
  "key-compromised": "revocation",
  "key-superseded": "revocation",
  revoked: "revocation",
  "policy-grade": "policy",
  "policy-criteria": "policy",
  "policy-age": "policy",
  "policy-issuer": "policy",
  "policy-subject": "policy",
  "no-capture-named": "capture",
  "capture-hash": "capture",
  "capture-subject": "capture",
  "capture-time": "capture",
  "capture-revision": "capture",
  "evidence-hash": "capture",
  "probe-set-hash": "capture",
  "criterion-differs": "capture",
  "surface-hash": "capture",
  "delivery-differs": "capture",
  "figures-differ": "capture",
  "tools-drifted": "capture",
} as const;

export type CertificateFailureCode = keyof typeof CERTIFICATE_FAILURES;
export type CertificateStage = (typeof CERTIFICATE_FAILURES)[CertificateFailureCode];

export interface CertificateFailure {
  readonly code: CertificateFailureCode;
  /** One line in our own words. */
  readonly message: string;
  /** Text of the certificate's that the message is about. */
  readonly found?: Untrusted;
}

/** A key somebody decided to trust, under the name they gave it. */
export interface TrustedKey {
  readonly spki_hex: string;
  readonly name?: string;
}

/** Whose signature it is, once it holds. */
export interface CertificateIssuer {
  readonly spki_hex: string;
  readonly trusted: boolean;
  /** The verifier's own name for the key; what the certificate calls its issuer is only a claim. */
  readonly known_as: string | null;
}

export interface Verification {
  /** True only when nothing at all is wrong. With `bare`, that says nothing about who signed. */
  readonly valid: boolean;
  readonly failures: readonly CertificateFailure[];
  /** What is unusual but does not affect the outcome. */
  readonly notes: readonly string[];
  /** Whether the signature fits the text and the key that the text names. */
  readonly signature_holds: boolean;
  readonly bare: boolean;
  /** The time the dates were compared with. */
  readonly at: string;
  readonly issuer: CertificateIssuer | null;
  /** Only when the signature holds and the text has the shape of a certificate. */
  readonly body: CertificateBody | null;
  /** sha256 of the signed text: the certificate's name. Null when there is no text. */
  readonly certificate_sha256: string | null;
  /** True when the capture was given and everything was recomputed from it. */
  readonly rechecked: boolean;
  /** Only where a capture of today was given. */
  readonly drift?: CertificateDrift;
  /** How many statements were looked at that could take it back; null when none were given. */
  readonly revocations_checked: number | null;
}

/** What an agent or a gateway asks of a certificate beyond being valid. Everything is optional. */
export interface Policy {
  readonly minimum_grade?: DiscoverabilityGrade;
  readonly required_criteria?: readonly CriterionId[];
  /** Counted from the observation, not from the signature. */
  readonly maximum_age_ms?: number;
  readonly allowed_issuers?: readonly TrustedKey[];
  /** Any one of them must fit. */
  readonly subjects?: readonly string[];
}

/** Servers change; a certificate older than a season certifies nothing. Neither issued nor believed for longer. */
export const MOST_VALID_DAYS = 90;
