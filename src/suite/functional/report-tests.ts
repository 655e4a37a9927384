import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import type { Json } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import { differenceLines } from "../../base/show-differences.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import type { FilePlace, ReportFinding } from "../../report/findings-report.ts";
import type { TestRequest } from "../functional.ts";
import type { SuitePath } from "../problem.ts";
import type { Answer } from "../session/answer.ts";
import { type Unmet, valuesAt } from "./evaluate.ts";
import { hasFailed, type StepOutcome, type TestOutcome } from "./run-test.ts";
import type { TakenSnapshot } from "./take-snapshots.ts";

/** A test with everything a report says about it. */
export interface ReportedTest {
  readonly outcome: TestOutcome;
  readonly snapshots: ReadonlyMap<StepOutcome, TakenSnapshot>;
  /** A snapshot that is not kept yet fails where it may not be written. */
  readonly mayWrite: boolean;
  /** The answer of a step as the capture has it. */
  answer(step: StepOutcome): Answer | undefined;
  /** The name of an exchange in the report. */
  nameOf(exchange: string, step: StepOutcome): string;
  place(path: SuitePath): FilePlace;
}

export const isRed = ({
  outcome,
  snapshots,
  mayWrite,
}: Pick<ReportedTest, "outcome" | "snapshots" | "mayWrite">): boolean =>
  outcome.state !== "pass" ||
  [...snapshots.values()].some(({ found }) => found.state === "changed" || (found.state === "new" && !mayWrite));

/** One finding for each test, and one more for each limit it only reports. */
export const testFindings = (test: ReportedTest): readonly ReportFinding[] => {
  const { outcome, snapshots, mayWrite } = test;
  const head = {
    id: outcome.test.name,
    group: "tests",
    severity: "error" as const,
    evidence: [],
    at: test.place(outcome.test.path),
    ms: outcome.ms,
  };
  const slow = outcome.steps.flatMap((step) => (step.slow?.soft ? [slowFinding(test, step)] : []));
  if (outcome.state === "blocked")
    return [
      { ...head, title: describeTest(outcome), state: "fail", expected: "the test to run", reason: outcome.why ?? "" },
    ];
  const failed = outcome.steps.find(hasFailed);
  if (failed) return [{ ...head, ...failedStep(test, failed) }, ...slow];
  const [changed] = [...snapshots].filter(
    ([, { found }]) => found.state === "changed" || (found.state === "new" && !mayWrite),
  );
  if (changed) return [{ ...head, ...failedSnapshot(test, ...changed) }, ...slow];
  return [{ ...head, title: describeTest(outcome), state: "pass" }, ...slow];
};

type Failed = Pick<ReportFinding, "title" | "state" | "expected" | "actual" | "reason" | "details" | "evidence" | "at">;

const failedStep = (test: ReportedTest, step: StepOutcome): Failed => {
  const answer = test.answer(step);
  const [first, ...others] = [...step.unmet, ...slowUnmet(step)];
  return defined({
    title: describeTest(test.outcome),
    state: "fail" as const,
    expected: first?.expected,
    actual: first && found(answer, first),
    reason: undefined,
    details: [
      ...stepDetail(test.outcome, step),
      ...(first === undefined ? [] : [["path", untrusted(first.target)] as const]),
      ...others.map(
        (unmet) =>
          ["also", untrusted(`expected ${unmet.expected}; found ${found(answer, unmet) ?? "nothing"}`)] as const,
      ),
      ...said(answer),
    ],
    evidence: evidenceOf(test, step, first?.target ?? ""),
    at: first ? test.place(first.path) : undefined,
  });
};

const slowUnmet = ({ slow, step }: StepOutcome): readonly Unmet[] =>
  slow && !slow.soft
    ? [{ target: "ms", expected: `an answer within ${slow.limitMs} ms`, path: [...step.path, "within"] }]
    : [];

const slowFinding = (test: ReportedTest, step: StepOutcome): ReportFinding => ({
  id: test.outcome.test.name,
  title: `${describeAsked(step.step.ask)} took long`,
  group: "tests",
  state: "fail",
  severity: "warning",
  expected: `an answer within ${step.slow?.limitMs ?? 0} ms`,
  actual: untrusted(`${Math.round(step.slow?.ms ?? 0)} ms`),
  evidence: evidenceOf(test, step, ""),
  at: test.place([...step.step.path, "within"]),
});

