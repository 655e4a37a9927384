import { show } from "../../report/terminal/terminal.ts";
import type {
  CertificateBody,
  CertificateFailure,
  CertificateIssuer,
  CertificateObservation,
} from "../verify/certificate.ts";

/** One line: what is wrong, with the certificate's own words escaped. */
export const failureLine = ({ message, found }: CertificateFailure): string =>
  found === undefined ? message : `${message}: ${show(found)}`;

/** The same with the file, for grep. */
export const fileFailureLine = (file: string, failure: CertificateFailure): string =>
  `${show(file)}: ${failureLine(failure)}`;

/** Who asked the server; undefined where the certificate does not say. */
export const observationLine = ({ observed }: Pick<CertificateBody, "observed">): string | undefined =>
  observed === undefined ? undefined : OBSERVATIONS[observed];

const OBSERVATIONS = {
  live: "live: the issuer's own run asked the server",
  "supplied-capture": "supplied capture: the issuer was handed the session and did not ask the server",
} as const satisfies Record<CertificateObservation, string>;

/** The name the verifier gave the key comes first; what the certificate calls its issuer is only a claim. */
export const issuerLine = (issuer: CertificateIssuer, body: CertificateBody | null): string => {
  const claim = body === null ? "" : `"${show(body.issuer, 80)}"`;
  if (!issuer.trusted) return `not trusted; calls itself ${claim || "nothing"}`;
  return issuer.known_as === null
    ? `${claim}, with a key you trust`
    : `${show(issuer.known_as, 80)}${claim === "" ? "" : `; calls itself ${claim}`}`;
};
