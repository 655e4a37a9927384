// The library surface. Everything that is not exported here, or by one of the other entries, is private.

import { type ProbeRequest, probeTarget } from "../areas/probe-target.ts";
import { defined } from "../base/defined.ts";
import { VERSION } from "../base/version.ts";
import type { Capture } from "../capture/capture.ts";
import { ownCapture } from "../capture/read.ts";
import type { RegistryList } from "../features/registry/registry-list.ts";
import type { ReplayReport } from "../probe/replay/replay-report.ts";
import type { Result } from "../scores/result/result.ts";
import { baseEnvironment } from "../wire/stdio/base-environment.ts";
import { type ConnectOptions, connectTo, type Server } from "./connect.ts";
import { judge } from "./judge.ts";
import { type PartOptions, toPart } from "./part.ts";
import { type ReplayOptions, replayTo } from "./playback.ts";
import { type ListRegistryOptions, listRegistryFrom } from "./registry.ts";
import { type TargetLike, toTarget } from "./to-target.ts";

export { compareJson, type Difference } from "../base/compare.ts";
export type { Header } from "../base/header.ts";
export type { Json, JsonObject } from "../base/json.ts";
export { type Masks, maskedJson } from "../base/mask.ts";
export type * from "../capture/capture.ts";
export { CaptureError } from "../capture/capture-error.ts";
export { type CaptureFile, readCaptures } from "../capture/read.ts";
export { toJson, toJsonLines } from "../capture/serialize.ts";
export type { HttpTarget, StdioTarget, Target } from "../capture/target.ts";
export { type CompareRequest, compareCertificate } from "../certificate/compare.ts";
export { type Issued, type IssueRequest, issueCertificate } from "../certificate/issue.ts";
export { openNodeCrypto } from "../certificate/node-crypto.ts";
export { type RecheckRequest, recheckCertificate, withRecheck } from "../certificate/recheck.ts";
export {
  type RetireRequest,
  type RevokeRequest,
  retireKey,
  revokeCertificate,
  type Stated,
} from "../certificate/revoke.ts";
export {
  generateSigningKey,
  type KeyPairText,
  readSigningKey,
  type SigningKey,
  SigningKeyError,
} from "../certificate/signing-key.ts";
export { RegistryListError } from "../features/registry/list/list-entries.ts";
export type { RegistryEntry, RegistryList, RegistryStatus } from "../features/registry/registry-list.ts";
export type { Level, Section } from "../judge/core/rule.ts";
export type { InconclusiveReason, Verdict, VerdictEvidence, VerdictState } from "../judge/core/verdict.ts";
export type {
  AcceptanceEntry,
  AcceptanceResult,
  AcceptanceVerdict,
  BlastRadius,
  Consumer,
  HostEntry,
} from "../judge/corpus/acceptance.ts";
export type * from "../judge/corpus/upgrade.ts";
export type { DiffBucket, VersionDiff, VersionDiffEntry } from "../judge/corpus/version-diff.ts";
export { VersionCorpus } from "../judge/corpus-files/version-corpus.ts";
export type { InvariantVerdict } from "../judge/invariants.ts";
export type { ResultExchange } from "../judge/judged.ts";
export { checkResourceErrorCode, type ResourceErrorCheck } from "../judge/upgrade/resource-error-code.ts";
export type * from "../probe/replay/replay-report.ts";
export type { ScriptedAnswers } from "../probe/talk/client-answers.ts";
export { compareRevisions, type Era, parseRevision, REVISIONS, type Revision } from "../protocol/revision.ts";
export type { RenderOptions } from "../report/render.ts";
export { type ResultFormat, renderResult as render } from "../report/render-result.ts";
export { renderTranscript, type TranscriptOptions } from "../report/render-transcript.ts";
export {
  badge,
  scoreTier,
  TIER1_SHOULD_THRESHOLD,
  TIER2_SHOULD_THRESHOLD,
  type Tier,
  type TierInput,
} from "../scores/conformance/tier.ts";
export type {
  Audit,
  Discoverability,
  DiscoverabilityGrade,
  StandardVersion,
} from "../scores/discoverability/discoverability.ts";
export type {
  ChangeClass,
  ChangeCue,
  LockedServer,
  LockFile,
  LockResult,
  ServerDrift,
  SurfaceChange,
} from "../scores/lock/lock.ts";
export { standardRuleset } from "../scores/result/discoverability.ts";
export { defaultGates, type Gate, type GateOutcome, settleGate } from "../scores/result/gate.ts";
export type { JudgedSubject } from "../scores/result/judge-subject.ts";
export { readLock } from "../scores/result/lock.ts";
export { readResult } from "../scores/result/read-result.ts";
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
} from "../scores/result/result.ts";
export type { LaneScore, LaneScoreState, Lanes, ResultLane } from "../scores/result/result-lanes.ts";
export type { SafeId, SafetyFinding, SafetyPlace } from "../scores/safety/safety.ts";
export type { EntryTarget } from "../scores/server-json/entry-target.ts";
export type { EntryFinding, EntryLevel, EntryRule } from "../scores/server-json/registry-entry.ts";
export type { SurfaceTokens, ToolTokens } from "../scores/tokens/tokens.ts";
export { judgeUpgrade, type UpgradeRequest } from "../scores/upgrade/judge-upgrade.ts";
export type { Answer } from "../suite/session/answer.ts";
export { NoSessionError } from "../suite/session/session-run.ts";
export type { TlsOptions } from "../wire/http/http-endpoint.ts";
export { DEFAULT_LIMITS, LIMIT_TABLE, type LimitName, type Limits } from "../wire/limits.ts";
export type { Trouble, TroubleKind } from "../wire/trouble.ts";
export { type AcceptOptions, accept } from "./accept.ts";
export { type AuditOptions, audit } from "./audit.ts";
export type { CallAnswer, ConnectOptions, Server } from "./connect.ts";
export { diffVersions, type VersionDiffReport } from "./diff-versions.ts";
export { type JudgeOptions, judge, judgeRules } from "./judge.ts";
export { compareLocks, lock, tokens } from "./lock.ts";
export type { PartOptions } from "./part.ts";
export { type ReplayOptions, type ServedCapture, type ServeOptions, serve } from "./playback.ts";
export { type ListRegistryOptions, validateServerJson } from "./registry.ts";
export { type SafetyBetween, safetyBetween } from "./safety-between.ts";
export { score } from "./score.ts";
export type { TargetLike } from "./to-target.ts";

export * from "./verify.ts";

/** How a server is probed: limits, revision, which tools may be called, how much is asked, a signal that ends the run. */
export type RecordOptions = Omit<ProbeRequest, "client" | "resolve" | "part"> &
  Partial<Pick<ProbeRequest, "client">> &
  PartOptions;

/**
 * Probes a server and returns the capture of what was said, secrets replaced. A command is started in the small
 * environment of the command line, plus `target.env`; `baseEnv` gives another. A server that is down, hangs or talks
 * nonsense is a capture too; rejects with TypeError over a target that names no server.
 */
export const record = async (target: TargetLike, options: RecordOptions = {}): Promise<Capture> => {
  const { quick, only, skip, ...request } = options;
  return probeTarget(toTarget(target), {
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
