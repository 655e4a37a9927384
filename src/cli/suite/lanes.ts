import { digestOf } from "../../capture/digest.ts";
import { judgeConformance } from "../../check/judge-conformance.ts";
import { makeAudit } from "../../check/make-audit.ts";
import { embeddedMapping } from "../../corpus-io/conformance-embedded.ts";
import type { ConformanceCorpora } from "../../corpus-io/resolve-conformance.ts";
import { reportInvariants } from "../../judge/invariants/judge-captures.ts";
import { judgeSession } from "../../judge/invariants/judge-session.ts";
import type { Capture } from "../../model/capture.ts";
import type { ConformanceResult } from "../../model/conformance.ts";
import { type Audit, DISCOVERABILITY_GRADES } from "../../model/discoverability.ts";
import type { LaneResult, LaneState } from "../../model/suite-result.ts";
import { conformanceFindings } from "../../report/conformance/to-findings.ts";
import { auditFindings } from "../../report/discoverability/to-findings.ts";
import { invariantsFindings } from "../../report/suite/invariants-findings.ts";
import type { SuiteAudit, SuiteConformance, SuiteInvariants } from "../../suite/suite.ts";
import { TOOL } from "../../version.ts";
import { readingCorpus } from "../find-corpora.ts";

type Settled = Pick<LaneResult, "state" | "why">;

/** The SEP corpus over one server. Undefined: there is no corpus. */
export const conformanceLane = async (
  server: string,
  capture: Capture,
  { targetVersion, failOn }: SuiteConformance,
  corpora: ConformanceCorpora,
): Promise<LaneResult | undefined> => {
  const mapping = await embeddedMapping();
  const result = await readingCorpus(() =>
    judgeConformance(capture, { tool: TOOL, corpora, mapping, version: targetVersion }),
  );
  return (
    result && {
      lane: "conformance",
      servers: [server],
      ...settleConformance(result, failOn),
      report: conformanceFindings(result),
    }
  );
};

const settleConformance = (result: ConformanceResult, failOn: SuiteConformance["failOn"]): Settled => {
  if (result.checks.some(({ state }) => state === "error"))
    return { state: "error", why: "a check could not be judged" };
  if (result.server.outcome === "unreachable") return { state: "unreachable", why: "nothing answered" };
  const missed = ({ passed, total }: { readonly passed: number; readonly total: number }): number => total - passed;
  const [must, should] = [missed(result.must), missed(result.should)];
  if (failOn !== "never" && must > 0) return { state: "fail", why: `${must} MUST failed` };
  if (failOn === "should" && should > 0) return { state: "fail", why: `${should} SHOULD failed` };
  if (result.revision === null) return { state: "inconclusive", why: `${result.target_version} is not spoken` };
  return result.tier === null ? { state: "inconclusive", why: "no check was exercised" } : { state: "pass" };
};

/** C1 to C10 over one server. */
export const auditLane = (server: string, capture: Capture, { minGrade }: SuiteAudit): LaneResult => {
  const audit = makeAudit(capture, { tool: TOOL });
  return { lane: "audit", servers: [server], ...settleAudit(audit, minGrade), report: auditFindings(audit) };
};

const settleAudit = ({ server, discoverability }: Audit, minGrade: SuiteAudit["minGrade"]): Settled => {
  if (server.outcome === "unreachable") return { state: "unreachable", why: "nothing answered" };
  const { grade, auth_required } = discoverability;
  if (minGrade && DISCOVERABILITY_GRADES.indexOf(grade) > DISCOVERABILITY_GRADES.indexOf(minGrade))
    return { state: "fail", why: `grade ${grade} is below ${minGrade}` };
  return auth_required ? { state: "inconclusive", why: "the server wants credentials" } : { state: "pass" };
};

/** The session invariants over all servers at once: together they are one client's view. */
export const invariantsLane = (captures: ReadonlyMap<string, Capture>, { transport }: SuiteInvariants): LaneResult => {
  const gather = captures.size > 1;
  const sessions = [...captures].map(([name, capture]) =>
    judgeSession({ ...capture, server_label: name }, digestOf, { gather }),
  );
  const report = reportInvariants(sessions, { transport });
  const outcomes = [...captures.values()].map(({ outcome }) => outcome);
  return {
    lane: "invariants",
    servers: [...captures.keys()],
    ...settleInvariants(report.ok, outcomes),
    report: invariantsFindings(report, TOOL),
  };
};

const settleInvariants = (ok: boolean, outcomes: readonly Capture["outcome"][]): { state: LaneState; why?: string } => {
  if (!ok) return { state: "fail", why: "an invariant is broken" };
  if (outcomes.includes("unreachable")) return { state: "unreachable", why: "nothing answered" };
  return outcomes.includes("auth-required")
    ? { state: "inconclusive", why: "the server wants credentials" }
    : { state: "pass" };
};
