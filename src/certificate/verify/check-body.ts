import { CRITERION_IDS } from "../../scores/discoverability/discoverability.ts";
import { gradeDiscoverability } from "../../scores/discoverability/discoverability-grade.ts";
import { type CertificateBody, type CertificateFailure, MOST_VALID_DAYS } from "./certificate.ts";
import { failure } from "./reading.ts";
import { standardVersion } from "./standard-version.ts";
import { isSameSubject } from "./subjects.ts";
import { readTime, writeTime } from "./times.ts";

/** From the observation to the expiry, the last moment excluded. */
export const checkDates = ({ observed_at, expires_at }: CertificateBody, at: number): CertificateFailure[] => {
  const from = readTime(observed_at);
  const until = readTime(expires_at);
  if (from === undefined)
    return [failure("bad-date", "observed_at is no UTC time of the form 2026-01-31T12:00:00Z", observed_at)];
  if (until === undefined)
    return [failure("bad-date", "expires_at is no UTC time of the form 2026-01-31T12:00:00Z", expires_at)];
  if (until - from > MOST_VALID_DAYS * 86_400_000)
    return [
      failure("bad-date", `valid for more than ${MOST_VALID_DAYS} days, which no certificate may be`, expires_at),
    ];
  if (until <= from) return [failure("dates-reversed", `expires ${expires_at}, before it was observed ${observed_at}`)];
  if (at < from)
    return [
      failure("not-yet-valid", `not yet valid: observed ${observed_at}, and the time asked about is ${writeTime(at)}`),
    ];
  if (at >= until) return [failure("expired", `expired ${expires_at}, and the time asked about is ${writeTime(at)}`)];
  return [];
};

/** The subject's own hash, and the server that was asked about. */
export const checkSubject = (
  { subject }: CertificateBody,
  hashOfUrl: string,
  wanted: string | undefined,
): CertificateFailure[] => {
  if (subject.endpoint_sha256 !== hashOfUrl)
    return [failure("subject-hash", "endpoint_sha256 is not the sha256 of server_url")];
  if (wanted === undefined || isSameSubject(subject.server_url, wanted)) return [];
  return [failure("wrong-subject", "it is about another server than the one asked about", subject.server_url)];
};

/** Counts and grade must follow from the criteria. */
export const checkConsistency = (body: CertificateBody): CertificateFailure[] => {
  const { criteria, passes, grade, honesty_cap } = body;
  const version = standardVersion(body.standard);
  if (version === undefined)
    return [failure("unknown-standard", "it names a standard or version that is not known here", body.standard)];
  if (criteria.map(({ id }) => id).join() !== CRITERION_IDS.join())
    return [
      failure(
        "wrong-criteria",
        `its criteria are not ${CRITERION_IDS[0]} to ${CRITERION_IDS.at(-1)}, each once and in order`,
      ),
    ];
  const found: CertificateFailure[] = [];
  const passed = criteria.filter(({ pass }) => pass).length;
  if (passes !== `${passed}/${CRITERION_IDS.length}`)
    found.push(failure("wrong-passes", `${passed} of its criteria pass, but it counts them otherwise`, passes));
  const delivered = criteria.some(({ id, pass }) => id === "C7" && pass);
  const due = gradeDiscoverability(passed, delivered, version);
  if (grade !== due)
    found.push(
      failure("wrong-grade", `says grade ${grade}; its criteria give ${due} under version ${version} of the standard`),
    );
  if (delivered !== (honesty_cap === null)) {
    const said = delivered
      ? "says the grade is capped, though C7 passes"
      : "leaves out the honesty cap, though C7 fails";
    found.push(failure("wrong-cap", said));
  }
  return found;
};
