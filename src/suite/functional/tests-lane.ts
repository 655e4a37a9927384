import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Exchange } from "../../capture/capture.ts";
import type { Level } from "../../judge/core/rule.ts";
import type { FilePlace, FindingsReport, ReportFinding, Severity } from "../../report/findings-report.ts";
import { judgeSubject } from "../../scores/result/judge-subject.ts";
import { shownExchanges } from "../../scores/result/shown-exchanges.ts";
import { subjectOf } from "../../scores/result/subject.ts";
import type { Functional, SuiteMask } from "../functional.ts";
import type { SuitePath } from "../problem.ts";
import { type Answer, readAnswer } from "../session/answer.ts";
import type { LaneResult } from "../suite-result.ts";
import { isRed, type ReportedTest, testFindings, testsHeadline } from "./report-tests.ts";
import type { StepOutcome, TestOutcome } from "./run-test.ts";
import type { TestedServer, TestsRun } from "./run-tests.ts";
import type { Snapshots } from "./snapshot-file.ts";
import { type TakenSnapshot, takeSnapshots } from "./take-snapshots.ts";

export interface LaneRequest {
  readonly tool: FindingsReport["tool"];
  readonly functional: Functional;
  readonly stored: Snapshots;
  readonly mayWrite: boolean;
  /** Whether changed snapshots are taken over instead of failing. */
  readonly updates: boolean;
  place(path: SuitePath): FilePlace;
  maskPatterns(masks: readonly SuiteMask[]): (text: string) => string;
}

export interface TestsLanes {
  readonly lanes: readonly LaneResult[];
  readonly taken: readonly TakenSnapshot[];
}

/** One lane for each server: its tests, then what the rules say about the session they were run in. */
export const testsLanes = async (run: TestsRun, request: LaneRequest): Promise<TestsLanes> => {
  const servers = [...new Set(run.outcomes.map(({ test }) => test.server))];
  const lanes: LaneResult[] = [];
  const taken: TakenSnapshot[] = [];
  for (const server of servers) {
    const captures = run.captures.filter((one) => one.server === server);
    const answers = openAnswers(captures);
    const tests = run.outcomes
      .filter(({ test }) => test.server === server)
      .map((outcome): ReportedTest => {
        const answer = (step: StepOutcome): Answer | undefined => answers(step);
        const snapshots = takeSnapshots(outcome, {
          stored: request.stored,
          answer: (_outcome: TestOutcome, step) => answer(step),
          maskPatterns: request.maskPatterns,
        });
        taken.push(...snapshots.values());
        return {
          outcome,
          snapshots: request.updates ? new Map() : snapshots,
          mayWrite: request.mayWrite,
          answer,
          nameOf: (exchange, step) => nameOf(exchange, step.step.as),
          place: request.place,
        };
      });
    lanes.push(await laneOf(server, tests, captures, run.notes, request));
  }
  return { lanes, taken };
};

/** Two identities have the same names for their exchanges. */
const nameOf = (exchange: string, identity: string | undefined): string =>
  identity === undefined ? exchange : `${identity}/${exchange}`;

const openAnswers = (captures: readonly TestedServer[]): ((step: StepOutcome) => Answer | undefined) => {
  const known = new Map(
    captures.flatMap(({ identity, capture }) =>
      capture.exchanges.map((exchange): [string, Exchange] => [nameOf(exchange.id ?? "", identity), exchange]),
    ),
  );
  return ({ exchanges, step }) => {
    const found = exchanges.flatMap((id) => known.get(nameOf(id, step.as)) ?? []);
    return found.length === 0 ? undefined : readAnswer(found);
  };
};

const laneOf = async (
  server: string,
  tests: readonly ReportedTest[],
  captures: readonly TestedServer[],
  notes: readonly string[],
  request: LaneRequest,
): Promise<LaneResult> => {
  const own = tests.flatMap(testFindings);
  const rules = await ruleFindings(captures, request.functional.rules);
  const red = tests.filter(isRed).length;
  const broken = rules.filter(({ severity }) => severity === "error").length;
  const outcome = captures.map(({ capture }) => capture.outcome).find((one) => one !== "complete");
  const isUnreachable = tests.length > 0 && tests.every(({ outcome: { state } }) => state === "blocked");
  const state =
    isUnreachable && outcome === "unreachable"
      ? ("unreachable" as const)
      : isUnreachable && outcome === "auth-required"
        ? ("inconclusive" as const)
        : red + broken > 0
          ? ("fail" as const)
          : ("pass" as const);
  const why = state === "unreachable" ? "nothing answered" : broken > 0 ? `${counted(broken, "rule")} broken` : "";
  return defined({
    lane: "tests" as const,
    servers: [server],
    state,
    why: why === "" ? undefined : why,
    report: {
      title: "mcptest tests",
      tool: request.tool,
      target: untrusted(captures[0]?.capture.server_label ?? server),
      headline: testsHeadline(tests) + ruleWords(rules),
      badge: {
        label: "tests",
        message: `${tests.length - red} of ${tests.length}`,
        color: state === "pass" ? ("brightgreen" as const) : ("red" as const),
      },
      summary: [["tests", testsHeadline(tests)] as const],
      findings: [...own, ...rules],
      exchanges: exchangesOf(captures, [...own, ...rules]),
      notes,
    },
  });
};

const ruleWords = (rules: readonly ReportFinding[]): string =>
  rules.length === 0 ? "" : ` · ${counted(rules.length, "rule")} of the specification broken on the way`;

const exchangesOf = (
  captures: readonly TestedServer[],
  findings: readonly ReportFinding[],
): FindingsReport["exchanges"] => {
  const failed = findings.filter(({ state }) => state === "fail");
  return captures.flatMap(({ identity, capture }) =>
    shownExchanges(
      { exchanges: capture.exchanges.map((one) => ({ ...one, id: nameOf(one.id ?? "", identity) })) },
      failed,
    ),
  );
};

/**
 * What the rules say about the session of the tests. It is part of what a check asks, so only failures count: what was not
 * seen says nothing.
 */
const ruleFindings = async (
  captures: readonly TestedServer[],
  setting: Functional["rules"],
): Promise<readonly ReportFinding[]> => {
  if (setting === "never") return [];
  const findings: ReportFinding[] = [];
  for (const { capture, identity } of captures) {
    const { verdicts } = await judgeSubject(subjectOf(capture));
    for (const verdict of verdicts) {
      if (verdict.state !== "fail" || verdict.advisory) continue;
      findings.push({
        id: verdict.id,
        title: verdict.title,
        group: "rules (partial)",
        state: "fail",
        severity: severityOf(verdict.level, setting),
        level: verdict.level,
        expected: verdict.expected,
        actual: verdict.actual,
        evidence: verdict.evidence.map((one) => ({
          ...one,
          exchange: typeof one.exchange === "string" ? nameOf(one.exchange, identity) : one.exchange,
        })),
        ...defined({ fix: verdict.fix || undefined, link: verdict.spec || undefined }),
      });
    }
  }
  return findings;
};

const severityOf = (level: Level, setting: Functional["rules"]): Severity => {
  if (level === "MUST") return setting === "must" || setting === "should" ? "error" : "warning";
  if (level === "SHOULD") return setting === "should" ? "error" : "note";
  return "note";
};
