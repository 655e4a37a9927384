import { counted } from "../../base/counted.ts";
import type { CertificateBody, CertificateFailure } from "./certificate.ts";
import { failure } from "./reading.ts";
import { type CertificateRevocation, type KeyRetirement, RETIREMENT_FORMAT, type Revocations } from "./revocation.ts";
import { readTime } from "./times.ts";

export interface RevocationFindings {
  readonly failures: readonly CertificateFailure[];
  readonly notes: readonly string[];
}

/**
 * What the statements say about one certificate. A statement counts only if the key that signed the certificate signed it:
 * nobody else can take back what an issuer said. It may come from a key that was itself retired, because a statement can
 * only take trust away, and only from what its own key signed. It counts at any time that is asked about.
 */
export const checkRevocations = (
  { statements, problems }: Revocations,
  { observed_at, issuer_pubkey_spki_hex: key }: CertificateBody,
  name: string,
): RevocationFindings => {
  const about = statements.filter(
    ({ statement }) =>
      statement.issuer_pubkey_spki_hex === key &&
      (statement.format === RETIREMENT_FORMAT || statement.certificate_sha256 === name),
  );
  const honoured = about.flatMap(({ statement, holds }) => (holds ? [statement] : []));
  const retirements = honoured.filter((one): one is KeyRetirement => one.format === RETIREMENT_FORMAT);
  const revocations = honoured.filter((one): one is CertificateRevocation => one.format !== RETIREMENT_FORMAT);
  const forged = about.length - honoured.length;
  return {
    failures: [
      ...problems.map(({ file, message }) =>
        failure("bad-revocation", `a file of revocations cannot be relied on (${message}), get it again`, file),
      ),
      ...checkKey(retirements, observed_at),
      ...checkRevoked(revocations),
    ],
    notes: forged === 0 ? [] : [`ignored ${counted(forged, "statement")} against it that its own key did not sign`],
  };
};

/** The first of several counts, so that a later statement cannot soften an earlier one. */
const first = <T>(statements: readonly T[], timeOf: (statement: T) => string): T | undefined =>
  [...statements].sort((a, b) => (readTime(timeOf(a)) ?? 0) - (readTime(timeOf(b)) ?? 0))[0];

const checkKey = (retirements: readonly KeyRetirement[], observed: string): CertificateFailure[] => {
  const stolen = first(
    retirements.filter(({ reason }) => reason === "compromised"),
    ({ from }) => from,
  );
  if (stolen)
    return [
      failure(
        "key-compromised",
        `its key was retired as compromised (since ${stolen.from}), so nothing that key signed can be believed, whatever its date`,
      ),
    ];
  const ended = first(retirements, ({ from }) => from);
  // A date that cannot be read has been refused already.
  if (!ended || (readTime(observed) ?? Number.POSITIVE_INFINITY) < (readTime(ended.from) ?? 0)) return [];
  return [
    failure(
      "key-superseded",
      `its key was retired: what was observed from ${ended.from} on does not hold, and this was observed ${observed}`,
    ),
  ];
};

const checkRevoked = (revocations: readonly CertificateRevocation[]): CertificateFailure[] => {
  const earliest = first(revocations, ({ revoked_at }) => revoked_at);
  return earliest ? [failure("revoked", `revoked by its issuer on ${earliest.revoked_at}`, earliest.reason)] : [];
};
