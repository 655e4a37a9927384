import type { Audit, CertificateComparison, CertificateDrift } from "../scores/discoverability/discoverability.ts";
import type { CertificateBody, Verification } from "./verify/certificate.ts";
import { failure } from "./verify/reading.ts";
import { standardVersion } from "./verify/standard-version.ts";
import { isSameSubject } from "./verify/subjects.ts";

export interface CompareRequest {
  /** Of a certificate whose signature holds. */
  readonly body: CertificateBody;
  /** Of today, under the version of the standard that the certificate names. */
  readonly audit: Audit;
  /** The address that was audited today; absent for a command. */
  readonly url?: string | undefined;
}

/** A second opinion: which booleans of a certificate still hold. Hashes of live answers would differ without meaning. */
export const compareCertificate = ({ body, audit, url }: CompareRequest): CertificateComparison => {
  const { criteria: now, grade, surface, standard } = audit.discoverability;
  const criteria = body.criteria.map(({ id, pass }) => ({
    id,
    certified: pass,
    now: now.some((criterion) => criterion.id === id && criterion.pass),
  }));
  const tools = compareHashes(body.surface_sha256, surface.sha256);
  const subject = url === undefined ? "unknown" : isSameSubject(body.subject.server_url, url) ? "same" : "other";
  return {
    criteria,
    grade: { certified: body.grade, now: grade },
    surface: tools,
    subject,
    standard: { certified: standardVersion(body.standard) ?? "unknown", now: standard.version },
    holds: tools !== "changed" && subject !== "other" && criteria.every((one) => one.now || !one.certified),
  };
};

/** A verification to which was added whether the tools of today are the certified ones: a changed tool voids a certificate. */
export const withDrift = (verification: Verification, drift: CertificateDrift): Verification => {
  if (drift.surface !== "changed") return { ...verification, drift };
  const message = "the tools of today are not the certified ones: surface_sha256 differs";
  return {
    ...verification,
    valid: false,
    failures: [...verification.failures, failure("tools-drifted", message)],
    drift,
  };
};

export const compareHashes = (certified: string | undefined, now: string | null): CertificateDrift["surface"] => {
  if (certified === undefined || now === null) return "unknown";
  return certified === now ? "same" : "changed";
};
