import { TOOL } from "../../base/version.ts";
import { renderResult } from "../../report/render-result.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import type { judge } from "../commands/check.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { onlySession, readSessions } from "../files/read-capture-file.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { readPart, refuseForPart } from "../flags/part-flags.ts";
import { readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { readSurfaceFlags } from "../flags/surface-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { picturesFor, refuseWithoutHtml } from "./app-pictures.ts";
import { isComparable, openAnyBaseline, reportUnspokenRevision } from "./check.ts";

type JudgeFlags = FlagsFor<typeof judge>;

/** `mcptest judge`: the captures are arguments, or the value of --capture. */
export const runJudgeCommand = ({ args, flags, console }: CallOf<typeof judge>): Promise<ExitCode> =>
  runJudge(flags, [...args.captures, ...(flags.capture === undefined ? [] : [flags.capture])], console);

/** What check reports, from a saved session. Contacts no server. */
export const runJudge = async (flags: JudgeFlags, paths: readonly string[], console: Console): Promise<ExitCode> => {
  const [path, ...others] = paths;
  if (path === undefined) throw new UsageError("no capture given; write mcptest judge session.json");
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const revision = readRevision(flags.revision);
  if (revision === "all") throw new UsageError("--revision all is only for probing; name one revision to judge by");
  const sessions = paths.flatMap((one) => readSessions(one).map((capture) => ({ path: one, capture })));
  if (flags.client)
    return (await import("./judge-client.ts")).runJudgeClient(flags, { sessions, gates, revision }, console);
  if (others.length > 0 || sessions.length > 1)
    return (await import("./judge-all.ts")).runJudgeAll(flags, sessions, console);
  const asked = await readPart(flags);
  const whole = { gates, updateBaseline: flags.updateBaseline };
  refuseForPart(asked, whole);
  const chosen = readReporters(flags, REPORTERS);
  refuseWithoutHtml(flags, chosen);
  const baseline = await openAnyBaseline(flags, console);
  const surface = await readSurfaceFlags(
    flags,
    chosen.some(({ reporter }) => reporter === "html"),
  );
  const capture = onlySession(
    path,
    sessions.map((one) => one.capture),
  );
  refuseForPart(capture.asked, whole, path);
  const judged = await makeResult(capture, { tool: TOOL, revision, judge: asked, ...surface });
  const compared = isComparable(judged) ? baseline?.compare(judged, gates) : undefined;
  const result = compared?.result ?? judged;
  const pictures = await picturesFor(flags, capture, console);
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, { ...print, pictures }), console);
  reportUnspokenRevision(result, "judge", console);
  return compared ? compared.finish() : exitOf(result, gates);
};
