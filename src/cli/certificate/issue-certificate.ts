import type { Json } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { DEFAULT_VALID_DAYS, issueCertificate } from "../../certificate/issue.ts";
import { type CertificateObservation, MOST_VALID_DAYS } from "../../certificate/verify/certificate.ts";
import type { Audit } from "../../scores/discoverability/discoverability.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutput } from "../files/output-file.ts";
import type { CertificateFlags } from "../flags/common-flags.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { loadSigningKey } from "./load-signing-key.ts";

/** Whatever is wrong with the request is found before a server is probed. */
export interface CertificateRequest {
  /** Signs and writes, or says in one line why not. */
  issue(audit: Audit, capture: Capture, observed: CertificateObservation, ruleset: Json): ExitCode;
}

export const readCertificateRequest = (flags: CertificateFlags, console: Console): CertificateRequest | undefined => {
  if (flags.certificate === undefined) {
    const [orphan] = (["key", "keyEnv", "issuer", "validDays"] as const).filter((name) => flags[name] !== undefined);
    if (orphan !== undefined)
      throw new UsageError(`--${FLAG_NAMES[orphan]} is only for signing; add --certificate <file>`);
    return undefined;
  }
  const { issuer, subject } = flags;
  if (issuer === undefined || issuer.trim() === "")
    throw new UsageError("a certificate names who signs it; add --issuer <name>");
  const validDays = readDays(flags.validDays);
  const key = loadSigningKey(flags, process.env);
  const toStdout = flags.certificate === "-";
  const output = openOutput(flags.certificate, console);
  return {
    issue: (audit, capture, observed, ruleset) => {
      const now = Date.now();
      const issued = issueCertificate({ audit, capture, observed, key, issuer, subject, validDays, now, ruleset });
      if (!issued.ok) {
        console.err(`mcptest: no certificate was written: ${issued.reason}\n`);
        return EXIT.failed;
      }
      output.commit(`${JSON.stringify(issued.envelope, null, 2)}\n`);
      console.err(
        `certificate ${toStdout ? "written" : flags.certificate} (grade ${issued.body.grade}${SOURCES[observed]}, valid until ${issued.body.expires_at})\n`,
      );
      return EXIT.ok;
    },
  };
};

const SOURCES = {
  live: "",
  "supplied-capture": ", signed as a supplied capture and not as observed",
} as const satisfies Record<CertificateObservation, string>;

const FLAG_NAMES = { key: "key", keyEnv: "key-env", issuer: "issuer", validDays: "valid-days" } as const;

const readDays = (text: string | undefined): number => {
  if (text === undefined) return DEFAULT_VALID_DAYS;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_VALID_DAYS)
    throw new UsageError(`--valid-days ${quoted(text)} is not a whole number from 1 to ${MOST_VALID_DAYS}`);
  return days;
};
