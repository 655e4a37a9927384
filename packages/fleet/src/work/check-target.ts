import { toJson, VERSION } from "mcptest/internal";
import { JudgeError } from "../judge/judge-error.ts";
import type { JudgePool } from "../judge/judge-pool.ts";
import { withUnmetNeeds } from "../judge/unmet-needs.ts";
import type { ResultSummary } from "../model/result.ts";
import type { FleetState } from "../model/state.ts";
import { pack } from "../pack.ts";
import type { Task } from "../queue/claim.ts";
import type { Finished } from "../queue/finish.ts";
import { type PackedCapture, packCapture, saveCapture } from "../store/captures.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { changesSince } from "./changes-since.ts";
import { type Patience, patiently } from "./patience.ts";
import { type ProbeSettings, probeFleetTarget } from "./probe-target.ts";
import type { Slot } from "./slots.ts";

export interface CheckTools {
  readonly store: FleetStore;
  readonly judges: JudgePool;
  readonly probe: ProbeSettings;
  readonly patience: Patience;
  readonly everySeconds?: number | undefined;
}

/** Probes a target, stores the capture, judges it, and says what is to be stored. Undefined where it was interrupted. */
export const checkTarget = async (
  { store, judges, probe, patience, everySeconds }: CheckTools,
  task: Task,
  signal: AbortSignal,
  place: Pick<Slot, "stir" | "settle">,
): Promise<Finished | undefined> => {
  const began = performance.now();
  const recorded = await recordPacked(task, probe, signal, place);
  if (recorded === undefined) return undefined;
  const { at, capture } = recorded;
  // Before the result, so that no result ever points at nothing.
  await patiently(patience, () => saveCapture(store, capture));
  const captureId = capture.id;
  const found = await judges.judge(capture.packed).catch((error: unknown) => {
    if (error instanceof JudgeError) return undefined;
    throw error;
  });
  const ms = performance.now() - began;
  if (!found) return givenUp(at, ms, captureId, "hanging", "what it said could not be judged within the limits");
  const judged = withUnmetNeeds(found, task.target.address);
  const changes = await changesSince({ store, judges, patience }, task.target, judged);
  return {
    result: { ...judged.result, at, ms, capture: captureId },
    changes,
    surface:
      judged.lock === null || judged.result.surface === null
        ? null
        : { id: judged.result.surface, data: await pack(judged.lock) },
    wait: judged.wait,
    everySeconds,
  };
};

/** Apart, so that nothing else than the packed capture is held while it waits to be judged. */
const recordPacked = async (
  { target, options }: Task,
  probe: ProbeSettings,
  signal: AbortSignal,
  { stir, settle }: Pick<Slot, "stir" | "settle">,
): Promise<{ at: Date; capture: PackedCapture } | undefined> => {
  const capture = await probeFleetTarget(target.address, options, probe, signal, stir);
  settle();
  if (signal.aborted || capture.outcome === "aborted") return undefined;
  return { at: new Date(capture.started_at ?? Date.now()), capture: await packCapture(toJson(capture)) };
};

/** A target that ends every worker, or that nobody can judge, must not be tried for ever. */
export const givenUp = (at: Date, ms: number, capture: string | null, state: FleetState, why: string): Finished => ({
  result: {
    ...{
      at,
      ms,
      capture,
      state,
      reason: "unknown",
      revision: null,
      grade: null,
      tier: null,
      partial: false,
    },
    ...{ surface: null, judgedBy: VERSION, summary: { ...NOTHING, blocked: why } },
  },
  changes: [],
  surface: null,
  wait: null,
});

const NOTHING: ResultSummary = {
  server: { name: null, version: null, title: null },
  transport: null,
  era: null,
  outcome: null,
  blocked: null,
  speaks: [],
  sdk: null,
  score: null,
  gradeYours: null,
  discoverability: null,
  lanes: {},
  counts: { passed: 0, failed: 0, failedMust: 0, inconclusive: 0 },
  findings: [],
  findingsLeftOut: 0,
  offers: { tools: 0, prompts: 0, resources: 0 },
  tokens: null,
};
