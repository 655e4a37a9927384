import { ownCapture } from "../capture/read.ts";
import { toJson, toJsonLines } from "../capture/serialize.ts";
import type { Capture } from "../model/capture.ts";
import type { Target } from "../model/target.ts";
import { type RecordRequest, record } from "../probe/record.ts";
import type { Console } from "./console.ts";
import type { ExitCode } from "./exit-codes.ts";
import { watchInterrupts } from "./interrupt.ts";
import { openOutputFile } from "./output-file.ts";
import { type ProbeFlags, probeRequest } from "./probe-flags.ts";
import { openProgress } from "./progress.ts";
import { isReached, unreachableLine } from "./reached.ts";
import { type TargetFlags, targetFrom } from "./target-flags.ts";

export interface ProbeTargetFlags extends TargetFlags, ProbeFlags {
  /** Where the capture is kept. */
  readonly save?: string;
  readonly quiet?: boolean;
}

export interface Probed {
  /** What was said, as it reads from its saved, redacted form: a judgement of the saved file cannot differ. */
  readonly capture: Capture;
  /** Whether anything answered at all; if not, the reason has been printed. */
  readonly reached: boolean;
  /** The exit code of a run that was interrupted. */
  readonly interrupted?: ExitCode;
}

/** Probes what the flags name. Undefined: nothing was to be probed (the names of a configuration were listed). */
export const probeTarget = async (
  flags: ProbeTargetFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
  extra: Partial<RecordRequest> = {},
): Promise<Probed | undefined> => {
  const request = { ...probeRequest(flags), ...extra };
  const target = targetFrom(flags, url, command, console);
  return target && (await probe(target, request, flags, console));
};

/** The same for a target that is known already, from a suite say. */
export const probe = async (
  target: Target,
  request: RecordRequest,
  flags: Pick<ProbeTargetFlags, "save" | "quiet">,
  console: Console,
): Promise<Probed> => {
  const file = flags.save === undefined || flags.save === "-" ? undefined : openOutputFile(flags.save);
  const interrupt = watchInterrupts();
  const progress = openProgress(console, flags.quiet ?? false);
  let said: Capture;
  try {
    said = await record(target, { ...request, signal: interrupt.signal, onStep: ({ step }) => progress.step(step) });
  } catch (error) {
    file?.discard();
    throw error;
  } finally {
    progress.clear();
    interrupt.release();
  }
  file?.commit(flags.save?.endsWith(".jsonl") ? toJsonLines(said) : toJson(said));
  if (file && !flags.quiet) console.err(`saved ${flags.save}\n`);
  const reached = isReached(said);
  if (!reached && interrupt.code === undefined) console.err(unreachableLine(said));
  return {
    capture: ownCapture(said),
    reached,
    ...(interrupt.code === undefined ? {} : { interrupted: interrupt.code }),
  };
};
