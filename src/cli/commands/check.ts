import { readCaptures } from "../../capture/read.ts";
import { toJson, toJsonLines } from "../../capture/serialize.ts";
import { makeResult } from "../../check/make-result.ts";
import type { Capture } from "../../model/capture.ts";
import { record } from "../../probe/record.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { exitOf, readGate } from "../gate.ts";
import { watchInterrupts } from "../interrupt.ts";
import { openOutputFile } from "../output-file.ts";
import { presentResult, type ReportFlags, readReporter } from "../present-result.ts";
import { type ProbeFlags, probeRequest } from "../probe-flags.ts";
import { openProgress } from "../progress.ts";
import { isReached, unreachableLine } from "../reached.ts";
import { type TargetFlags, targetFrom } from "../target-flags.ts";

export interface CheckFlags extends TargetFlags, ProbeFlags, ReportFlags {
  readonly save?: string;
}

/** `mcptest check`: probe, then judge what was said as it would be saved, so that `judge` can say nothing else. */
export const runCheck = async (
  flags: CheckFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const request = probeRequest(flags);
  const reporter = readReporter(flags);
  const gate = readGate(flags.failOn ?? "must");
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  const file = flags.save === undefined ? undefined : openOutputFile(flags.save);
  const interrupt = watchInterrupts();
  const progress = openProgress(console, flags.quiet ?? false);
  let capture: Capture;
  try {
    capture = await record(target, { ...request, signal: interrupt.signal, onStep: ({ step }) => progress.step(step) });
  } catch (error) {
    file?.discard();
    throw error;
  } finally {
    progress.clear();
    interrupt.release();
  }
  const text = toJson(capture);
  file?.commit(flags.save?.endsWith(".jsonl") ? toJsonLines(capture) : text);
  if (!isReached(capture) && interrupt.code === undefined) console.err(unreachableLine(capture));
  const [saved = capture] = readCaptures(text, "capture").sessions;
  const result = await makeResult(saved, {
    tool: TOOL,
    revision: request.revision === "all" ? undefined : request.revision,
  });
  presentResult(result, reporter, flags, console);
  if (file && !flags.quiet) console.err(`saved ${flags.save}\n`);
  return interrupt.code ?? (isReached(capture) ? exitOf(result, gate) : EXIT.unreachable);
};
