import { TOOL } from "../../base/version.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { UpgradeReport } from "../../judge/corpus/upgrade.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import {
  compareRevisions,
  LATEST_STATELESS,
  parseRevision,
  REVISIONS,
  type Revision,
} from "../../protocol/revision.ts";
import { LEVEL_GATES, type LevelGate } from "../../scores/result/gate.ts";
import { makeUpgradeReport } from "../../scores/upgrade/judge-upgrade.ts";
import type { doctor } from "../commands/audit.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readGate } from "../flags/gate-flag.ts";
import { notARevision, readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { refuseServer } from "../target/target-flags.ts";
import { UsageError } from "../usage-error.ts";

/** `mcptest doctor`: what an upgrade to another revision would break, from a live server or a saved capture. */
export const runDoctor = async ({ flags, server, console }: CallOf<typeof doctor>): Promise<ExitCode> => {
  const to = readTarget(flags.to ?? LATEST_STATELESS);
  const gate = readGate(flags.failOn ?? "should", LEVEL_GATES);
  const revision = readRevision(flags.revision);
  if (revision === "all")
    throw new UsageError("--revision all is not a starting point; name one revision to upgrade from");
  if (flags.capture !== undefined) refuseServer(server);
  if (revision) assertLater(revision, to);
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  const probed = await readOrProbe(flags, server, console);
  if (!probed) return EXIT.ok;
  const { capture } = probed;
  if (!probed.reached) return probed.interrupted ?? EXIT.unreachable;
  const from = revision ?? revisionOf(capture);
  if (from) assertLater(from, to);
  const report = await makeUpgradeReport(capture, { tool: TOOL, to, from });
  const [{ render }, { upgradeView }] = await Promise.all([
    import("../../report/render.ts"),
    import("../../report/views/upgrade/view.ts"),
  ]);
  writeReports(chosen, (reporter, print) => render(upgradeView, report, reporter, print), console);
  return probed.interrupted ?? exitOf(report, gate);
};

const readTarget = (text: string): Revision => {
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new UsageError(`--to ${notARevision(text, REVISIONS)}`);
};

const assertLater = (from: Revision, to: Revision): void => {
  if (compareRevisions(from, to) <= 0) return;
  throw new UsageError(
    `--to ${to} is older than ${from}, where the upgrade starts; name a later --to, or an earlier start with --revision`,
  );
};

/** Behind a wall, or without a handshake, nothing was seen; "nothing breaks" would be a guess. */
const exitOf = ({ from, ready, breaks, leftovers, errors, server }: UpgradeReport, gate: LevelGate): ExitCode => {
  if (errors.length > 0) return EXIT.internal;
  if (from === null || server.outcome === "auth-required" || server.outcome === "no-handshake")
    return EXIT.inconclusive;
  const counted = breaks.filter(({ advisory, level }) => !advisory && (gate === "should" || level === "MUST"));
  if (gate !== "never" && !ready && counted.length + leftovers.length > 0) return EXIT.failed;
  return isSeenWhole(server.outcome) ? EXIT.ok : EXIT.inconclusive;
};
