import type {
  CertificateBody,
  CertificateFailure,
  CertificateFailureCode,
  CertificateIssuer,
  Verification,
} from "../../model/certificate.ts";
import { show } from "../capture-head.ts";

const LONGEST = 200;

/** One line: what is wrong, with the certificate's own words escaped. */
export const failureLine = ({ message, found }: CertificateFailure): string =>
  found === undefined ? message : `${message}: ${show(found, LONGEST)}`;

/** The same with the file, for grep. */
export const fileFailureLine = (file: string, failure: CertificateFailure): string =>
  `${show(file, LONGEST)}: ${failureLine(failure)}`;

/** The name the verifier gave the key comes first; what the certificate calls its issuer is a claim. */
export const issuerLine = (issuer: CertificateIssuer, body: CertificateBody | null): string => {
  const claim = body === null ? "" : `"${show(body.issuer, 80)}"`;
  if (!issuer.trusted) return `not trusted; calls itself ${claim || "nothing"}`;
  return issuer.known_as === null
    ? `${claim}, with a key you trust`
    : `${show(issuer.known_as, 80)}${claim === "" ? "" : `; calls itself ${claim}`}`;
};

/** Said with every bare check, because it is the part that people forget. */
export const BARE_CAVEAT =
  "bare check: the key came with the certificate, so this proves only that the text was not altered since someone signed it; it does not prove who that was. Give --issuer-key or --trust-store for that.";

export const stateWord = ({ valid, bare }: Verification): string => {
  if (!valid) return "NOT VALID";
  return bare ? "UNALTERED" : "VALID";
};

/** What cannot be opened says nothing, so there is nothing to report but why. */
const NO_CERTIFICATE: readonly CertificateFailureCode[] = ["too-large", "not-utf8", "not-json", "not-a-certificate"];

/** Whether a file is no certificate at all, rather than one that does not hold. */
export const isNoCertificate = ({ failures: [failure] }: Verification): boolean =>
  failure !== undefined && NO_CERTIFICATE.includes(failure.code);
