import { canonicalOrNull } from "../base/canonical.ts";
import type { Capture } from "../capture/capture.ts";
import type { Audit, CriterionVerdict } from "../scores/discoverability/discoverability.ts";
import { evidenceText, figuresBy, probeSetText } from "./evidence-hashes.ts";
import { findSubject } from "./find-subject.ts";
import type {
  CertificateBody,
  CertificateFailure,
  CertificateFailureCode,
  Verification,
} from "./verify/certificate.ts";
import type { VerifyCrypto } from "./verify/crypto.ts";
import { encodeHex } from "./verify/encodings.ts";
import { failure } from "./verify/reading.ts";
import { readTime } from "./verify/times.ts";

export interface RecheckRequest {
  readonly body: CertificateBody;
  readonly capture: Capture;
  /** Computed from the capture, under the version of the standard that the certificate names. */
  readonly audit: Audit;
  readonly crypto: Pick<VerifyCrypto, "sha256">;
}

/** Recomputes everything a certificate says from the capture. Nothing is taken on the certificate's word. */
export const recheckCertificate = async ({
  body,
  capture,
  audit,
  crypto,
}: RecheckRequest): Promise<CertificateFailure[]> => {
  if (body.capture_sha256 === undefined)
    return [failure("no-capture-named", "it names no capture (capture_sha256), so nothing can be recomputed from one")];
  // For another session everything below would differ too, and only bury this failure.
  if (audit.capture_sha256 !== body.capture_sha256)
    return [failure("capture-hash", "the capture is not the one it was issued for: capture_sha256 differs")];
  const sha256 = async (text: string | null): Promise<string | null> =>
    text === null ? null : encodeHex(await crypto.sha256(new TextEncoder().encode(text)));
  const { criteria, surface, revision, delivery } = audit.discoverability;
  const found: CertificateFailure[] = [];
  const check = (holds: boolean, code: CertificateFailureCode, message: string): void => {
    if (!holds) found.push(failure(code, message));
  };
  for (const certified of body.criteria) {
    const again = criteria.find(({ id }) => id === certified.id);
    if (!again) continue;
    check(
      (await sha256(evidenceText(again.evidence))) === certified.evidence_sha256,
      "evidence-hash",
      `${certified.id}: the evidence in the capture has another hash than evidence_sha256`,
    );
    check(
      again.pass === certified.pass,
      "criterion-differs",
      `${certified.id}: certified as ${word(certified.pass)}, but the capture shows a ${word(again.pass)}`,
    );
  }
  check(
    (await sha256(probeSetText(criteria))) === body.probe_set_sha256,
    "probe-set-hash",
    "probe_set_sha256 is not the hash of what was sent",
  );
  check(
    body.surface_sha256 === undefined || surface.sha256 === body.surface_sha256,
    "surface-hash",
    "surface_sha256 is not the hash of the tools in the capture",
  );
  check(delivery.text === body.delivery, "delivery-differs", "the capture shows another delivery than it says");
  check(sameFigures(body, criteria), "figures-differ", "the capture gives other figures than it carries");
  check(
    revision === body.spec_pins.mcp_spec,
    "capture-revision",
    `it names revision ${plain(body.spec_pins.mcp_spec)}, the capture ${plain(revision ?? "none")}`,
  );
  check(
    readTime(audit.observed_at) === readTime(body.observed_at),
    "capture-time",
    "the capture was made at another time than observed_at",
  );
  check(
    findSubject(capture, body.subject.server_url).ok,
    "capture-subject",
    "the capture is of another server than its subject",
  );
  return found;
};

/** A verification to which the recheck was added. */
export const withRecheck = (verification: Verification, found: readonly CertificateFailure[]): Verification => ({
  ...verification,
  valid: verification.valid && found.length === 0,
  failures: [...verification.failures, ...found],
  rechecked: true,
});

const word = (pass: boolean): string => (pass ? "pass" : "fail");

/** Certificates without figures are complete without them. */
const sameFigures = (body: CertificateBody, criteria: readonly CriterionVerdict[]): boolean =>
  (["measured", "volatile"] as const).every(
    (kind) => body[kind] === undefined || canonicalOrNull(body[kind]) === canonicalOrNull(figuresBy(criteria, kind)),
  );

/** A revision is letters, digits and dashes; anything else in its place is not worth showing. */
const plain = (text: string): string => (/^[\w.-]{1,40}$/.test(text) ? text : "something else");
