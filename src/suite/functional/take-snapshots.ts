import type { Json } from "../../base/json.ts";
import type { FunctionalStep, FunctionalTest, SuiteMask } from "../functional.ts";
import type { Answer } from "../session/answer.ts";
import type { StepOutcome, TestOutcome } from "./run-test.ts";
import { compareSnapshot, type SnapshotState, type Snapshots, snapshotOf } from "./snapshot-file.ts";

export interface TakenSnapshot {
  readonly key: string;
  readonly value: Json;
  readonly found: SnapshotState;
}

export interface SnapshotRequest {
  readonly stored: Snapshots;
  /** The answer of a step as the capture has it, secrets replaced. */
  answer(test: TestOutcome, step: StepOutcome): Answer | undefined;
  maskPatterns(masks: readonly SuiteMask[]): (text: string) => string;
}

/** The snapshots of a test, compared with those that are kept. Of repetitions the last counts. */
export const takeSnapshots = (
  outcome: TestOutcome,
  request: SnapshotRequest,
): ReadonlyMap<StepOutcome, TakenSnapshot> => {
  const last = new Map(outcome.steps.map((step) => [step.step, step]));
  return new Map(
    [...last.values()].flatMap((step): [StepOutcome, TakenSnapshot][] => {
      const answer = step.step.snapshot ? request.answer(outcome, step) : undefined;
      if (!answer) return [];
      const key = keyOf(outcome.test, step.step);
      const value = snapshotOf(answer, step.step.mask, request.maskPatterns(step.step.mask));
      return [[step, { key, value, found: compareSnapshot(request.stored.get(key), value) }]];
    }),
  );
};

/** The name of the test; of several steps also which one. */
const keyOf = (test: FunctionalTest, step: FunctionalStep): string =>
  test.steps.length === 1 ? test.name : `${test.name} > ${step.name ?? test.steps.indexOf(step) + 1}`;

/** Every key that the tests of a suite can have. */
export const snapshotKeys = (tests: readonly FunctionalTest[]): ReadonlySet<string> =>
  new Set(tests.flatMap((test) => test.steps.flatMap((step) => (step.snapshot ? [keyOf(test, step)] : []))));
