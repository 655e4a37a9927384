import { counted } from "../base/counted.ts";
import { DISCOVERABILITY_GRADES } from "../scores/discoverability/discoverability.ts";
import { fitsSubject } from "./subject-pattern.ts";
import type { CertificateBody, CertificateFailure, CertificateFailureCode, Policy } from "./verify/certificate.ts";
import { failure } from "./verify/reading.ts";
import { readTime } from "./verify/times.ts";

/** Why the policy refuses a certificate: one failure per reason. */
export const checkPolicy = (policy: Policy, body: CertificateBody, at: number): CertificateFailure[] => {
  const { minimum_grade: least, maximum_age_ms: most, allowed_issuers: issuers, subjects } = policy;
  const { grade, criteria, issuer_pubkey_spki_hex: key } = body;
  const failures: CertificateFailure[] = [];
  const refuse = (code: CertificateFailureCode, message: string, found?: string): void => {
    failures.push(failure(code, `refused by the policy: ${message}`, found));
  };
  if (least !== undefined && DISCOVERABILITY_GRADES.indexOf(grade) > DISCOVERABILITY_GRADES.indexOf(least))
    refuse("policy-grade", `grade ${grade} is below ${least}`);
  const missing = (policy.required_criteria ?? []).filter(
    (wanted) => !criteria.some(({ id, pass }) => id === wanted && pass),
  );
  if (missing.length > 0) {
    const verb = missing.length === 1 ? "is required and does" : "are required and do";
    refuse("policy-criteria", `${missing.join(", ")} ${verb} not pass`);
  }
  // An unreadable date has already been refused.
  const age = at - (readTime(body.observed_at) ?? at);
  if (most !== undefined && age > most)
    refuse("policy-age", `observed ${describeAge(age)} ago, and at most ${describeAge(most)} is allowed`);
  if (issuers && !issuers.some(({ spki_hex }) => spki_hex === key))
    refuse("policy-issuer", `the key ${key} is none of its issuers'`);
  const { server_url: server } = body.subject;
  if (subjects && !subjects.some((pattern) => fitsSubject(pattern, server)))
    refuse("policy-subject", "no pattern of its subjects fits this server", server);
  return failures;
};

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

/** In the largest unit that fits at least once, with one digit after the point where it is not whole. */
const describeAge = (ms: number): string => {
  const [size, word] = UNITS.find(([unit]) => ms >= unit) ?? [1_000, "second"];
  const amount = Math.round((ms / size) * 10) / 10;
  return counted(amount, word);
};
