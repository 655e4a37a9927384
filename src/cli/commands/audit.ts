import { readFileSync } from "node:fs";
import { compareCertificate } from "../../certificate/compare.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { makeAudit } from "../../check/make-audit.ts";
import { standardRuleset } from "../../check/standard-document.ts";
import type { Capture } from "../../model/capture.ts";
import type { CertificateBody, CertificateComparison } from "../../model/certificate.ts";
import {
  type Audit,
  DEFAULT_STANDARD,
  DISCOVERABILITY_GRADES,
  isStandardVersion,
  STANDARD_VERSIONS,
  type StandardVersion,
} from "../../model/discoverability.ts";
import { isRevision } from "../../model/revision.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readGate } from "../gate.ts";
import { type CertificateFlags, type CertificateWish, readCertificateWish } from "../issue-certificate.ts";
import { renderAudit } from "../present-audit.ts";
import { probeRequest } from "../probe-flags.ts";
import { type ProbeTargetFlags, probe } from "../probe-target.ts";
import { isReached, unreachableLine } from "../reached.ts";
import { readCaptureFile, readingFile } from "../read-capture-file.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";
import { targetFrom } from "../target-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface AuditFlags extends ProbeTargetFlags, Omit<ReporterFlags, "quiet">, CertificateFlags {
  readonly standard?: string;
  readonly capture?: string;
  readonly failOn?: string;
  readonly compare?: string;
}

const AUDIT_GATES = ["never", "grade-a", "grade-b", "grade-c"] as const;
type AuditGate = (typeof AUDIT_GATES)[number];

/** `mcptest audit`: probe what the ten criteria need, judge it, and sign or compare it if asked to. */
export const runAudit = async (
  flags: AuditFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const gate = readGate<AuditGate>(flags.failOn ?? "never", AUDIT_GATES);
  const wanted = flags.standard === undefined ? undefined : readStandard(flags.standard);
  const certified = flags.compare === undefined ? undefined : await readCertified(flags.compare, console);
  if (certified === "unusable") return EXIT.unverified;
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const wish = readCertificateWish(flags, console);
  const seen = await observe(flags, url, command, console, wish);
  if (!seen) return EXIT.ok;
  const standard = wanted ?? versionOf(certified) ?? DEFAULT_STANDARD;
  const audit = makeAudit(seen.capture, { tool: TOOL, standard });
  const comparison = certified && compareCertificate({ body: certified, audit, url: addressOf(seen.capture) });
  const view = { quiet: flags.quiet ?? false, verbose: flags.verbose ?? false };
  writeReports(chosen, (reporter, paper) => renderAudit(audit, comparison, reporter, { ...paper, ...view }), console);
  const signed = wish?.fulfil(audit, seen.capture, standardRuleset(standard));
  if (seen.interrupted !== undefined) return seen.interrupted;
  if (!seen.reached) return EXIT.unreachable;
  return exitOf(audit, gate, comparison, signed, unspoken(flags, seen.capture));
};

interface Seen {
  readonly capture: Capture;
  readonly reached: boolean;
  readonly interrupted?: ExitCode;
}

/** What the audit is of: a saved capture, or a server that is asked now. */
const observe = async (
  flags: AuditFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
  wish: CertificateWish | undefined,
): Promise<Seen | undefined> => {
  if (flags.capture !== undefined) {
    if (url !== undefined || command.length > 0)
      throw new UsageError("--capture reads what was recorded; leave the server out, or leave --capture out");
    const capture = readCaptureFile(flags.capture);
    const reached = isReached(capture);
    if (!reached) console.err(unreachableLine(capture));
    return { capture, reached };
  }
  const request = { ...probeRequest({ ...flags, tools: flags.tools ?? "undeclared" }), plan: "audit" as const };
  const target = targetFrom(flags, url, command, console);
  if (!target) {
    wish?.discard();
    return undefined;
  }
  if (wish && target.kind === "stdio" && flags.subject === undefined)
    throw new UsageError(
      "a command has no address; say what the certificate is about: --subject stdio:<name>@<version>",
    );
  return probe(target, request, flags, console);
};

const readStandard = (text: string): StandardVersion => {
  const version = text.replace(/^v/, "");
  if (isStandardVersion(version)) return version;
  throw new UsageError(
    `--standard ${quoted(text)} is not a version of the standard; use one of ${STANDARD_VERSIONS.join(", ")}`,
  );
};

/** A certificate is compared with only if nobody altered it; whether to believe its issuer is another question. */
const readCertified = async (path: string, console: Console): Promise<CertificateBody | "unusable"> => {
  const text = readingFile(path, () => readFileSync(path));
  const { body, failures } = await verifyCertificate(text, { at: Date.now(), bare: true });
  if (body) return body;
  const [failure] = failures;
  console.err(`mcptest: ${quoted(path)} cannot be compared with: ${failure?.message ?? "it is no certificate"}\n`);
  return "unusable";
};

const versionOf = (body: CertificateBody | undefined): StandardVersion | undefined => {
  const version = body?.standard.split("/")[1];
  return isStandardVersion(version) ? version : undefined;
};

const addressOf = ({ target }: Capture): string | undefined => (target?.kind === "http" ? target.url : undefined);

/** The revision the user asked for and the server does not speak. */
const unspoken = ({ revision }: AuditFlags, { revisions }: Capture): boolean => {
  const wanted = revision?.replace(/^v(?=\d)/, "");
  return isRevision(wanted) && revisions !== undefined && revisions.probed !== wanted;
};

/** The gate first, then whether enough was seen, then what was asked for besides. */
const exitOf = (
  { discoverability: { grade, auth_required }, server }: Audit,
  gate: AuditGate,
  comparison: CertificateComparison | undefined,
  signed: ExitCode | undefined,
  isUnspoken: boolean,
): ExitCode => {
  const worst = gate === "never" ? "D" : gate.slice("grade-".length).toUpperCase();
  if (DISCOVERABILITY_GRADES.indexOf(grade) > DISCOVERABILITY_GRADES.findIndex((known) => known === worst))
    return EXIT.failed;
  if (auth_required || isUnspoken || server.outcome === "run-timed-out" || server.outcome === "aborted")
    return EXIT.inconclusive;
  if (comparison && !comparison.holds) return EXIT.unverified;
  return signed ?? EXIT.ok;
};
