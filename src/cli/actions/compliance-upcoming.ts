import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { upcomingTable } from "../../judge/corpus-files/upcoming.ts";
import { render } from "../../report/render.ts";
import { upcomingView } from "../../report/views/upcoming/view.ts";
import { makeUpcoming } from "../../scores/upgrade/make-upcoming.ts";
import type { complianceUpcoming } from "../commands/compliance.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { isNamed, refuseServer } from "../target/target-flags.ts";

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
  const probed = await readOrProbe(flags, server, console, { saysWhy: true });
  if (!probed) return EXIT.ok;
  if (!probed.reached) return probed.interrupted ?? EXIT.unreachable;
  await write(probed.capture);
  return probed.interrupted ?? EXIT.ok;
};
