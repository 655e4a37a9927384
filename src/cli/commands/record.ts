import { toJson, toJsonLines } from "../../capture/serialize.ts";
import type { Capture } from "../../model/capture.ts";
import type { Target } from "../../model/target.ts";
import { planRun, type RecordRequest, record } from "../../probe/record.ts";
import { renderPlan } from "../../report/plan.ts";
import { renderSummary } from "../../report/summary.ts";
import { renderTranscript } from "../../report/transcript.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { watchInterrupts } from "../interrupt.ts";
import { openOutputFile } from "../output-file.ts";
import { type ProbeFlags, probeRequest } from "../probe-flags.ts";
import { openProgress } from "../progress.ts";
import { isReached, unreachableLine } from "../reached.ts";
import { type TargetFlags, targetFrom } from "../target-flags.ts";

export interface RecordFlags extends TargetFlags, ProbeFlags {
  readonly out?: string;
  readonly plan?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** `mcptest record`: probe, and keep what was said. */
export const runRecord = async (
  flags: RecordFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const request = probeRequest(flags);
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  if (flags.plan) return printPlan(target, request, console);
  const toStdout = flags.out === "-";
  const file = flags.out === undefined || toStdout ? undefined : openOutputFile(flags.out);
  const interrupt = watchInterrupts();
  const progress = openProgress(console, flags.quiet ?? false);
  let capture: Capture;
  try {
    capture = await record(target, {
      ...request,
      signal: interrupt.signal,
      onStep: ({ step }) => progress.step(step),
    });
  } catch (error) {
    file?.discard();
    throw error;
  } finally {
    progress.clear();
    interrupt.release();
  }
  const text = flags.out?.endsWith(".jsonl") ? toJsonLines(capture) : toJson(capture);
  file?.commit(text);
  if (toStdout) console.out(text);
  // Of a server that never answered there is nothing to tell but why.
  const nothing = !isReached(capture) && interrupt.code === undefined && !flags.verbose;
  if (!toStdout && !flags.quiet && !nothing)
    console.out(describe(capture, file !== undefined && !flags.verbose, console));
  if (file && !flags.quiet) console.err(`saved ${flags.out}\n`);
  if (!file && !toStdout && !flags.quiet && !nothing) {
    console.err("nothing was saved; add -o session.json to keep the capture\n");
  }
  if (interrupt.code !== undefined) return interrupt.code;
  if (isReached(capture)) return EXIT.ok;
  console.err(unreachableLine(capture));
  return EXIT.unreachable;
};

/** Who saves a capture can look things up in it; who does not wants to see what was said. */
const describe = (capture: Capture, briefly: boolean, { color, width }: Console): string =>
  briefly ? renderSummary(capture, { color }) : renderTranscript(capture, { color, width });

const printPlan = async (target: Target, planned: RecordRequest, console: Console): Promise<ExitCode> => {
  const interrupt = watchInterrupts();
  try {
    const plan = await planRun(target, { ...planned, signal: interrupt.signal });
    console.out(renderPlan(plan, { color: console.color }));
    return interrupt.code ?? (plan.learned === "nothing" ? EXIT.unreachable : EXIT.ok);
  } finally {
    interrupt.release();
  }
};
