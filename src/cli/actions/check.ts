import { TOOL } from "../../base/version.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { LATEST_STATELESS } from "../../protocol/revision.ts";
import { isUnspoken, type Result } from "../../scores/result/result.ts";
import type { check } from "../commands/check.ts";
import type { FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { BaselineFlags } from "../flags/common-flags.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { partToAsk, readPart, refuseForPart } from "../flags/part-flags.ts";
import { readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { readSurfaceFlags } from "../flags/surface-flags.ts";
import type { Baseline } from "../suite/check-baseline.ts";
import { probeServer } from "../target/probe-target.ts";
import { sourceFileOf } from "../target/source-file.ts";
import type { ServerArguments } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { picturesFor, refuseWithoutHtml } from "./app-pictures.ts";

export type CheckFlags = FlagsFor<typeof check>;

/** `mcptest check`: probe, then judge what was said. */
export const runCheck = async (flags: CheckFlags, server: ServerArguments, console: Console): Promise<ExitCode> => {
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const revision = readRevision(flags.revision);
  const asked = await readPart(flags);
  refuseForPart(asked, { gates, updateBaseline: flags.updateBaseline });
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  refuseWithoutHtml(flags, chosen);
  const baseline = await openAnyBaseline(flags, console);
  const surface = await readSurfaceFlags(
    flags,
    chosen.some(({ reporter }) => reporter === "html"),
  );
  const reportSaysWhy = chosen.some(({ reporter, out }) => reporter === "pretty" && out === undefined);
  // Who names rules wants to hear of those alone.
  const card = flags.card !== false && !asked?.only;
  const part = { ...(await partToAsk(asked, flags.revision)), card };
  const probing = probeServer({ ...flags, reportSaysWhy }, server, console, part);
  const [probed, { makeResult, renderResult }] = await Promise.all([probing, loadJudge()]);
  if (!probed) return EXIT.ok;
  const judged = await makeResult(probed.capture, {
    tool: TOOL,
    revision: revision === "all" ? undefined : revision,
    ...surface,
  });
  const compared =
    probed.interrupted === undefined && isComparable(judged) ? baseline?.compare(judged, gates) : undefined;
  const result = compared?.result ?? judged;
  const pictures = probed.interrupted === undefined ? await picturesFor(flags, probed.capture, console) : undefined;
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, { ...print, pictures }), console);
  if (probed.interrupted !== undefined) return probed.interrupted;
  reportUnspokenRevision(result, "check", console);
  const code = compared ? compared.finish() : exitOf(result, gates);
  return probed.reached || code === EXIT.internal ? code : EXIT.unreachable;
};

/** A baseline is about the whole server: what could not be seen is neither a known failure nor a stale one. */
export const isComparable = (result: Result): boolean => !isUnspoken(result) && isSeenWhole(result.server.outcome);

/** Says why there is no grade, for readers of the last line only. */
export const reportUnspokenRevision = (result: Result, verb: string, console: Console): void => {
  if (!isUnspoken(result)) return;
  console.err(
    `mcptest: the server does not speak ${result.revision}; drop --revision to ${verb} a revision it does speak\n`,
  );
};

/** Loaded while the server prepares its first answers. */
export const loadJudge = async () => {
  const [{ makeResult }, { renderResult }, { embeddedRuleset }] = await Promise.all([
    import("../../scores/result/make-result.ts"),
    import("../../report/render-result.ts"),
    import("../../judge/corpus-files/embedded.ts"),
    // These come with it, and would be loaded when everybody waits for the result.
    import("../../scores/result/accepted.ts"),
    import("../../scores/result/safety.ts"),
    import("../../scores/result/tokens.ts"),
  ]);
  // Every server is judged by the newest rules too, if only to say how ready it is for them.
  embeddedRuleset(LATEST_STATELESS);
  return { makeResult, renderResult };
};

/** Loads the YAML reader only if there is a baseline to read. */
export const openAnyBaseline = async (flags: BaselineFlags, console: Console): Promise<Baseline | undefined> => {
  if (flags.baseline === undefined && !flags.updateBaseline) return undefined;
  const { openCheckBaseline } = await import("../suite/check-baseline.ts");
  return openCheckBaseline(flags, console);
};
