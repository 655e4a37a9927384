// The library surface. Everything that is not exported here, or by one of the other entries, is private.

import { ownCapture } from "./capture/read.ts";
import { defined } from "./json/defined.ts";
import { type ConnectOptions, connectTo, type Server } from "./library/connect.ts";
import { judge } from "./library/judge.ts";
import { type PartOptions, toPart } from "./library/part.ts";
import { type ReplayOptions, replayTo } from "./library/playback.ts";
import { type ListRegistryOptions, listRegistryFrom } from "./library/registry.ts";
import { type TargetLike, toTarget } from "./library/to-target.ts";
import type { Capture } from "./model/capture.ts";
import type { RegistryList } from "./model/registry-list.ts";
import type { ReplayReport } from "./model/replay.ts";
import type { Result } from "./model/result.ts";
import { type RecordRequest, record as recordTarget } from "./probe/record.ts";
import { VERSION } from "./version.ts";
import { baseEnvironment } from "./wire/stdio/base-environment.ts";

export { CaptureError } from "./capture/capture-error.ts";
export { type CaptureFile, readCaptures } from "./capture/read.ts";
export { toJson, toJsonLines } from "./capture/serialize.ts";
export { type CompareRequest, compareCertificate } from "./certificate/compare.ts";
export { type Issued, type IssueRequest, issueCertificate } from "./certificate/issue.ts";
export { openNodeCrypto } from "./certificate/node-crypto.ts";
export { type RecheckRequest, recheckCertificate, withRecheck } from "./certificate/recheck.ts";
export {
  type RetireRequest,
  type RevokeRequest,
  retireKey,
  revokeCertificate,
  type Stated,
} from "./certificate/revoke.ts";
export {
  generateSigningKey,
  type KeyPairText,
  readSigningKey,
  type SigningKey,
  SigningKeyError,
} from "./certificate/signing-key.ts";
export { standardRuleset } from "./check/discoverability.ts";
export type { JudgedSubject } from "./check/judge-subject.ts";
export { judgeUpgrade, type UpgradeRequest } from "./check/judge-upgrade.ts";
export { readLock } from "./check/lock.ts";
export { readResult } from "./check/read-result.ts";
export { VersionCorpus } from "./corpus-io/version-corpus.ts";
export { checkResourceErrorCode, type ResourceErrorCheck } from "./judge/upgrade/resource-error-code.ts";
export { type AcceptOptions, accept } from "./library/accept.ts";
export { type AuditOptions, audit } from "./library/audit.ts";
export type { CallAnswer, ConnectOptions, Server } from "./library/connect.ts";
export { diffVersions, type VersionDiffReport } from "./library/diff-versions.ts";
export { type JudgeOptions, judge, judgeRules } from "./library/judge.ts";
export { compareLocks, lock, tokens } from "./library/lock.ts";
export type { PartOptions } from "./library/part.ts";
export { type ReplayOptions, type ServedCapture, type ServeOptions, serve } from "./library/playback.ts";
export { type ListRegistryOptions, validateServerJson } from "./library/registry.ts";
export { type SafetyBetween, safetyBetween } from "./library/safety-between.ts";
export { score } from "./library/score.ts";
export type { TargetLike } from "./library/to-target.ts";
export type {
  AcceptanceEntry,
  AcceptanceResult,
  AcceptanceVerdict,
  BlastRadius,
  Consumer,
  HostEntry,
} from "./model/acceptance.ts";
export type * from "./model/capture.ts";
export type { Audit, Discoverability, DiscoverabilityGrade, StandardVersion } from "./model/discoverability.ts";
export type { EntryTarget } from "./model/entry-target.ts";
export type { InvariantVerdict } from "./model/invariants.ts";
export type { Json, JsonObject } from "./model/json.ts";
export type { ResultExchange } from "./model/judged.ts";
export type { LaneScore, LaneScoreState, Lanes, ResultLane } from "./model/lanes.ts";
export { DEFAULT_LIMITS, LIMIT_TABLE, type LimitName, type Limits } from "./model/limits.ts";
export type {
  ChangeClass,
  ChangeCue,
  LockedServer,
  LockFile,
  LockResult,
  ServerDrift,
  SurfaceChange,
} from "./model/lock.ts";
export type { EntryFinding, EntryLevel, EntryRule } from "./model/registry-entry.ts";
export type { RegistryEntry, RegistryList, RegistryStatus } from "./model/registry-list.ts";
export type * from "./model/replay.ts";
export type {
  AuthorizationServerResult,
  ClientResult,
  ConformanceBlock,
  Grade,
  Result,
  RevisionRow,
  Scorecard,
  ServerResult,
  UpgradeSummary,
  VerdictCounts,
} from "./model/result.ts";
export type { Level, Section } from "./model/rule.ts";
export type { SafeId, SafetyFinding, SafetyPlace } from "./model/safety.ts";
export type { Header, HttpTarget, StdioTarget, Target, TlsOptions } from "./model/target.ts";
export type { SurfaceTokens, ToolTokens } from "./model/tokens.ts";
export type { Trouble, TroubleKind } from "./model/trouble.ts";
export type * from "./model/upgrade.ts";
export type { InconclusiveReason, Verdict, VerdictEvidence, VerdictState } from "./model/verdict.ts";
export type { DiffBucket, VersionDiff, VersionDiffEntry } from "./model/version-diff.ts";
export { compareRevisions, type Era, parseRevision, REVISIONS, type Revision } from "./protocol/revision.ts";
export { RegistryListError } from "./registry/list/list-entries.ts";
export type { RenderOptions } from "./report/render.ts";
export { type ResultFormat, renderResult as render } from "./report/render-result.ts";
export { renderTranscript, type TranscriptOptions } from "./report/render-transcript.ts";
export { defaultGates, type Gate, type GateOutcome, settleGate } from "./score/gate.ts";
export {
  badge,
  scoreTier,
  TIER1_SHOULD_THRESHOLD,
  TIER2_SHOULD_THRESHOLD,
  type Tier,
  type TierInput,
} from "./score/tier.ts";
export type { Answer } from "./session/answer.ts";
export type { ScriptedAnswers } from "./session/client-answers.ts";
export { NoSessionError } from "./session/session-run.ts";
export { compareJson, type Difference } from "./snapshot/compare.ts";
export { type Masks, maskedJson } from "./snapshot/mask.ts";

