import type { Capture } from "../capture/capture.ts";
import type { PlanDescription } from "../capture/plan.ts";
import type { Target } from "../capture/target.ts";
import { planRun, type RecordRequest, record } from "../probe/record.ts";
import { ALL_PLANS } from "./plans.ts";

/** How a target is probed. Which plans there are is the same for all callers. */
export type ProbeRequest = Omit<RecordRequest, "plans">;

/** Probes a target with all plans and returns what was said, secrets replaced. Rejects only on a bug of ours. */
export const probeTarget = (target: Target, request: ProbeRequest): Promise<Capture> =>
  record(target, { ...request, plans: ALL_PLANS });

/** Asks for the handshake and the lists, and says what a full run would send. */
export const planProbe = (target: Target, request: ProbeRequest): Promise<PlanDescription> =>
  planRun(target, { ...request, plans: ALL_PLANS });
