import { DEFAULT_VALID_DAYS, issueCertificate, MOST_VALID_DAYS } from "../certificate/issue.ts";
import type { Capture } from "../model/capture.ts";
import type { Audit } from "../model/discoverability.ts";
import type { Json } from "../model/json.ts";
import type { Console } from "./console.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { openOutputFile } from "./output-file.ts";
import { loadSigningKey, type SigningKeyFlags } from "./signing-key.ts";
import { quoted, UsageError } from "./usage-error.ts";

export interface CertificateFlags extends SigningKeyFlags {
  readonly certificate?: string;
  readonly issuer?: string;
  readonly subject?: string;
  readonly validDays?: string;
}

/** Everything that can be wrong with the wish is found before a server is troubled. */
export interface CertificateWish {
  /** Signs and writes, or says in one line why there is no certificate. */
  fulfil(audit: Audit, capture: Capture, ruleset: Json): ExitCode;
  discard(): void;
}

export const readCertificateWish = (flags: CertificateFlags, console: Console): CertificateWish | undefined => {
  if (flags.certificate === undefined) {
    const [orphan] = (["key", "keyEnv", "issuer", "validDays"] as const).filter((name) => flags[name] !== undefined);
    if (orphan !== undefined) throw new UsageError(`--${FLAG_NAMES[orphan]} is for signing; add --certificate <file>`);
    return undefined;
  }
  const { issuer, subject } = flags;
  if (issuer === undefined || issuer.trim() === "")
    throw new UsageError("a certificate says who signs it; add --issuer <name>");
  const validDays = readDays(flags.validDays);
  const key = loadSigningKey(flags, process.env, console);
  const toStdout = flags.certificate === "-";
  const file = toStdout ? undefined : openOutputFile(flags.certificate);
  return {
    fulfil: (audit, capture, ruleset) => {
      const issued = issueCertificate({ audit, capture, key, issuer, subject, validDays, now: Date.now(), ruleset });
      if (!issued.ok) {
        file?.discard();
        console.err(`mcptest: no certificate: ${issued.reason}\n`);
        return EXIT.failed;
      }
      const text = `${JSON.stringify(issued.envelope, null, 2)}\n`;
      if (file) file.commit(text);
      else console.out(text);
      console.err(
        `certificate ${toStdout ? "written" : flags.certificate} (grade ${issued.body.grade}, until ${issued.body.expires_at})\n`,
      );
      return EXIT.ok;
    },
    discard: () => file?.discard(),
  };
};

const FLAG_NAMES = { key: "key", keyEnv: "key-env", issuer: "issuer", validDays: "valid-days" } as const;

const readDays = (text: string | undefined): number => {
  if (text === undefined) return DEFAULT_VALID_DAYS;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_VALID_DAYS)
    throw new UsageError(
      `--valid-days ${quoted(text)} is not a choice; use a whole number from 1 to ${MOST_VALID_DAYS}`,
    );
  return days;
};
