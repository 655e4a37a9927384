import { readFileSync } from "node:fs";
import type { ProbeRequest } from "../../areas/probe-target.ts";
import { defined } from "../../base/defined.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { compareCertificate } from "../../certificate/compare.ts";
import type { CertificateBody } from "../../certificate/verify/certificate.ts";
import { standardVersion } from "../../certificate/verify/standard-version.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { isBlind } from "../../judge/judged.ts";
import { isRevision } from "../../protocol/revision.ts";
import { render } from "../../report/render.ts";
import { auditView } from "../../report/views/audit/view.ts";
import {
  type Audit,
  type CertificateComparison,
  DEFAULT_STANDARD,
  DISCOVERABILITY_GRADES,
  STANDARD_VERSIONS,
} from "../../scores/discoverability/discoverability.ts";
import type { SurfaceChange } from "../../scores/lock/lock.ts";
import { captureDigest } from "../../scores/result/capture-digest.ts";
import { makeAudit, standardRuleset } from "../../scores/result/discoverability.ts";
import { readCertificateRequest } from "../certificate/issue-certificate.ts";
import type { audit } from "../commands/audit.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { readingFile } from "../files/read-file.ts";
import { readChoice } from "../flags/choice.ts";
import { readGate } from "../flags/gate-flag.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { printPlan } from "../target/print-plan.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { refuseServer, type ServerArguments, targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { noteNoGate } from "../terminal/no-gate.ts";
import { quoted, UsageError } from "../usage-error.ts";

type AuditFlags = FlagsFor<typeof audit>;

const AUDIT_GATES = ["never", "grade-a", "grade-b", "grade-c"] as const;
type AuditGate = (typeof AUDIT_GATES)[number];

/** `mcptest audit`: probe what the ten criteria need, judge it, and sign or compare it if asked to. */
export const runAudit = async ({ flags, server, console }: CallOf<typeof audit>): Promise<ExitCode> => {
  const gate = readGate<AuditGate>(flags.failOn ?? "never", AUDIT_GATES);
  const wanted =
    flags.standard === undefined
      ? undefined
      : readChoice("--standard", flags.standard.replace(/^v/, ""), STANDARD_VERSIONS);
  const certified = flags.compare === undefined ? undefined : await readCertified(flags.compare, console);
  if (certified === "unusable") return EXIT.unverified;
  const then = openCertifiedCapture(flags, certified);
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  if (flags.plan) return planAudit(flags, server, console);
  const certificate = readCertificateRequest(flags, console);
  if (flags.capture !== undefined) refuseServer(server);
  const seen = await readOrProbe({ ...flags, tools: toolsOf(flags) }, server, console, {
    request: { plan: "audit" },
    saysWhy: true,
    check: ({ kind }) => {
      if (certificate && kind === "stdio" && flags.subject === undefined)
        throw new UsageError("a command has no address to certify; add --subject stdio:<name>@<version>");
    },
  });
  if (!seen) return EXIT.ok;
  const standard = wanted ?? (certified && standardVersion(certified.standard)) ?? DEFAULT_STANDARD;
  const audit = makeAudit(seen.capture, { tool: TOOL, standard });
  const { target } = seen.capture;
  const url = target?.kind === "http" ? target.url : undefined;
  const comparison = certified && {
    ...compareCertificate({ body: certified, audit, url }),
    ...defined({ changes: then && (await certifiedChanges(then, seen.capture)) }),
  };
  writeReports(chosen, (reporter, print) => render(auditView, { audit, comparison }, reporter, print), console);
  noteNoGate(flags, audit.discoverability.passes < audit.discoverability.criteria.length, "grade-b", console);
  const signed = certificate?.issue(
    audit,
    seen.capture,
    flags.capture === undefined ? "live" : "supplied-capture",
    standardRuleset(standard),
  );
  if (seen.interrupted !== undefined) return seen.interrupted;
  if (!seen.reached) return EXIT.unreachable;
  return exitOf(audit, gate, comparison, signed, unspoken(flags, seen.capture));
};

/** An audit calls tools that speak of reading only, unless told otherwise. */
const toolsOf = ({ tools = "reading" }: AuditFlags): string => tools;

const planAudit = async (flags: AuditFlags, server: ServerArguments, console: Console): Promise<ExitCode> => {
  if (flags.capture !== undefined) throw new UsageError("--plan asks a server what it offers; leave out --capture");
  const target = await targetFrom(flags, server, console);
  const request: ProbeRequest = { ...probeRequest({ ...flags, tools: toolsOf(flags) }), plan: "audit" };
  return target ? printPlan(target, request, console) : EXIT.ok;
};

/** An altered certificate is not compared with. Whether to trust its issuer is another question. */
const readCertified = async (path: string, console: Console): Promise<CertificateBody | "unusable"> => {
  const text = readingFile(path, () => readFileSync(path));
  const { body, failures } = await verifyCertificate(text, { at: Date.now(), bare: true });
  if (body) return body;
  const [failure] = failures;
  console.err(`mcptest: cannot compare with ${quoted(path)}: ${failure?.message ?? "it is not a certificate"}\n`);
  return "unusable";
};

/** The capture that a certificate was issued for, which shows what has changed since. */
const openCertifiedCapture = (
  { compare, compareCapture: path }: AuditFlags,
  certified: CertificateBody | undefined,
): Capture | undefined => {
  if (path === undefined) return undefined;
  if (!certified)
    throw new UsageError("--compare-capture belongs to --compare <certificate>; name the certificate, too");
  const capture = readCaptureFile(path);
  if (captureDigest(capture) !== certified.capture_sha256)
    throw new UsageError(`${quoted(path)} is not the capture that ${quoted(compare ?? "")} was issued for`);
  return capture;
};

const certifiedChanges = async (then: Capture, now: Capture): Promise<readonly SurfaceChange[] | undefined> =>
  (await import("../../scores/result/lock.ts")).certifiedDrift(then, now);

/** Whether the server does not speak the revision the user asked for. */
const unspoken = ({ revision }: AuditFlags, { revisions }: Capture): boolean => {
  const wanted = revision?.replace(/^v(?=\d)/, "");
  return isRevision(wanted) && revisions !== undefined && revisions.probed !== wanted;
};

/** Whether anything was seen comes first, then the gate, then whether it was enough, then comparison and certificate. */
const exitOf = (
  { discoverability: { grade, auth_required }, server }: Audit,
  gate: AuditGate,
  comparison: CertificateComparison | undefined,
  signed: ExitCode | undefined,
  isUnspoken: boolean,
): ExitCode => {
  if (grade === null || auth_required || isBlind(server)) return EXIT.inconclusive;
  const worst = gate === "never" ? "D" : gate.slice("grade-".length).toUpperCase();
  const grades: readonly string[] = DISCOVERABILITY_GRADES;
  if (grades.indexOf(grade) > grades.indexOf(worst)) return EXIT.failed;
  if (isUnspoken) return EXIT.inconclusive;
  if (comparison && !comparison.holds) return EXIT.unverified;
  return signed ?? EXIT.ok;
};
