import {
  CERTIFICATE_FAILURES,
  type CertificateFailure,
  type CertificateStage,
  type Verification,
} from "../verify/certificate.ts";
import { failureLine } from "../view/words.ts";

export type VerdictTone = "good" | "warn" | "bad" | "idle";

export interface VerdictWords {
  readonly tone: VerdictTone;
  readonly title: string;
  readonly line: string;
}

const stageOf = ({ code }: CertificateFailure): CertificateStage => CERTIFICATE_FAILURES[code];

/** Starts with a capital letter, unless it starts with the name of a member. */
const sentence = (failure: CertificateFailure): string =>
  failureLine(failure).replace(/^[a-z](?=[a-z]*[ ,:])/, (letter) => letter.toUpperCase());

/** The answer, for a reader who reads nothing else. */
export const verdictWords = (verification: Verification | null): VerdictWords => {
  if (!verification)
    return {
      tone: "warn",
      title: "Not checked",
      line: "This browser cannot check Ed25519 signatures, so nothing below is verified.",
    };
  const { valid, failures, rechecked } = verification;
  if (valid)
    return {
      tone: "good",
      title: "Valid",
      line: rechecked
        ? "Signed with a key you trust, in date, and everything it says was recomputed from the capture."
        : "Signed with a key you trust, and in date. Add the capture to recompute the criteria; without it they are only the issuer's word.",
    };
  const graver = failures.find((failure) => stageOf(failure) !== "trust");
  if (!graver)
    return {
      tone: "warn",
      title: "Signature holds, issuer not trusted",
      line: "The text has not changed since somebody signed it, but nothing proves who that was: anyone can make a key and write any name beside it.",
    };
  const others = failures.length - 1;
  return {
    tone: "bad",
    title: titleOf(graver),
    line: others === 0 ? sentence(graver) : `${sentence(graver)} (and ${others} more below)`,
  };
};

const titleOf = (failure: CertificateFailure): string => {
  switch (failure.code) {
    case "expired":
      return "Expired";
    case "not-yet-valid":
      return "Not yet valid";
    case "wrong-subject":
      return "About another server";
    case "revoked":
      return "Revoked by its issuer";
    case "key-compromised":
    case "key-superseded":
      return "Signed with a key that was retired";
    case "capture-hash":
      return "Not the capture it was issued for";
    case "no-capture-named":
      return "Names no capture";
    default:
      return STAGE_TITLES[stageOf(failure)];
  }
};

const FORGED = "Forged or damaged: the signature does not hold";

const STAGE_TITLES = {
  envelope: "Not a certificate",
  "signature-form": FORGED,
  text: FORGED,
  key: FORGED,
  signature: FORGED,
  body: "Signed, but not a valid certificate",
  dates: "Its dates make no sense",
  subject: "It contradicts itself about its subject",
  consistency: "It contradicts itself",
  trust: "Issuer not trusted",
  revocation: "The revocations cannot be relied on",
  policy: "Refused by the policy",
  capture: "The capture does not support it",
} as const satisfies Record<CertificateStage, string>;

export interface CheckRow {
  readonly name: string;
  readonly state: "holds" | "fails" | "not checked";
  readonly lines: readonly string[];
}

interface Check {
  readonly name: string;
  readonly stages: readonly CertificateStage[];
  /** What is said when nothing is wrong. */
  readonly holds: string;
}

const SIGNATURE: Check = {
  name: "Signature",
  stages: ["envelope", "signature-form", "text", "key", "signature"],
  holds: "It matches the exact text and the key that the text names.",
};

const READING: readonly Check[] = [
  { name: "Issuer", stages: ["trust"], holds: "Signed with a key you gave." },
  { name: "Dates", stages: ["dates"], holds: "In date at the time asked about." },
  { name: "Subject", stages: ["subject"], holds: "The address matches its hash." },
  { name: "Count and grade", stages: ["body", "consistency"], holds: "They follow from the ten criteria." },
];

const REVOCATION: Check = {
  name: "Revocation",
  stages: ["revocation"],
  holds: "Nothing that you gave takes it back.",
};

const NO_REVOCATIONS = "No revocations were given; the issuer may have taken it back.";
const NO_CAPTURE = "No capture was given, so the criteria are only the issuer's word.";
const UNKNOWN_STANDARD = "This page cannot judge by the standard it names.";

/** Every check with its outcome. A check that was not reached says so and is never shown as passed. */
export const checkRows = (
  verification: Verification | null,
  subject: string | undefined,
  captureGiven: boolean,
): readonly CheckRow[] => {
  const rowOf = ({ name, stages, holds }: Check, reached: boolean, why: string): CheckRow => {
    const failures = (verification?.failures ?? []).filter((failure) => stages.includes(stageOf(failure)));
    if (failures.length > 0) return { name, state: "fails", lines: failures.map(sentence) };
    return reached ? { name, state: "holds", lines: [holds] } : { name, state: "not checked", lines: [why] };
  };
  const asked =
    subject === undefined
      ? READING
      : READING.map((check) => (check.name === "Subject" ? { ...check, holds: "It is the server you named." } : check));
  const signed = verification?.signature_holds ?? false;
  const later =
    verification === null ? "This browser cannot check signatures." : "Not checked, because the signature fails.";
  return [
    rowOf(SIGNATURE, signed, "This browser cannot check signatures."),
    ...asked.map((check) =>
      rowOf(check, verification?.body != null, signed ? "The signed text is not a certificate." : later),
    ),
    rowOf(
      REVOCATION,
      verification?.body != null && verification.revocations_checked !== null,
      verification?.body ? NO_REVOCATIONS : later,
    ),
    rowOf(
      { name: "Capture", stages: ["capture"], holds: "Every hash and every criterion was recomputed from it." },
      verification?.rechecked ?? false,
      !verification?.body ? later : captureGiven ? UNKNOWN_STANDARD : NO_CAPTURE,
    ),
  ];
};
