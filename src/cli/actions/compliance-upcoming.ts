import { makeUpcoming } from "../../check/make-upcoming.ts";
import { upcomingTable } from "../../corpus-io/upcoming.ts";
import type { Capture } from "../../model/capture.ts";
import { render } from "../../report/render.ts";
import { upcomingView } from "../../report/views/upcoming/view.ts";
import { TOOL } from "../../version.ts";
import type { complianceUpcoming } from "../commands/compliance.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { type ProbeTargetFlags, probeTarget } from "../target/probe-target.ts";
import { blockedLines, isReached } from "../target/reached.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { isNamed, refuseServer, type ServerArguments } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";

/** `mcptest compliance upcoming`: what the draft, deprecations and accepted proposals would change, for a server or in general. */
export const runUpcoming = async ({ flags, server, console }: CallOf<typeof complianceUpcoming>): Promise<ExitCode> => {
  if (flags.capture !== undefined) refuseServer(server);
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  const write = async (capture?: Capture): Promise<void> => {
    const report = await makeUpcoming(capture, { tool: TOOL, table: upcomingTable(process.env, process.platform) });
    writeReports(chosen, (reporter, print) => render(upcomingView, report, reporter, print), console);
  };
  if (flags.capture === undefined && server.url === undefined && !isNamed(flags, server.command)) {
    await write();
    return EXIT.ok;
  }
  const probed =
    flags.capture === undefined
      ? await probeTarget(flags, server, console)
      : { capture: readCaptureFile(flags.capture), reached: true };
  if (!probed) return EXIT.ok;
  const { capture } = probed;
  if (!probed.reached || !isReached(capture)) {
    if (flags.capture !== undefined) console.err(blockedLines(capture, console));
    return probed.interrupted ?? EXIT.unreachable;
  }
  await write(capture);
  return probed.interrupted ?? EXIT.ok;
};
