import type { Capture } from "../../capture/capture.ts";
import { auditCapture } from "../../scores/discoverability/audit-capture.ts";
import type { Audit, CriterionVerdict, StandardVersion } from "../../scores/discoverability/discoverability.ts";
import { recheckCertificate, withRecheck } from "../recheck.ts";
import type { CertificateBody, TrustedKey, Verification } from "../verify/certificate.ts";
import { openCertificate } from "../verify/open-certificate.ts";
import { readRevocations } from "../verify/read-revocations.ts";
import type { RevocationFile } from "../verify/revocation.ts";
import { standardVersion } from "../verify/standard-version.ts";
import { VerifyUsageError } from "../verify/usage-error.ts";
import { verifyCertificate } from "../verify/verify-certificate.ts";
import { webCrypto } from "../verify/web-crypto.ts";
import { digestOf } from "./digest.ts";

export interface Inputs {
  readonly certificate: Uint8Array;
  readonly capture: Capture | null;
  readonly trusted: readonly TrustedKey[];
  /** Milliseconds. */
  readonly at: number;
  readonly subject: string | undefined;
  readonly revocations?: RevocationFile | null;
}

/** A criterion recomputed from the capture. */
export interface Recomputed {
  readonly verdict: CriterionVerdict;
  /** Of its evidence; null when that has no canonical form. */
  readonly sha256: string | null;
}

export interface Examined {
  /** Null when this browser cannot check signatures. */
  readonly verification: Verification | null;
  /** What the certificate says, trusted or not; null when it cannot be read. */
  readonly says: CertificateBody | null;
  readonly capture: Capture | null;
  /** By criterion; null without the capture that the certificate was issued for. */
  readonly recomputed: ReadonlyMap<string, Recomputed> | null;
}

const TOOL = { name: "mcptest", version: "page" } as const;

/** Everything there is to say about a certificate, found with the same code as the command. */
export const examine = async ({ certificate, capture, revocations, ...options }: Inputs): Promise<Examined> => {
  const opened = openCertificate(certificate);
  const says = opened.ok ? opened.value.body : null;
  let verification: Verification;
  try {
    verification = await verifyCertificate(certificate, {
      ...options,
      revocations: revocations ? await readRevocations([revocations]) : undefined,
    });
  } catch (error) {
    // Keys and time were checked before, so this is a browser without WebCrypto or without Ed25519.
    if (error instanceof VerifyUsageError) return { verification: null, says, capture: null, recomputed: null };
    throw error;
  }
  const { body } = verification;
  const version = body ? standardVersion(body.standard) : undefined;
  if (!capture || !body || version === undefined) return { verification, says, capture: null, recomputed: null };
  const audit = auditOnce(capture, version);
  const found = await recheckCertificate({ body, capture, audit, crypto: webCrypto() });
  const same = body.capture_sha256 !== undefined && audit.capture_sha256 === body.capture_sha256;
  return {
    verification: withRecheck(verification, found),
    says,
    capture: same ? capture : null,
    recomputed: same
      ? new Map(
          audit.discoverability.criteria.map((verdict) => [
            verdict.id,
            { verdict, sha256: digestOf(verdict.evidence) },
          ]),
        )
      : null,
  };
};

const audits = new WeakMap<Capture, Map<StandardVersion, Audit>>();

/** Judging a large capture takes a moment, and must not happen again for every letter of a key that is typed. */
const auditOnce = (capture: Capture, version: StandardVersion): Audit => {
  const known = audits.get(capture) ?? new Map<StandardVersion, Audit>();
  audits.set(capture, known);
  const audit = known.get(version) ?? auditCapture(capture, version, TOOL, digestOf);
  known.set(version, audit);
  return audit;
};

/** Whether signatures can be checked here at all. */
export const knowsEd25519 = async (): Promise<boolean> => {
  const point = new Uint8Array(32).fill(0x66);
  point[0] = 0x58;
  try {
    await webCrypto().verifyEd25519(point, new Uint8Array(), new Uint8Array(64));
    return true;
  } catch (error) {
    if (error instanceof VerifyUsageError) return false;
    throw error;
  }
};
