import { BODY_CASES } from "./body-cases.ts";
import { CAPTURE_CASES } from "./capture-cases.ts";
import type { Case } from "./case.ts";
import { ENVELOPE_CASES } from "./envelope-cases.ts";
import { ISSUER } from "./keys.ts";
import { POLICY_CASES } from "./policy-cases.ts";
import { REVOCATION_CASES } from "./revocation-cases.ts";

export const CASES: readonly Case[] = [
  ...ENVELOPE_CASES,
  ...BODY_CASES,
  ...REVOCATION_CASES,
  ...POLICY_CASES,
  ...CAPTURE_CASES,
];

/** The files of a case's folder, by name. */
export const filesOf = (one: Case): Readonly<Record<string, Uint8Array>> => {
  const { name, about, certificate, at, trusted = [ISSUER.spki_hex], subject, bare, policy, capture, expect } = one;
  const { revocations } = one;
  const wishes = {
    at,
    trusted,
    ...(subject === undefined ? {} : { subject }),
    ...(bare === undefined ? {} : { bare }),
    expect,
  };
  const verdict = expect.length === 0 ? "Must verify." : `Must not verify: ${expect.join(", ")}.`;
  const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
  return {
    "README.md": bytes(`# ${name}\n\n${about}\n\n${verdict}\n`),
    "certificate.json": typeof certificate === "string" ? bytes(certificate) : certificate,
    "case.json": bytes(`${JSON.stringify(wishes, null, 2)}\n`),
    // JSON is YAML.
    ...(policy === undefined ? {} : { "policy.yaml": bytes(`${JSON.stringify(policy, null, 2)}\n`) }),
    ...(revocations === undefined ? {} : { "revocations.json": bytes(revocations) }),
    ...(capture === undefined ? {} : { "capture.json": bytes(`${JSON.stringify(capture, null, 2)}\n`) }),
  };
};
