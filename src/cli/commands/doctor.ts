import { makeUpgradeReport, ownRevision } from "../../check/judge-upgrade.ts";
import type { Capture } from "../../model/capture.ts";
import { compareRevisions, LATEST_STATELESS, parseRevision, REVISIONS, type Revision } from "../../model/revision.ts";
import type { UpgradeReport } from "../../model/upgrade.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type LevelGate, LEVEL_GATES, readGate } from "../gate.ts";
import { nearestNames } from "../nearest-names.ts";
import { readRevision } from "../probe-flags.ts";
import { type ProbeTargetFlags, probeTarget } from "../probe-target.ts";
import { isReached } from "../reached.ts";
import { readCaptureFile } from "../read-capture-file.ts";
import { type Paper, REPORTERS, type Reporter, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface DoctorFlags extends ProbeTargetFlags, Omit<ReporterFlags, "quiet"> {
  readonly to?: string;
  readonly capture?: string;
  readonly failOn?: string;
}

/** `mcptest doctor`: what an upgrade to another revision would break, from a live server or a saved capture. */
export const runDoctor = async (
  flags: DoctorFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const to = readTarget(flags.to ?? LATEST_STATELESS);
  const gate = readGate(flags.failOn ?? "should", LEVEL_GATES);
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  if (revision === "all")
    throw new UsageError("--revision all is no starting point; name the revision to upgrade from");
  if (flags.capture !== undefined && (url !== undefined || command.length > 0))
    throw new UsageError("--capture reads a saved session; give it, or a server, not both");
  if (revision) assertLater(revision, to);
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const probed =
    flags.capture === undefined
      ? await probeTarget(flags, url, command, console)
      : { capture: readCaptureFile(flags.capture), reached: true };
  if (!probed) return EXIT.ok;
  const { capture } = probed;
  if (!probed.reached || !isReached(capture)) return probed.interrupted ?? EXIT.unreachable;
  const from = revision ?? ownRevision(capture);
  assertLater(from, to);
  const report = await makeUpgradeReport(capture, { tool: TOOL, to, from });
  const { renderUpgrade } = await import("../present-upgrade.ts");
  writeReports(
    chosen,
    (reporter: Reporter, paper: Paper) => renderUpgrade(report, reporter, { ...paper, ...levelOf(flags) }),
    console,
  );
  return probed.interrupted ?? exitOf(report, gate, capture);
};

const levelOf = ({ quiet = false, verbose = false }: DoctorFlags) => ({ quiet, verbose });

const readTarget = (text: string): Revision => {
  const revision = parseRevision(text);
  if (revision) return revision;
  const [nearest] = nearestNames(text, REVISIONS, 1);
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  throw new UsageError(
    `--to ${quoted(text)} is not a revision of the protocol${hint || ";"} use one of ${REVISIONS.join(", ")}`,
  );
};

const assertLater = (from: Revision, to: Revision): void => {
  if (compareRevisions(from, to) <= 0) return;
  throw new UsageError(
    `--to ${to} is older than ${from}, where the upgrade starts; name a later one, or an older start with --revision`,
  );
};

/** Nothing was seen behind a wall: that nothing breaks there would be a guess. */
const exitOf = ({ ready, breaks, leftovers, errors }: UpgradeReport, gate: LevelGate, capture: Capture): ExitCode => {
  if (errors.length > 0) return EXIT.internal;
  const counted = breaks.filter(({ advisory, level }) => !advisory && (gate === "should" || level === "MUST"));
  if (gate !== "never" && !ready && counted.length + leftovers.length > 0) return EXIT.failed;
  return capture.outcome === "auth-required" ? EXIT.inconclusive : EXIT.ok;
};
