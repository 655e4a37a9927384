import type { CertificateBody, CertificateFailure, CertificateFailureCode, Policy } from "../model/certificate.ts";
import { DISCOVERABILITY_GRADES } from "../model/discoverability.ts";
import { untrusted } from "../model/untrusted.ts";
import { fitsSubject } from "./subject-pattern.ts";
import { readTime } from "./verify/times.ts";

/** What the policy holds against a certificate: one line of reason per refusal. */
export const checkPolicy = (policy: Policy, body: CertificateBody, at: number): CertificateFailure[] => [
  ...checkGrade(policy, body),
  ...checkCriteria(policy, body),
  ...checkAge(policy, body, at),
  ...checkIssuer(policy, body),
  ...checkSubjectPatterns(policy, body),
];

const refusal = (code: CertificateFailureCode, message: string, found?: string): CertificateFailure[] => [
  { code, message: `refused by the policy: ${message}`, ...(found === undefined ? {} : { found: untrusted(found) }) },
];

const checkGrade = ({ minimum_grade: least }: Policy, { grade }: CertificateBody): CertificateFailure[] => {
  if (least === undefined || DISCOVERABILITY_GRADES.indexOf(grade) <= DISCOVERABILITY_GRADES.indexOf(least)) return [];
  return refusal("policy-grade", `grade ${grade} is below ${least}`);
};

const checkCriteria = (
  { required_criteria: required = [] }: Policy,
  { criteria }: CertificateBody,
): CertificateFailure[] => {
  const missing = required.filter((wanted) => !criteria.some(({ id, pass }) => id === wanted && pass));
  if (missing.length === 0) return [];
  const verb = missing.length === 1 ? "is required and does" : "are required and do";
  return refusal("policy-criteria", `${missing.join(", ")} ${verb} not pass`);
};

const checkAge = ({ maximum_age_ms: most }: Policy, body: CertificateBody, at: number): CertificateFailure[] => {
  if (most === undefined) return [];
  const observed = readTime(body.observed_at);
  // A date that cannot be read has been refused by then.
  if (observed === undefined || at - observed <= most) return [];
  return refusal(
    "policy-age",
    `observed ${describeAge(at - observed)} ago, and at most ${describeAge(most)} is allowed`,
  );
};

const checkIssuer = ({ allowed_issuers: allowed }: Policy, body: CertificateBody): CertificateFailure[] => {
  if (!allowed || allowed.some(({ spki_hex }) => spki_hex === body.issuer_pubkey_spki_hex)) return [];
  return refusal("policy-issuer", `the key ${body.issuer_pubkey_spki_hex} is none of its issuers'`);
};

const checkSubjectPatterns = ({ subjects }: Policy, { subject }: CertificateBody): CertificateFailure[] => {
  if (!subjects || subjects.some((pattern) => fitsSubject(pattern, subject.server_url))) return [];
  return refusal("policy-subject", "no pattern of its subjects fits this server", subject.server_url);
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
  return `${amount} ${word}${amount === 1 ? "" : "s"}`;
};
