import { rmSync } from "node:fs";
import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { retireKey, revokeCertificate } from "../../certificate/revoke.ts";
import { generateSigningKey } from "../../certificate/signing-key.ts";
import { isSha256 } from "../../certificate/verify/encodings.ts";
import { RETIREMENT_REASONS } from "../../certificate/verify/revocation.ts";
import { readMoment } from "../../certificate/verify/times.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { fileFailureLine } from "../../certificate/view/words.ts";
import { readCertificateFile } from "../certificate/certificate-files.ts";
import { loadSigningKey } from "../certificate/load-signing-key.ts";
import { refuseLoss, writeStatement } from "../certificate/write-statement.ts";
import type { certKeygen, certRetire, certRevoke } from "../commands/cert.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { refuseExisting, writeNewFile } from "../files/new-file.ts";
import { readChoice } from "../flags/choice.ts";
import { quoted, UsageError } from "../usage-error.ts";

const DEFAULT_FILE = "mcptest-key.pem";

/** `mcptest cert keygen`: a private key that only its owner can read, and the public key to hand out. */
export const runCertKeygen = ({ flags, console }: CallOf<typeof certKeygen>): ExitCode => {
  const file = flags.out ?? DEFAULT_FILE;
  if (file === "" || file === "-") throw new UsageError("a private key is never printed; name a file with -o");
  const publicFile = `${file.replace(/\.pem$/, "")}.pub.pem`;
  for (const path of [file, publicFile]) refuseExisting(path);
  const key = generateSigningKey();
  writeNewFile(file, key.private_pem, 0o600);
  try {
    writeNewFile(publicFile, key.public_pem, 0o644);
  } catch (error) {
    // Half a key pair is worse than none.
    rmSync(file, { force: true });
    throw error;
  }
  console.err(`private key ${file} (mode 0600, keep it secret), public key ${publicFile}\n`);
  console.out(`${key.spki_hex}\n`);
  return EXIT.ok;
};

/** `mcptest cert revoke`: takes one certificate back, with the key that signed it. */
export const runCertRevoke = async ({ args, flags, console }: CallOf<typeof certRevoke>): Promise<ExitCode> => {
  const { certificate: path } = args;
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

/** `mcptest cert retire`: the end of a key, signed by the key itself. */
export const runCertRetire = ({ flags, console }: CallOf<typeof certRetire>): ExitCode => {
  if (flags.reason === undefined)
    throw new UsageError("say why the key ends: --reason superseded, or --reason compromised");
  const reason = readChoice("--reason", flags.reason, RETIREMENT_REASONS);
  const from = flags.from === undefined ? undefined : readMoment(flags.from.trim());
  if (flags.from !== undefined && from === undefined)
    throw new UsageError(`--from ${quoted(flags.from)} is not a time; write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)`);
  refuseLoss(flags.out);
  const key = loadSigningKey(flags, process.env);
  return writeStatement(
    retireKey({ key, reason, from, now: Date.now() }),
    flags.out,
    ({ from: since }) =>
      reason === "compromised"
        ? `key ${key.spki_hex} is retired as compromised: nothing it signed holds any more`
        : `key ${key.spki_hex} is retired: what it observes from ${since} on does not hold`,
    console,
  );
};
