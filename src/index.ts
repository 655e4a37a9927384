import type { Capture } from "./model/capture.ts";
import type { Target } from "./model/target.ts";
import { type RecordRequest, record as recordTarget } from "./probe/record.ts";
import { VERSION } from "./version.ts";
import { baseEnvironment } from "./wire/stdio/base-environment.ts";

export { CaptureError } from "./capture/capture-error.ts";
export { type CaptureFile, readCaptures } from "./capture/read.ts";
export { toJson, toJsonLines } from "./capture/serialize.ts";
export { type JudgedSession, judgeSession as judge } from "./check/judge-session.ts";
export type * from "./model/capture.ts";
export type { Json, JsonObject } from "./model/json.ts";
export { DEFAULT_LIMITS, LIMIT_TABLE, type LimitName, type Limits } from "./model/limits.ts";
export type { Result, VerdictCounts } from "./model/result.ts";
export { compareRevisions, type Era, parseRevision, REVISIONS, type Revision } from "./model/revision.ts";
export type { Header, HttpTarget, StdioTarget, Target } from "./model/target.ts";
export type { Trouble, TroubleKind } from "./model/trouble.ts";
export type { InconclusiveReason, Verdict, VerdictEvidence, VerdictState } from "./model/verdict.ts";
export { renderTranscript, type TranscriptOptions } from "./report/transcript.ts";
export {
  badge,
  scoreTier,
  TIER1_SHOULD_THRESHOLD,
  TIER2_SHOULD_THRESHOLD,
  type Tier,
  type TierInput,
} from "./score/tier.ts";

export type RecordOptions = Omit<RecordRequest, "client" | "resolve"> & Partial<Pick<RecordRequest, "client">>;

/**
 * Probes a server and returns the capture of what was said, secrets replaced. A command is started in the small
 * environment of the command line, plus `target.env`; `baseEnv` gives another.
 */
export const record = (target: Target, options: RecordOptions = {}): Promise<Capture> =>
  recordTarget(target, {
    client: { name: "mcptest", version: VERSION },
    baseEnv: baseEnvironment(process.env),
    ...options,
  });
