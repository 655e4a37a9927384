import { counted } from "../../base/counted.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { isBlind, isSeenWhole } from "../../judge/judged.ts";
import { originsOf } from "../../judge/session/origins.ts";
import { unseenPhrase } from "../../judge/unseen-words.ts";
import { LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { gradeCompliance, withoutGrade } from "../../scores/compliance/grade.ts";
import { countVerdicts } from "../../scores/result/count-verdicts.ts";
import { withoutEra } from "../../scores/result/judge-subject.ts";
import { notSpokenLine, speaksRevision } from "../../scores/result/other-revisions.ts";
import { shownExchanges } from "../../scores/result/shown-exchanges.ts";
import { describeSession, subjectOf } from "../../scores/result/subject.ts";
import type { SuiteTest } from "../suite.ts";
import type { ComplianceRow, ComplianceRun, LaneState } from "../suite-result.ts";
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
