import { changedRules, diffVersions as compareVersions } from "./corpus/diff-versions.ts";
import type { VersionCorpus } from "./corpus-io/version-corpus.ts";
import type { Capture } from "./model/capture.ts";
import type { Target } from "./model/target.ts";
import type { VersionDiff, VersionDiffEntry } from "./model/version-diff.ts";
import { type RecordRequest, record as recordTarget } from "./probe/record.ts";
import { renderDiffPretty } from "./report/diff/pretty.ts";
import { VERSION } from "./version.ts";
import { baseEnvironment } from "./wire/stdio/base-environment.ts";

export { CaptureError } from "./capture/capture-error.ts";
export { type CaptureFile, readCaptures } from "./capture/read.ts";
export { toJson, toJsonLines } from "./capture/serialize.ts";
export { type CompareRequest, compareCertificate } from "./certificate/compare.ts";
export { type Issued, type IssueRequest, issueCertificate } from "./certificate/issue.ts";
export { openNodeCrypto } from "./certificate/node-crypto.ts";
export { type RecheckRequest, recheckCertificate, withRecheck } from "./certificate/recheck.ts";
export { readSigningKey, type SigningKey, SigningKeyError } from "./certificate/signing-key.ts";
export { type JudgedSession, judgeSession as judge } from "./check/judge-session.ts";
export { judgeUpgrade, type UpgradeRequest } from "./check/judge-upgrade.ts";
export { VersionCorpus } from "./corpus-io/version-corpus.ts";
export { checkResourceErrorCode, type ResourceErrorCheck } from "./judge/upgrade/resource-error-code.ts";
export type * from "./model/capture.ts";
export type { Json, JsonObject } from "./model/json.ts";
export { DEFAULT_LIMITS, LIMIT_TABLE, type LimitName, type Limits } from "./model/limits.ts";
export type { Result, VerdictCounts } from "./model/result.ts";
export { compareRevisions, type Era, parseRevision, REVISIONS, type Revision } from "./model/revision.ts";
export type { Header, HttpTarget, StdioTarget, Target } from "./model/target.ts";
export type { Trouble, TroubleKind } from "./model/trouble.ts";
export type { InconclusiveReason, Verdict, VerdictEvidence, VerdictState } from "./model/verdict.ts";
export type * from "./model/upgrade.ts";
export type { DiffBucket, VersionDiff, VersionDiffEntry } from "./model/version-diff.ts";
export { renderTranscript, type TranscriptOptions } from "./report/transcript.ts";
export {
  badge,
  scoreTier,
  TIER1_SHOULD_THRESHOLD,
  TIER2_SHOULD_THRESHOLD,
  type Tier,
  type TierInput,
} from "./score/tier.ts";

export * from "./verify.ts";

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

export interface VersionDiffReport extends VersionDiff {
  /** No rule that both corpora carry expects something else. */
  isClean(): boolean;
  changedRules(): readonly VersionDiffEntry[];
  renderPretty(color?: boolean): string;
}

/** Compares what two corpora expect, rule by rule, in the order of the ids. Written as JSON it is what the command writes. */
export const diffVersions = (from: VersionCorpus, to: VersionCorpus): VersionDiffReport => {
  const diff = compareVersions(from, to);
  return {
    ...diff,
    isClean: () => diff.clean,
    changedRules: () => changedRules(diff),
    renderPretty: (color = false) => renderDiffPretty(diff, { color, width: 100 }),
  };
};
