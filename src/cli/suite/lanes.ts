import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import type { ConformanceResult } from "../../judge/corpus/conformance.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import type { ConformanceCorpora } from "../../judge/corpus-files/resolve-conformance.ts";
import { judgeInvariants } from "../../judge/invariants/judge-invariants.ts";
import { reportInvariants } from "../../judge/invariants/report-invariants.ts";
import { isBlind, isSeenWhole, type JudgedOutcome, type JudgedServer } from "../../judge/judged.ts";
import { judgedOutcome } from "../../judge/judged-outcome.ts";
import { unseenPhrase } from "../../judge/unseen-words.ts";
import { auditReport } from "../../report/views/audit/report.ts";
import { conformanceReport } from "../../report/views/conformance/report.ts";
import { invariantsReport } from "../../report/views/invariants/report.ts";
import { judgeConformance } from "../../scores/conformance/judge-conformance.ts";
import { type Audit, DISCOVERABILITY_GRADES } from "../../scores/discoverability/discoverability.ts";
import { makeAudit } from "../../scores/result/discoverability.ts";
import type { SuiteAudit, SuiteConformance, SuiteInvariants } from "../../suite/suite.ts";
import type { LaneResult } from "../../suite/suite-result.ts";
import { readingCorpus } from "../flags/find-corpora.ts";

type Settled = Pick<LaneResult, "state" | "why">;

/** The checks of a corpus over one server. Undefined: there is no corpus. */
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
      report: conformanceReport(result),
    }
  );
};

const settleConformance = (result: ConformanceResult, failOn: SuiteConformance["failOn"]): Settled => {
  if (result.checks.some(({ state }) => state === "error"))
    return { state: "error", why: "a check could not be judged" };
  if (result.server.outcome === "unreachable") return { state: "unreachable", why: "nothing answered" };
  if (isBlind(result.server)) return unseen(result.server);
  const missed = ({ passed, total }: { readonly passed: number; readonly total: number }): number => total - passed;
  const [must, should] = [missed(result.must), missed(result.should)];
  if (failOn !== "never" && must > 0) return { state: "fail", why: `${must} MUST failed` };
  if (failOn === "should" && should > 0) return { state: "fail", why: `${should} SHOULD failed` };
  if (result.revision === null) return { state: "inconclusive", why: `${result.target_version} is not spoken` };
  if (!isSeenWhole(result.server.outcome)) return unseen(result.server);
  return result.tier === null ? { state: "inconclusive", why: "no check was exercised" } : { state: "pass" };
};

const unseen = ({ outcome }: Pick<JudgedServer, "outcome">): Settled => ({
  state: "inconclusive",
  why: unseenPhrase(outcome) ?? "too little was seen",
});

/** C1 to C10 over one server. */
export const auditLane = (server: string, capture: Capture, { minGrade }: SuiteAudit): LaneResult => {
  const audit = makeAudit(capture, { tool: TOOL });
  return { lane: "audit", servers: [server], ...settleAudit(audit, minGrade), report: auditReport(audit) };
};

const settleAudit = ({ server, discoverability }: Audit, minGrade: SuiteAudit["minGrade"]): Settled => {
  if (server.outcome === "unreachable") return { state: "unreachable", why: "nothing answered" };
  const { grade, auth_required } = discoverability;
  if (auth_required || grade === null) return unseen(auth_required ? { outcome: "auth-required" } : server);
  if (minGrade && DISCOVERABILITY_GRADES.indexOf(grade) > DISCOVERABILITY_GRADES.indexOf(minGrade))
    return { state: "fail", why: `grade ${grade} is below ${minGrade}` };
  return { state: "pass" };
};

/** The session invariants over all servers at once: together they are one client's view. */
export const invariantsLane = (captures: ReadonlyMap<string, Capture>, { transport }: SuiteInvariants): LaneResult => {
  const gather = captures.size > 1;
  const sessions = [...captures].map(([name, capture]) =>
    judgeInvariants({ ...capture, server_label: name }, digestOf, { gather }),
  );
  const report = reportInvariants(sessions, { transport });
  const outcomes = [...captures.values()].map((capture) => judgedOutcome(capture));
  return {
    lane: "invariants",
    servers: [...captures.keys()],
    ...settleInvariants(report.ok, outcomes),
    report: invariantsReport(report, TOOL),
  };
};

const settleInvariants = (ok: boolean, outcomes: readonly (JudgedOutcome | null)[]): Settled => {
  if (outcomes.includes("unreachable")) return { state: "unreachable", why: "nothing answered" };
  if (!ok) return { state: "fail", why: "an invariant is broken" };
  const outcome = outcomes.find((one) => !isSeenWhole(one));
  return outcome === undefined ? { state: "pass" } : unseen({ outcome });
};
