import { VERSION } from "mcptest/internal";
import { compareRuns, compareSurfaces } from "../compare-runs.ts";
import type { DerivedResult } from "../judge/judge-capture.ts";
import { JudgeError } from "../judge/judge-error.ts";
import type { JudgePool } from "../judge/judge-pool.ts";
import { withUnmetNeeds } from "../judge/unmet-needs.ts";
import type { FleetChangeDetail } from "../model/change.ts";
import type { FleetResult } from "../model/result.ts";
import type { FleetAddress, ListedTarget } from "../model/target.ts";
import { packedCaptureOf } from "../store/captures.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import type { NewChange } from "../store/store-result.ts";
import { surfaceOf } from "../store/surfaces.ts";
import { type Patience, patiently } from "./patience.ts";

export interface ComparingTools {
  readonly store: FleetStore;
  readonly judges: JudgePool;
  readonly patience: Patience;
}

/** What a run found before, and what the server offered then where it is at hand. */
type Before = Pick<FleetResult, "state" | "grade" | "revision" | "surface" | "partial" | "judgedBy" | "capture"> & {
  readonly lock?: string | null;
};

/** What a run found that is different from what runs before it found, by the same rules. */
export const changesSince = async (
  tools: ComparingTools,
  { latest: last, reached: lastReached, address }: Pick<ListedTarget, "latest" | "reached" | "address">,
  now: DerivedResult,
): Promise<NewChange[]> => {
  const again = (before: FleetResult | null) => byTodaysRules(tools, before, now, address);
  const reached = await again(lastReached);
  const latest = last?.run === lastReached?.run ? reached : await again(last);
  const detail = await surfaceDetail(tools, reached, now);
  return compareRuns({ latest, reached }, now.result, () => detail);
};

/**
 * What an older mcptest found is judged again where it seems to have changed: a rule that improved is not to look like a server that did, a
 * thousand times in one night. Without its capture what was found then stands.
 */
const byTodaysRules = async (
  { store, judges, patience }: ComparingTools,
  before: FleetResult | null,
  { result: now }: DerivedResult,
  address: FleetAddress,
): Promise<Before | null> => {
  const { capture } = before ?? { capture: null };
  if (before === null || capture === null || before.judgedBy === VERSION || isAlike(before, now)) return before;
  const packed = await patiently(patience, () => packedCaptureOf(store, capture));
  if (packed === undefined) return before;
  const again = await judges.judge(packed).catch((error: unknown) => {
    if (error instanceof JudgeError) return undefined;
    throw error;
  });
  return again === undefined ? before : { ...withUnmetNeeds(again, address).result, capture, lock: again.lock };
};

const isAlike = (before: FleetResult, now: DerivedResult["result"]): boolean =>
  before.state === now.state &&
  before.grade === now.grade &&
  before.revision === now.revision &&
  before.surface === now.surface;

/** Only where it is another one than before: most runs find the same. */
const surfaceDetail = async (
  { store, patience }: ComparingTools,
  before: Before | null,
  { result: { surface }, lock }: DerivedResult,
): Promise<FleetChangeDetail> => {
  const digest = before?.surface ?? null;
  if (digest === null || surface === null || lock === null || digest === surface) return {};
  const old = before?.lock ?? (await patiently(patience, () => surfaceOf(store, digest)));
  return old === undefined ? {} : compareSurfaces(old, lock);
};