const failedSnapshot = (test: ReportedTest, step: StepOutcome, { key, found: state }: TakenSnapshot): Failed => {
  const isNew = state.state === "new";
  return {
    title: describeTest(test.outcome),
    state: "fail",
    expected: isNew ? "a snapshot that is kept" : "the answer that the snapshot has",
    reason: isNew
      ? `there is none of ${JSON.stringify(key)}, and a build does not write one; run the suite on your machine and commit the file`
      : "if the new answer is right, keep it with --update-snapshots",
    details: [
      ...stepDetail(test.outcome, step),
      ...(state.state === "changed"
        ? differenceLines(state.differences).map(
            (line, index) => [index === 0 ? "snapshot" : "", untrusted(line)] as const,
          )
        : []),
      ...said(test.answer(step)),
    ],
    evidence: evidenceOf(test, step, "result"),
    at: test.place([...step.step.path, "snapshot"]),
  };
};

const LONGEST = 400;

/** What was asked and what came back. */
const said = (answer: Answer | undefined): readonly (readonly [string, Untrusted])[] => {
  if (!answer) return [];
  const { method, params, result, error, trouble } = answer;
  const text = (value: Json): Untrusted => untrusted(shorten(JSON.stringify(value), LONGEST));
  return [
    ["request", untrusted(`${method} ${text(params)}`)],
    result !== undefined
      ? ["answer", text(result)]
      : error !== undefined
        ? ["answer", untrusted(`error ${text(error)}`)]
        : ["answer", untrusted(`none: ${trouble?.detail ?? ""}`)],
  ];
};

const found = (answer: Answer | undefined, { target }: Unmet): Untrusted | undefined => {
  if (!answer) return undefined;
  const values = valuesAt(answer, target);
  const [only] = values;
  if (values.length > 1) return untrusted(shorten(JSON.stringify(values.map(({ value }) => value ?? null)), LONGEST));
  return only?.value === undefined ? untrusted("nothing") : untrusted(shorten(JSON.stringify(only.value), LONGEST));
};

const evidenceOf = (test: ReportedTest, step: StepOutcome, target: string): ReportFinding["evidence"] => {
  const exchange = step.exchanges.at(-1);
  if (exchange === undefined) return [];
  const member = /^(?:result|error)/.exec(target)?.[0];
  const pointer = member === undefined ? "" : `/response/${member}`;
  return [{ exchange: test.nameOf(exchange, step), pointer, sha256: null }];
};

const describeTest = ({ test }: TestOutcome): string => {
  const [first, ...others] = test.steps;
  if (!first) return "";
  return others.length === 0 ? describeAsked(first.ask) : `${test.steps.length} steps`;
};

/** Which step it is; the name of a test stays the same whatever becomes of it. */
const stepDetail = ({ test }: TestOutcome, { step, round }: StepOutcome): readonly (readonly [string, Untrusted])[] => {
  const place = test.steps.indexOf(step) + 1;
  const which = step.name === undefined ? `${place}: ` : `${place} (${step.name}): `;
  return [
    ...(test.steps.length === 1 ? [] : [["step", untrusted(`${which}${describeAsked(step.ask)}`)] as const]),
    ...(round === undefined ? [] : [["repetition", untrusted(String(round))] as const]),
  ];
};

/** `call get_weather`, in the words of the suite. */
export const describeAsked = (ask: TestRequest): string => {
  switch (ask.kind) {
    case "call":
      return `call ${ask.tool}`;
    case "read":
      return `read ${ask.uri}`;
    case "prompt":
      return `prompt ${ask.name}`;
    case "complete":
      return "complete";
    case "list":
      return `list ${ask.what}`;
    case "send":
      return `send ${ask.method}`;
  }
};

/** `12 of 14 tests passed · 2 failed`. */
export const testsHeadline = (tests: readonly ReportedTest[]): string => {
  const red = tests.filter(isRed).length;
  const written = tests.flatMap(({ snapshots }) => [...snapshots.values()]);
  return [
    `${tests.length - red} of ${counted(tests.length, "test")} passed`,
    ...(red > 0 ? [`${red} failed`] : []),
    ...(written.length > 0 ? [counted(written.length, "snapshot")] : []),
  ].join(" · ");
};
