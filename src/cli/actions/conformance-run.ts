import type { ProbeRequest } from "../../areas/probe-target.ts";
import { defined } from "../../base/defined.ts";
import { TOOL } from "../../base/version.ts";
import { revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import type { ConformanceCorpora } from "../../judge/corpus-files/resolve-conformance.ts";
import { LATEST_STATELESS } from "../../protocol/revision.ts";
import { judgeConformance } from "../../scores/conformance/judge-conformance.ts";
import { LEVEL_GATES, TIER_GATES } from "../../scores/result/gate.ts";
import type { conformanceRun } from "../commands/conformance.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
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
import { refuseFlags } from "../flags/refuse-flags.ts";
import { REPORTERS, readReporters } from "../flags/reporter-flags.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { refuseServer, type ServerArguments } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { reportConformance } from "./conformance-report.ts";

type ConformanceRunFlags = FlagsFor<typeof conformanceRun>;

/** `mcptest conformance run`: probe, then score by the checks of a corpus. */
export const runConformance = async ({ flags, server, console }: CallOf<typeof conformanceRun>): Promise<ExitCode> => {
  if (flags.transport !== undefined && !flags.client)
    throw new UsageError("--transport is for --client; a server's URL or command says its transport");
  const gates = readGates(flags.failOn ?? "never", [...LEVEL_GATES, ...TIER_GATES]);
  const wanted = wantedVersion(flags);
  if (flags.client) refuseServerFlags(flags, server);
  if (flags.capture !== undefined) refuseServer(server, flags);
  const refreshed = flags.autoRefresh ? await refreshIfMissing(wanted, flags, console) : EXIT.ok;
  if (refreshed !== EXIT.ok) return refreshed;
  const corpora = await requireCorpora(wanted, flags, console);
  if (!corpora) return EXIT.corpusMissing;
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  if (flags.client) {
    const { scoreClientProgram } = await import("./conformance-client.ts");
    return await scoreClientProgram(flags, { command: server.command, wanted, corpora, chosen, gates }, console);
  }
  const probed = await readOrProbe(flags, server, console, { request: revisionToProbe(wanted, corpora) });
  if (!probed) return EXIT.ok;
  const mapping = await embeddedMapping();
  const result = await readingCorpus(() =>
    judgeConformance(probed.capture, { tool: TOOL, corpora, mapping, version: wanted }),
  );
  if (!result) {
    reportMissingCorpus(wanted, corpora, flags, console);
    return EXIT.corpusMissing;
  }
  const code = await reportConformance(result, { flags, corpora, chosen, gates }, console);
  if (probed.interrupted !== undefined) return probed.interrupted;
  // A capture may hold no answer and yet not say that its server was unreachable.
  const reached = flags.capture === undefined ? probed.reached : probed.capture.outcome !== "unreachable";
  return reached || code === EXIT.internal ? code : EXIT.unreachable;
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
  const { runConformanceRefresh } = await import("./refresh.ts");
  const { corpusDir } = flags;
  // The summary of the refresh is not the result of this run, so it goes to stderr.
  const code = await runConformanceRefresh({
    flags: { targetVersion, ...defined({ corpusDir }) },
    console: { ...console, out: console.err },
  });
  return KEPT.includes(code) ? code : EXIT.network;
};

/** What a refresh says that is no failure of the network: done, refused, interrupted. */
const KEPT: readonly ExitCode[] = [EXIT.ok, EXIT.corpusMissing, EXIT.interrupted, EXIT.terminated];

/** The revision that will be scored must be probed in full. A probe does so with the newest by itself. */
const revisionToProbe = (wanted: string | undefined, { versions }: ConformanceCorpora): Partial<ProbeRequest> => {
  const revision = revisionOfVersion(wanted ?? versions[0] ?? LATEST_STATELESS);
  if (revision === undefined || (wanted === undefined && revision === LATEST_STATELESS)) return {};
  return { revision };
};

/** What `--client` understands; every other flag says how a server is reached or asked. */
const CLIENT_FLAGS: ReadonlySet<string> = new Set([
  ...["client", "capture", "save", "transport", "concurrency", "revision", "targetVersion", "corpusDir", "autoRefresh"],
  ...["failOn", "reporter", "format", "out", "json", "sarifPath", "quiet", "verbose", "color", "debug", "browser"],
]);

const refuseServerFlags = (flags: ConformanceRunFlags, { url, command }: ServerArguments): void => {
  const others = Object.entries(flags).filter(([name]) => !CLIENT_FLAGS.has(name));
  refuseFlags(
    Object.fromEntries(
      others.map(([name, value]) => [`--${name.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`, value]),
    ),
    (given, several) =>
      `${given} ${several ? "are" : "is"} about a server; leave ${several ? "them" : "it"} out with --client`,
  );
  if (url !== undefined || (flags.capture === undefined && command.length === 0))
    throw new UsageError(
      "--client scores a program or a capture; write mcptest conformance run --client -- <command with {url}>, or --capture <file>",
    );
};