export * from "./verify.ts";

/** How a server is probed: limits, revision, which tools may be called, how much is asked, a signal that ends the run. */
export type RecordOptions = Omit<RecordRequest, "client" | "resolve" | "part"> &
  Partial<Pick<RecordRequest, "client">> &
  PartOptions;

/**
 * Probes a server and returns the capture of what was said, secrets replaced. A command is started in the small
 * environment of the command line, plus `target.env`; `baseEnv` gives another. A server that is down, hangs or talks
 * nonsense is a capture too; rejects with TypeError over a target that names no server.
 */
export const record = async (target: TargetLike, options: RecordOptions = {}): Promise<Capture> => {
  const { quick, only, skip, ...request } = options;
  return recordTarget(toTarget(target), {
    client: { name: "mcptest", version: VERSION },
    baseEnv: baseEnvironment(process.env),
    ...request,
    ...toPart(defined({ quick, only, skip })),
  });
};

/**
 * Probes a server and judges everything it said: `record`, then `judge` of the capture as it would be saved, so that
 * the two cannot differ. With `revision: "all"` every revision is probed in full, and the newest is judged.
 */
export const check = async (target: TargetLike, options: RecordOptions = {}): Promise<Result> => {
  const capture = ownCapture(await record(target, options));
  const { revision } = options;
  return judge(capture, revision === undefined || revision === "all" ? {} : { revision });
};

/**
 * Opens a session with a server and keeps it until it is closed: `await using server = await connect(["node", "server.js"])`.
 * Errors of the server are answers (`outcome`), not exceptions. Rejects with NoSessionError when the server cannot be spoken to.
 */
export const connect = (target: TargetLike, options: ConnectOptions = {}): Promise<Server> =>
  connectTo(target, baseEnvironment(process.env), options);

/** Sends the requests of a recording to a server again, and says what it answers differently. Only what a check would send. */
export const replay = (capture: Capture, target: TargetLike, options: ReplayOptions = {}): Promise<ReplayReport> =>
  replayTo(capture, target, baseEnvironment(process.env), options);

/** The servers that a registry lists; throws a RegistryListError where it cannot be read to its end. */
export const listRegistry = (api: string, options: ListRegistryOptions = {}): Promise<RegistryList> =>
  listRegistryFrom(api, process.env, options);
