import { defined } from "../../base/defined.ts";
import type { Masks } from "../../base/mask.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";
import type { RunRequest } from "../open-run.ts";
import type { ReplayPlan } from "./plan-replay.ts";
import type { ReplayCounts, ReplayedAnswer, ReplayReport, ReplayState } from "./replay-report.ts";
import { runReplay } from "./run-replay.ts";

export interface ReplayChoices {
  /** Which changes make it not ok. */
  readonly failOn: readonly ReplayState[];
  /** What is not compared, besides what changes from run to run by its nature. */
  readonly masks?: Masks;
}

/** Sends the planned requests of a recording again, and says what the server answers differently today. */
export const replay = async (
  recorded: Capture,
  plan: ReplayPlan,
  target: Target,
  { failOn, masks = {} }: ReplayChoices,
  request: RunRequest,
): Promise<{ readonly report: ReplayReport; readonly capture: Capture }> => {
  const { answers, leftOut, capture } = await runReplay(recorded, plan, target, request, masks);
  const counts: ReplayCounts = { ...countStates(answers), left_out: leftOut.length };
  const changed = new Set(answers.filter(({ state }) => state !== "same").map(({ exchange }) => exchange));
  return {
    capture,
    report: {
      format: "mcptest-replay/1",
      tool: request.client,
      target: capture.server_label,
      recorded: defined({ target: recorded.server_label, started_at: recorded.started_at }),
      ok: !answers.some(({ state }) => failOn.includes(state)),
      fail_on: failOn,
      counts,
      answers,
      left_out: leftOut,
      exchanges: capture.exchanges.filter(({ id }) => id !== undefined && changed.has(id)).slice(0, MOST_SHOWN),
      notes: notesOf(recorded, answers),
    },
  };
};

/** Whoever wants to see every exchange saves the capture. */
const MOST_SHOWN = 50;

const countStates = (answers: readonly ReplayedAnswer[]): Omit<ReplayCounts, "left_out"> => {
  const counts = { same: 0, differs: 0, gone: 0, new: 0 };
  for (const { state } of answers) counts[state] += 1;
  return counts;
};

const notesOf = (recorded: Capture, answers: readonly ReplayedAnswer[]): string[] => [
  ...(recorded.reader_notes ?? []),
  ...(answers.length === 0 ? ["nothing could be asked again"] : []),
];
