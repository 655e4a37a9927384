import { shownExchanges } from "../check/shown-exchanges.ts";
import { notSpokenLine, speaksRevision } from "../check/speaks-revision.ts";
import { revisionOf } from "../facts/view.ts";
import type { Capture } from "../model/capture.ts";
import { LATEST_STATELESS, type Revision } from "../model/revision.ts";
import type { ComplianceRow, ComplianceRun, LaneState } from "../model/suite-result.ts";
import { untrusted } from "../model/untrusted.ts";
import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeCompliance } from "../score/grade.ts";
import type { BaselineEntry } from "../model/baseline.ts";
import { decideRows, type RedLevel } from "./decide.ts";
import { judgeCorpus, judgeTests } from "./judge-tests.ts";
import type { RuleBook } from "./rule-book.ts";
import type { SuiteTest } from "./suite.ts";

export interface ComplianceRequest {
  readonly server: string | null;
  readonly book: RuleBook;
  /** The revision that was asked for; else the one that was probed. */
  readonly pinned?: Revision;
  /** What the suite is pinned to, where another revision was asked for. */
  readonly replaced?: Revision;
  /** Absent: every rule of the revision. */
  readonly tests?: readonly SuiteTest[];
  /** Every rule is judged, but only for the grade. */
  readonly gradeOnly?: boolean;
  readonly red: RedLevel;
  readonly baseline?: readonly BaselineEntry[];
  readonly spot?: (test: SuiteTest) => string;
}

/** Judges what one server said by the rules of one revision. */
export const runCompliance = async (capture: Capture, request: ComplianceRequest): Promise<ComplianceRun> => {
  const { server, book, pinned, tests, gradeOnly = false, baseline = [] } = request;
  const revision = pinned ?? revisionOf(capture) ?? LATEST_STATELESS;
  const judged =
    tests && !gradeOnly
      ? await judgeTests(capture, revision, tests, book, {
          spot: request.spot ?? (({ name }) => name),
          pinned: pinned !== undefined,
        })
      : await judgeCorpus(capture, revision, book);
  const rows = decideRows(judged, {
    explicit: tests !== undefined && !gradeOnly,
    red: gradeOnly ? "never" : request.red,
    baseline: gradeOnly ? [] : baseline,
  });
  const verdicts = rows.map(({ verdict }) => verdict);
  const spoken = pinned === undefined ? true : (speaksRevision(capture, pinned) ?? null);
  return {
    server,
    target: untrusted(capture.server_label),
    info: capture.server_info ?? null,
    transport: capture.transport ?? null,
    outcome: capture.outcome ?? null,
    revision,
    pinned: pinned !== undefined,
    spoken,
    scope: gradeOnly ? "grade" : tests ? "tests" : "corpus",
    // What it did wrong in words it does not know is no fault of its own.
    compliance: gradeCompliance(spoken === false ? [] : verdicts),
    counts: countVerdicts(verdicts),
    rows,
    exchanges: shownExchanges(
      capture,
      verdicts.filter(({ state }) => state === "fail"),
    ),
    notes: [
      ...(request.replaced ? [replacedPin(request.replaced, revision)] : []),
      ...(spoken === false ? [notSpokenLine(capture, revision)] : []),
      ...(capture.reader_notes ?? []),
    ],
  };
};

const replacedPin = (pin: Revision, revision: Revision): string =>
  `the suite is pinned to ${pin}; --revision asked for ${revision}, which was probed and judged instead`;

/** What a run comes to. */
export const settleRun = (run: ComplianceRun): { readonly state: LaneState; readonly why?: string } => {
  const count = (decision: ComplianceRow["decision"]): number =>
    run.rows.filter((row) => row.decision === decision).length;
  if (count("error") > 0)
    return { state: "error", why: `${count("error")} rules could not be judged because of a bug` };
  if (run.outcome === "unreachable") return { state: "unreachable", why: "nothing answered" };
  if (run.spoken === false) return { state: "inconclusive", why: `${run.revision} is not spoken` };
  const [failed, stale] = [count("failed"), count("stale")];
  if (failed + stale > 0) {
    const parts = [
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(stale > 0 ? [`${stale} in the baseline passed`] : []),
    ];
    return { state: "fail", why: parts.join(", ") };
  }
  if (run.outcome === "auth-required") return { state: "inconclusive", why: "the server wants credentials" };
  if (count("open") > 0) return { state: "inconclusive", why: `${count("open")} left open` };
  const { pass, fail } = run.counts.states;
  if (pass + fail === 0) return { state: "inconclusive", why: "nothing could be judged" };
  return { state: "pass" };
};
