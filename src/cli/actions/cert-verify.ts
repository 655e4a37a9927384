import { defined } from "../../base/defined.ts";
import { readStrictJson } from "../../base/strict-json.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { TOOL } from "../../base/version.ts";
import { compareHashes, withDrift } from "../../certificate/compare.ts";
import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { recheckCertificate, withRecheck } from "../../certificate/recheck.ts";
import type { CertificateFailureCode, Verification } from "../../certificate/verify/certificate.ts";
import { openCertificate } from "../../certificate/verify/open-certificate.ts";
import { standardVersion } from "../../certificate/verify/standard-version.ts";
import { readMoment } from "../../certificate/verify/times.ts";
import { type VerifyOptions, verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { certificateView } from "../../certificate/view/certificate.ts";
import { isNoCertificate, type VerifiedFile, verificationView } from "../../certificate/view/verification.ts";
import { fileFailureLine } from "../../certificate/view/words.ts";
import { render } from "../../report/render.ts";
import { type CriterionId, DEFAULT_STANDARD } from "../../scores/discoverability/discoverability.ts";
import { criterionTexts } from "../../scores/discoverability/standard.ts";
import { type CertificateFile, readCertificateFile, readCertificateFiles } from "../certificate/certificate-files.ts";
import { readPolicyFile } from "../certificate/read-policy-file.ts";
import { loadRevocations } from "../certificate/revocation-files.ts";
import { loadTrustedKeys } from "../certificate/trusted-keys.ts";
import type { certShow, certVerify } from "../commands/cert.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { readReporters, writeReports } from "../flags/reporter-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `mcptest cert verify`: exits 0 only if every certificate is valid. */
export const runCertVerify = async ({ args, flags, console }: CallOf<typeof certVerify>): Promise<ExitCode> => {
  if (flags.bare && (flags.issuerKey?.length || flags.trustStore !== undefined))
    throw new UsageError("--bare uses the key inside the certificate; drop it to verify with the keys you trust");
  const crypto = openNodeCrypto();
  const options: VerifyOptions = {
    at: readAt(flags.at),
    trusted: flags.bare ? [] : loadTrustedKeys(flags, process.env),
    bare: flags.bare,
    subject: flags.subject,
    policy: flags.policy === undefined ? undefined : readPolicyFile(flags.policy),
    revocations: await loadRevocations(flags.revocations, crypto),
    crypto,
  };
  const chosen = readReporters(flags, ["pretty", "json"]);
  const files = await verifyAll(
    args.paths,
    options,
    flags.capture === undefined && flags.now === undefined ? Number.POSITIVE_INFINITY : 1,
  );
  const [first] = files;
  const [failure] = first?.verification.failures ?? [];
  const alone = files.length === 1 && chosen.every(({ reporter, file }) => reporter === "pretty" && !file);
  if (first && failure && alone && isNoCertificate(first.verification)) {
    console.err(`mcptest: ${fileFailureLine(first.file, failure)}\n`);
    return EXIT.unverified;
  }
  if (flags.capture !== undefined && first)
    files[0] = { file: first.file, verification: await recheck(first.verification, flags.capture) };
  if (flags.now !== undefined && files[0])
    files[0] = {
      file: files[0].file,
      verification: await compareTools(files[0].verification, flags.now, flags.capture),
    };
  writeReports(chosen, (reporter, print) => render(verificationView, { files, tool: TOOL }, reporter, print), console);
  return files.every(({ verification }) => verification.valid) ? EXIT.ok : EXIT.unverified;
};

/** How many signatures are verified in parallel while further files are read. */
const AHEAD = 64;

const verifyAll = async (paths: readonly string[], options: VerifyOptions, most: number): Promise<VerifiedFile[]> => {
  const verify = async ({ file, content }: CertificateFile): Promise<VerifiedFile> => ({
    file,
    verification: locateJsonError(await verifyCertificate(content, options), content),
  });
  const files: VerifiedFile[] = [];
  let ahead: Promise<VerifiedFile>[] = [];
  const settle = async (): Promise<void> => {
    files.push(...(await Promise.all(ahead)));
    ahead = [];
  };
  for (const certificate of readCertificateFiles(paths)) {
    if (files.length + ahead.length >= most)
      throw new UsageError("--capture and --now belong to one certificate; name only that one");
    ahead.push(verify(certificate));
    if (ahead.length >= AHEAD) await settle();
  }
  await settle();
  return files;
};

/** With the capture at hand, every claim of the certificate is recomputed. */
const recheck = async (verification: Verification, path: string): Promise<Verification> => {
  const capture = readCaptureFile(path);
  const { body } = verification;
  const version = body ? standardVersion(body.standard) : undefined;
  if (!body || version === undefined) return verification;
  const { makeAudit } = await import("../../scores/result/discoverability.ts");
  const audit = makeAudit(capture, { tool: TOOL, standard: version });
  return withRecheck(verification, await recheckCertificate({ body, capture, audit, crypto: openNodeCrypto() }));
};

/** Whether the tools of today are the certified ones and, where the certificate's own capture shows it, what has changed. */
const compareTools = async (
  verification: Verification,
  today: string,
  certified: string | undefined,
): Promise<Verification> => {
  const now = readCaptureFile(today);
  const { body, failures } = verification;
  if (!body) return verification;
  const { makeAudit } = await import("../../scores/result/discoverability.ts");
  const standard = standardVersion(body.standard);
  const { surface } = makeAudit(now, { tool: TOOL, ...defined({ standard }) }).discoverability;
  const state = compareHashes(body.surface_sha256, surface.sha256);
  const isOwn = certified !== undefined && !failures.some(({ code }) => NOT_ITS_CAPTURE.includes(code));
  if (state !== "changed" || !isOwn) return withDrift(verification, { surface: state });
  const { certifiedDrift } = await import("../../scores/result/lock.ts");
  const changes = await certifiedDrift(readCaptureFile(certified), now);
  return withDrift(verification, { surface: state, ...defined({ changes }) });
};

/** What another capture shows says nothing about what was certified. */
const NOT_ITS_CAPTURE: readonly CertificateFailureCode[] = ["no-capture-named", "capture-hash", "surface-hash"];

/** `mcptest cert show`: what a certificate says, trusted or not. */
export const runCertShow = async ({ args, flags, console }: CallOf<typeof certShow>): Promise<ExitCode> => {
  const at = readAt(flags.at);
  const { file, content } = readCertificateFile(args.file);
  const chosen = readReporters(flags, ["pretty", "json"]);
  const verification = locateJsonError(
    await verifyCertificate(content, { at, bare: true, crypto: openNodeCrypto() }),
    content,
  );
  const opened = openCertificate(content);
  if (!opened.ok) {
    const [failure = opened.failure] = verification.failures;
    console.err(`mcptest: ${fileFailureLine(file, failure)}\n`);
    return EXIT.unverified;
  }
  writeReports(
    chosen,
    (reporter, print) => {
      const { body } = opened.value;
      const texts = criterionTexts(standardVersion(body.standard) ?? DEFAULT_STANDARD);
      const titles = Object.fromEntries(texts.map(({ id, title }) => [id, title])) as Record<CriterionId, string>;
      return render(certificateView, { body, verification, titles }, reporter, print);
    },
    console,
  );
  return verification.signature_holds ? EXIT.ok : EXIT.unverified;
};

/** `--at`, or now: the only time that certificates are compared with. */
const readAt = (text: string | undefined): number => {
  const at = text === undefined ? Date.now() : readMoment(text.trim());
  if (at === undefined)
    throw new UsageError(`--at ${quoted(text ?? "")} is not a time; write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)`);
  return at;
};

/** Adds line and column to "not JSON". The verifier itself must stay small for browsers, so it cannot name them. */
const locateJsonError = (verification: Verification, content: Uint8Array): Verification => {
  const [failure] = verification.failures;
  const decoded = failure?.code === "not-json" ? decodeUtf8(content) : undefined;
  if (!failure || !decoded?.ok) return verification;
  const reading = readStrictJson(decoded.text, { depth: 1_000, values: Number.POSITIVE_INFINITY });
  if (reading.ok) return verification;
  const message = failure.message.replace("not JSON", `not JSON (line ${reading.line}, column ${reading.column})`);
  return { ...verification, failures: [{ ...failure, message }] };
};
