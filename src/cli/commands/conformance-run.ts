import { judgeConformance } from "../../check/judge-conformance.ts";
import { revisionOfVersion } from "../../corpus/sep-versions.ts";
import { embeddedMapping } from "../../corpus-io/conformance-embedded.ts";
import type { ConformanceCorpora } from "../../corpus-io/resolve-conformance.ts";
import { defined } from "../../json/defined.ts";
import type { Capture } from "../../model/capture.ts";
import type { ConformanceResult } from "../../model/conformance.ts";
import { isBlind } from "../../model/judged.ts";
import type { RecordRequest } from "../../probe/record.ts";
import { LATEST_STATELESS } from "../../protocol/revision.ts";
import { isBelowTier, isTierGate, LEVEL_GATES, type LevelGate, TIER_GATES, type TierGate } from "../../score/gate.ts";
import { TOOL } from "../../version.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import {
  type CorpusFlags,
  findCorpora,
  readingCorpus,
  readTargetVersion,
  reportMissingCorpus,
  requireCorpora,
} from "../flags/find-corpora.ts";
import { readGates } from "../flags/gate-flag.ts";
import { readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { type Probed, type ProbeTargetFlags, probeTarget } from "../target/probe-target.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { refuseServer, type ServerArguments } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { noteNoGate } from "../terminal/no-gate.ts";
import { UsageError } from "../usage-error.ts";

export interface ConformanceRunFlags extends ProbeTargetFlags, Omit<ReporterFlags, "quiet">, CorpusFlags {
  readonly autoRefresh?: boolean;
  readonly capture?: string;
  readonly failOn?: string;
}

/** `mcptest conformance run`: probe, then score by the checks of a corpus. */
export const runConformance = async (
  flags: ConformanceRunFlags,
  server: ServerArguments,
  console: Console,
): Promise<ExitCode> => {
  const gates = readGates(flags.failOn ?? "never", [...LEVEL_GATES, ...TIER_GATES]);
  const wanted = wantedVersion(flags);
  if (flags.capture !== undefined) refuseServer(server, flags);
  const refreshed = flags.autoRefresh ? await refreshIfMissing(wanted, flags, console) : EXIT.ok;
  if (refreshed !== EXIT.ok) return refreshed;
  const corpora = await requireCorpora(wanted, flags, console);
  if (!corpora) return EXIT.corpusMissing;
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  const probed =
    flags.capture === undefined
      ? await probeTarget(flags, server, console, revisionToProbe(wanted, corpora))
      : fromFile(readCaptureFile(flags.capture));
  if (!probed) return EXIT.ok;
  const mapping = await embeddedMapping();
  const result = await readingCorpus(() =>
    judgeConformance(probed.capture, { tool: TOOL, corpora, mapping, version: wanted }),
  );
  if (!result) {
    reportMissingCorpus(wanted, corpora, flags, console);
    return EXIT.corpusMissing;
  }
  const [{ render }, { conformanceView }] = await Promise.all([
    import("../../report/render.ts"),
    import("../../report/views/conformance/view.ts"),
  ]);
  writeReports(chosen, (reporter, print) => render(conformanceView, result, reporter, print), console);
  noteNoGate(flags, result.must.passed < result.must.total, "must", console);
  if (probed.interrupted !== undefined) return probed.interrupted;
  if (result.revision === null) sayNotSpoken(result, corpora, console);
  const codes = gates.map((gate) => exitOf(result, gate));
  const code = WORST_FIRST.find((one) => codes.includes(one)) ?? EXIT.ok;
  return probed.reached || code === EXIT.internal ? code : EXIT.unreachable;
};

/** `--revision` is what the other commands call it. */
const wantedVersion = ({ targetVersion, revision }: ConformanceRunFlags): string | undefined => {
  const version = readTargetVersion(targetVersion);
  const probed = readRevision(revision);
  if (probed === undefined || probed === "all") return version;
  if (version !== undefined && revisionOfVersion(version) !== probed)
    throw new UsageError(`--target-version ${version} and --revision ${probed} contradict each other; keep one`);
  return version ?? probed;
};

const refreshIfMissing = async (
  targetVersion: string | undefined,
  flags: CorpusFlags,
  console: Console,
): Promise<ExitCode> => {
  if (targetVersion === undefined || findCorpora(flags).sourceOf(targetVersion) !== undefined) return EXIT.ok;
  const { runConformanceRefresh } = await import("./conformance-refresh.ts");
  const { corpusDir } = flags;
  // The summary of the refresh is not the result of this run, so it goes to stderr.
  const code = await runConformanceRefresh(
    { targetVersion, ...defined({ corpusDir }) },
    { ...console, out: console.err },
  );
  return KEPT.includes(code) ? code : EXIT.network;
};

/** What a refresh says that is no failure of the network: done, refused, interrupted. */
const KEPT: readonly ExitCode[] = [EXIT.ok, EXIT.corpusMissing, EXIT.interrupted, EXIT.terminated];

/** The revision that will be scored must be probed in full. A probe does so with the newest by itself. */
const revisionToProbe = (wanted: string | undefined, { versions }: ConformanceCorpora): Partial<RecordRequest> => {
  const revision = revisionOfVersion(wanted ?? versions[0] ?? LATEST_STATELESS);
  if (revision === undefined || (wanted === undefined && revision === LATEST_STATELESS)) return {};
  return { revision };
};

const fromFile = (capture: Capture): Probed => ({ capture, reached: capture.outcome !== "unreachable" });

const sayNotSpoken = (
  { target_version, spoken }: ConformanceResult,
  corpora: ConformanceCorpora,
  console: Console,
): void => {
  const others = spoken.filter((version) => corpora.sourceOf(version) !== undefined);
  const next =
    others.length === 0 ? "for which there is no corpus" : `so score it with --target-version ${others.at(-1)}`;
  console.err(`mcptest: the server does not speak ${target_version}; it speaks ${spoken.join(", ")}, ${next}\n`);
};

/** Of several gates. */
const WORST_FIRST: readonly ExitCode[] = [EXIT.internal, EXIT.failed, EXIT.inconclusive];

/** A bug of ours comes first, then whether anything was seen, then the gate on it, then whether that was enough. */
const exitOf = ({ checks, tier, must, should, server }: ConformanceResult, gate: LevelGate | TierGate): ExitCode => {
  if (checks.some(({ state }) => state === "error")) return EXIT.internal;
  if (isBlind(server)) return EXIT.inconclusive;
  if (isTierGate(gate)) return tier === null ? EXIT.inconclusive : isBelowTier(tier, gate) ? EXIT.failed : EXIT.ok;
  const mustMet = must.passed === must.total;
  const isMet = gate === "never" || (mustMet && (gate === "must" || should.passed === should.total));
  if (!isMet) return EXIT.failed;
  return tier === null ? EXIT.inconclusive : EXIT.ok;
};
