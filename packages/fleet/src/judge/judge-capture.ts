import {
  type Capture,
  deriveLock,
  makeServerResult,
  negotiatedIn,
  readStoredCapture,
  TOOL,
  VERSION,
} from "mcptest/internal";
import type { FleetResult } from "../model/result.ts";
import { unpackNow } from "../pack.ts";
import { deriveState, waitAsked } from "./derive-state.ts";
import { summarize } from "./summarize.ts";

/** Everything that is stored about a capture, derived from it alone. */
export interface DerivedResult {
  readonly result: Omit<FleetResult, "target" | "run" | "at" | "ms" | "capture">;
  /** What the server offers, as the JSON text of a lock; null where it was not seen. */
  readonly lock: string | null;
  /** Seconds for which its host wants to be left alone. */
  readonly wait: number | null;
  /** The names of headers, in small letters, or environment variables that the server was given. */
  readonly given: readonly string[];
}

/** The same capture gives the same answer, so a capture that was stored can be judged again whenever the rules improve. */
export const judgePacked = async (packed: Uint8Array): Promise<DerivedResult> =>
  judgeFleetCapture(readStoredCapture(unpackNow(packed)));

const TIERS = { "tier-1": 1, "tier-2": 2, "tier-3": 3, fail: 0 } as const;

const judgeFleetCapture = async (capture: Capture): Promise<DerivedResult> => {
  // Of older revisions only their names are stored.
  const result = await makeServerResult(capture, { tool: TOOL, brief: true });
  const lock = await deriveLock(capture);
  return {
    result: {
      state: deriveState(result, capture),
      reason: result.server.blocked?.kind ?? null,
      revision: result.revision,
      grade: result.compliance.grade,
      tier: result.conformance?.tier ? TIERS[result.conformance.tier] : null,
      partial: result.partial === true,
      surface: lock?.lock_sha256 ?? null,
      judgedBy: VERSION,
      summary: summarize(result, result.partial === true ? [] : negotiatedIn(capture)),
    },
    lock: lock === undefined || lock.lock_sha256 === null ? null : JSON.stringify(lock),
    wait: waitAsked(capture),
    given: givenIn(capture),
  };
};

const givenIn = ({ target }: Capture): readonly string[] =>
  target?.kind === "http" ? target.header_names.map((name) => name.toLowerCase()) : (target?.env_names ?? []);
