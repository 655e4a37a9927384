import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { revokeCertificate } from "../../certificate/revoke.ts";
import { isSha256 } from "../../certificate/verify/encodings.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { fileFailureLine } from "../../report/views/certificate/words.ts";
import { readCertificateFile } from "../certificate/certificate-files.ts";
import { loadSigningKey, type SigningKeyFlags } from "../certificate/load-signing-key.ts";
import { refuseLoss, writeStatement } from "../certificate/write-statement.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface CertRevokeFlags extends SigningKeyFlags {
  readonly reason?: string;
  readonly out?: string;
}

/** `mcptest cert revoke`: takes one certificate back, with the key that signed it. */
export const runCertRevoke = async (flags: CertRevokeFlags, path: string, console: Console): Promise<ExitCode> => {
  const { reason } = flags;
  if (reason === undefined) throw new UsageError('a revocation says why; add --reason "…"');
  refuseLoss(flags.out);
  const key = loadSigningKey(flags, process.env);
  const now = Date.now();
  let certificate_sha256 = path;
  if (!isSha256(path)) {
    const { file, content } = readCertificateFile(path);
    const {
      issuer,
      certificate_sha256: name,
      failures,
    } = await verifyCertificate(content, {
      at: now,
      bare: true,
      crypto: openNodeCrypto(),
    });
    const [failure] = failures;
    if (!issuer || name === null) {
      // What nobody can verify needs no revocation.
      if (failure) console.err(`mcptest: ${fileFailureLine(file, failure)}\n`);
      return EXIT.unverified;
    }
    if (issuer.spki_hex !== key.spki_hex)
      throw new UsageError(
        `${quoted(path)} was signed with another key (${issuer.spki_hex}); only that key can revoke it`,
      );
    certificate_sha256 = name;
  }
  return writeStatement(
    revokeCertificate({ key, certificate_sha256, reason, now }),
    flags.out,
    () => `certificate ${certificate_sha256} is revoked`,
    console,
  );
};
