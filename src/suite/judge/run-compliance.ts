import { withoutEra } from "../../check/judge-subject.ts";
import { originsOf } from "../../check/origins.ts";
import { notSpokenLine, speaksRevision } from "../../check/other-revisions.ts";
import { shownExchanges } from "../../check/shown-exchanges.ts";
import { describeSession, subjectOf } from "../../check/subject.ts";
import { revisionOf } from "../../facts/spoken-revision.ts";
import type { Capture } from "../../model/capture.ts";
import { counted } from "../../model/counted.ts";
import { isBlind, isSeenWhole } from "../../model/judged.ts";
import type { ComplianceRow, ComplianceRun, LaneState } from "../../model/suite-result.ts";
import { unseenPhrase } from "../../model/unseen.ts";
import { untrusted } from "../../model/untrusted.ts";
import { LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { countVerdicts } from "../../score/count-verdicts.ts";
import { gradeCompliance, withoutGrade } from "../../score/grade.ts";
import type { SuiteTest } from "../suite.ts";
import type { ComplianceSettings } from "./compliance-settings.ts";
import { decideRows } from "./decide.ts";
import { judgeCorpus, judgeTests, splitWithdrawn } from "./judge-tests.ts";

export interface ComplianceRequest extends Pick<ComplianceSettings, "book" | "pinned" | "red" | "baseline" | "spot"> {
  readonly server: string | null;
  /** What the suite is pinned to, where another revision was asked for. */
  readonly replaced?: Revision;
  /** Absent: every rule of the revision. */
  readonly tests?: readonly SuiteTest[];
  /** Every rule is judged, but only for the grade. */
  readonly gradeOnly?: boolean;
}

/** Judges what one server said by the rules of one revision. */
export const runCompliance = async (capture: Capture, request: ComplianceRequest): Promise<ComplianceRun> => {
  const { server, book, pinned, replaced, tests, gradeOnly = false, baseline = [] } = request;
  const asked = splitWithdrawn(tests ?? [], book);
  const known = pinned ?? revisionOf(capture);
  const revision = known ?? LATEST_STATELESS;
  const judged =
    tests && !gradeOnly
      ? await judgeTests(capture, revision, asked.tests, book, {
          spot: request.spot ?? (({ name }) => name),
          pinned: pinned !== undefined,
        })
      : await judgeCorpus(capture, revision, book);
  // The wall itself can be judged; a server that never said which revision it speaks cannot.
  const isUnknown = known === undefined && capture.outcome !== "auth-required";
  const { attribute } = originsOf(capture);
  const tested = judged.map((test) => ({
    ...test,
    verdict: isUnknown ? withoutEra(test.verdict) : attribute(test.verdict),
  }));
  const rows = decideRows(tested, {
    explicit: tests !== undefined && !gradeOnly,
    red: gradeOnly ? "never" : request.red,
    baseline: gradeOnly ? [] : baseline,
  });
  const verdicts = rows.map(({ verdict }) => verdict);
  const { info, transport, outcome } = describeSession(subjectOf(capture), verdicts);
  const spoken = pinned === undefined ? true : (speaksRevision(capture, pinned) ?? null);
  const compliance = gradeCompliance(spoken === false ? [] : verdicts);
  return {
    server,
    target: untrusted(capture.server_label),
    info,
    transport,
    outcome,
    revision: known ?? null,
    pinned: pinned !== undefined,
    spoken,
    scope: gradeOnly ? "grade" : tests ? "tests" : "corpus",
    // A server is not graded by a revision it does not speak.
    compliance: isSeenWhole(outcome) ? compliance : withoutGrade(compliance),
    counts: countVerdicts(verdicts),
    rows,
    exchanges: shownExchanges(
      capture,
      verdicts.filter(({ state }) => state === "fail"),
    ),
    notes: [
      ...(replaced
        ? [`the suite is pinned to ${replaced}; --revision asked for ${revision}, which was probed and judged instead`]
        : []),
      ...(spoken === false ? [notSpokenLine(capture, revision)] : []),
      ...asked.notes,
      ...(capture.reader_notes ?? []),
    ],
  };
};

/** The outcome of a run. */
export const settleRun = (run: ComplianceRun): { readonly state: LaneState; readonly why?: string } => {
  const count = (decision: ComplianceRow["decision"]): number =>
    run.rows.filter((row) => row.decision === decision).length;
  if (count("error") > 0)
    return { state: "error", why: `mcptest failed to judge ${counted(count("error"), "rule")}; please report this` };
  if (run.outcome === "unreachable") return { state: "unreachable", why: "nothing answered" };
  if (run.spoken === false) return { state: "inconclusive", why: `${run.revision} is not spoken` };
  if (isBlind(run)) return { state: "inconclusive", why: unseenPhrase(run.outcome) ?? "too little was seen" };
  const [failed, stale] = [count("failed"), count("stale")];
  if (failed + stale > 0) {
    const parts = [
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(stale > 0 ? [`${stale} in the baseline passed`] : []),
    ];
    return { state: "fail", why: parts.join(", ") };
  }
  if (!isSeenWhole(run.outcome))
    return { state: "inconclusive", why: unseenPhrase(run.outcome) ?? "too little was seen" };
  if (count("open") > 0) return { state: "inconclusive", why: `${count("open")} undecided` };
  const { pass, fail } = run.counts.states;
  if (pass + fail === 0) return { state: "inconclusive", why: "nothing could be judged" };
  return { state: "pass" };
};
