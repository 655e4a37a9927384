import { judgeConformance } from "../../check/judge-conformance.ts";
import { revisionOfVersion } from "../../corpus/sep-versions.ts";
import { embeddedMapping } from "../../corpus-io/conformance-embedded.ts";
import type { ConformanceCorpora } from "../../corpus-io/resolve-conformance.ts";
import type { ConformanceResult } from "../../model/conformance.ts";
import { LATEST_STATELESS } from "../../model/revision.ts";
import type { RecordRequest } from "../../probe/record.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import {
  type CorpusFlags,
  findCorpora,
  loadCorpus,
  readingCorpus,
  readTargetVersion,
  sayMissing,
} from "../find-corpora.ts";
import { isBelowTier, isTierGate, LEVEL_GATES, type LevelGate, readGate, TIER_GATES, type TierGate } from "../gate.ts";
import { readRevision } from "../probe-flags.ts";
import { type Probed, type ProbeTargetFlags, probeTarget } from "../probe-target.ts";
import { readCaptureFile } from "../read-capture-file.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";
import { UsageError } from "../usage-error.ts";

export interface ConformanceRunFlags extends ProbeTargetFlags, Omit<ReporterFlags, "quiet">, CorpusFlags {
  readonly autoRefresh?: boolean;
  readonly capture?: string;
  readonly failOn?: string;
}

/** `mcptest conformance run`: probe, then score by the checks of a SEP corpus. */
export const runConformance = async (
  flags: ConformanceRunFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const gate = readGate(flags.failOn ?? "never", [...LEVEL_GATES, ...TIER_GATES]);
  const wanted = wantedVersion(flags);
  const offline = flags.capture !== undefined;
  if (offline && (url !== undefined || command.length > 0 || flags.server !== undefined))
    throw new UsageError("--capture is scored as it is; leave out the server");
  const found = await corporaFor(wanted, flags, console);
  if ("exit" in found) return found.exit;
  const { corpora } = found;
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const probed = offline
    ? fromFile(flags.capture ?? "")
    : await probeTarget({ ...flags, quiet: flags.quiet ?? false }, url, command, console, aim(wanted, corpora));
  if (!probed) return EXIT.ok;
  const mapping = await embeddedMapping();
  const result = await readingCorpus(() =>
    judgeConformance(probed.capture, { tool: TOOL, corpora, mapping, version: wanted }),
  );
  if (!result) {
    sayMissing(wanted, corpora, flags, console);
    return EXIT.corpusMissing;
  }
  const { renderConformance } = await import("../render-conformance.ts");
  const { quiet = false, verbose = false } = flags;
  writeReports(chosen, (reporter, paper) => renderConformance(result, reporter, { ...paper, quiet, verbose }), console);
  if (probed.interrupted !== undefined) return probed.interrupted;
  if (!probed.reached) return EXIT.unreachable;
  if (result.revision === null) sayNotSpoken(result, corpora, console);
  return exitOf(result, gate);
};

/** `--revision` says the same in the words of the other commands. */
const wantedVersion = ({ targetVersion, revision }: ConformanceRunFlags): string | undefined => {
  const version = readTargetVersion(targetVersion);
  const probed = revision === undefined ? undefined : readRevision(revision);
  if (probed === undefined || probed === "all") return version;
  if (version !== undefined && revisionOfVersion(version) !== probed)
    throw new UsageError(`--target-version ${version} and --revision ${probed} contradict each other; give one`);
  return version ?? probed;
};

/** The corpus is found, and read once, before a server is troubled. */
const corporaFor = async (
  wanted: string | undefined,
  flags: ConformanceRunFlags,
  console: Console,
): Promise<{ readonly corpora: ConformanceCorpora } | { readonly exit: ExitCode }> => {
  let corpora = findCorpora(flags);
  if (wanted !== undefined && corpora.sourceOf(wanted) === undefined && flags.autoRefresh) {
    const failed = await refresh(wanted, flags, console);
    if (failed !== undefined) return { exit: failed };
    corpora = findCorpora(flags);
  }
  const version = wanted ?? corpora.versions[0];
  const missing = version === undefined ? !corpora.anyVersion : corpora.sourceOf(version) === undefined;
  if (missing) {
    sayMissing(wanted, corpora, flags, console);
    return { exit: EXIT.corpusMissing };
  }
  await loadCorpus(corpora, version ?? LATEST_STATELESS);
  return { corpora };
};

const refresh = async (
  targetVersion: string,
  { corpusDir }: CorpusFlags,
  console: Console,
): Promise<ExitCode | undefined> => {
  const { runConformanceRefresh } = await import("./conformance-refresh.ts");
  const place = corpusDir === undefined ? {} : { corpusDir };
  // Its summary is about this run, not its result.
  const code = await runConformanceRefresh({ targetVersion, ...place }, { ...console, out: console.err });
  if (code === EXIT.ok) return undefined;
  return code === EXIT.interrupted || code === EXIT.terminated ? code : EXIT.network;
};

/** Probes the revision that will be scored in full; left to itself a probe does so with the newest. */
const aim = (wanted: string | undefined, { versions }: ConformanceCorpora): Partial<RecordRequest> => {
  const revision = revisionOfVersion(wanted ?? versions[0] ?? LATEST_STATELESS);
  if (revision === undefined || (wanted === undefined && revision === LATEST_STATELESS)) return {};
  return { revision };
};

const fromFile = (path: string): Probed => {
  const capture = readCaptureFile(path);
  return { capture, reached: capture.outcome !== "unreachable" };
};

const sayNotSpoken = (
  { target_version, spoken }: ConformanceResult,
  corpora: ConformanceCorpora,
  console: Console,
): void => {
  const others = spoken.filter((version) => corpora.sourceOf(version) !== undefined);
  const next =
    others.length === 0
      ? "and there is no corpus for that"
      : `score it against that with --target-version ${others.at(-1)}`;
  console.err(`mcptest: the server does not speak ${target_version}; it speaks ${spoken.join(", ")}, ${next}\n`);
};

/** Our own bug first, then the gate, then whether enough was seen at all. */
const exitOf = (result: ConformanceResult, gate: LevelGate | TierGate): ExitCode => {
  if (result.checks.some(({ state }) => state === "error")) return EXIT.internal;
  if (result.tier === null) return EXIT.inconclusive;
  return isMet(result, result.tier, gate) ? EXIT.ok : EXIT.failed;
};

const isMet = (
  { must, should }: ConformanceResult,
  tier: NonNullable<ConformanceResult["tier"]>,
  gate: LevelGate | TierGate,
): boolean => {
  if (isTierGate(gate)) return !isBelowTier(tier, gate);
  switch (gate) {
    case "never":
      return true;
    case "must":
      return must.passed === must.total;
    case "should":
      return must.passed === must.total && should.passed === should.total;
  }
};
