import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import { renderResult } from "../../report/render-result.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import { refuseOwnSession } from "../client/own-session.ts";
import type { judge } from "../commands/check.ts";
import type { FlagsFor } from "../commands/define-command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf, type readGates } from "../flags/gate-flag.ts";
import { readPart, refuseForPart } from "../flags/part-flags.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { isComparable, openAnyBaseline } from "./check.ts";

type JudgeFlags = FlagsFor<typeof judge>;

interface Recorded {
  readonly sessions: readonly { readonly path: string; readonly capture: Capture }[];
  readonly gates: ReturnType<typeof readGates> | undefined;
  readonly revision: Revision | undefined;
}

/** `mcptest judge --client`: the client's side of a recorded session. */
export const runJudgeClient = async (
  flags: JudgeFlags,
  { sessions, gates, revision }: Recorded,
  console: Console,
): Promise<ExitCode> => {
  const [session, ...others] = sessions;
  if (!session) throw new UsageError("the capture holds no session; record one with mcptest record --proxy");
  if (others.length > 0) throw new UsageError("--client judges one session at a time; name one capture");
  refuseOwnSession(session.capture, session.path);
  refuseFlags(
    { "--lock": flags.lock, "--max-tokens": flags.maxTokens },
    (given, several) =>
      `${given} ${several ? "are" : "is"} about a server; leave ${several ? "them" : "it"} out with --client`,
  );
  const asked = await readPart(flags, "client");
  refuseForPart(asked, { gates, updateBaseline: flags.updateBaseline });
  const chosen = readReporters(flags, REPORTERS);
  const baseline = await openAnyBaseline(flags, console);
  const judged = await makeResult(session.capture, { role: "client", tool: TOOL, revision, judge: asked });
  const compared = isComparable(judged) ? baseline?.compare(judged, gates) : undefined;
  const result = compared?.result ?? judged;
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, print), console);
  return compared ? compared.finish() : exitOf(result, gates);
};
