import { toJson, toJsonLines } from "../../capture/serialize.ts";
import type { Capture } from "../../model/capture.ts";
import { parseRevision, REVISIONS, type Revision } from "../../model/revision.ts";
import { untrusted } from "../../model/untrusted.ts";
import { record } from "../../probe/record.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { renderTranscript } from "../../report/transcript.ts";
import { VERSION } from "../../version.ts";
import { baseEnvironment } from "../base-env.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { watchInterrupts } from "../interrupt.ts";
import { openOutputFile } from "../output-file.ts";
import { parseLimits } from "../parse-limits.ts";
import { openProgress } from "../progress.ts";
import { type TargetFlags, targetFrom } from "../target-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface RecordFlags extends TargetFlags {
  readonly out?: string;
  readonly revision?: string;
  readonly timeout?: string;
  readonly runTimeout?: string;
  readonly limit?: readonly string[];
  readonly followRedirects?: boolean;
  readonly quiet?: boolean;
}

/** `mcptest record`: probe, and keep what was said. */
export const runRecord = async (
  flags: RecordFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const limits = parseLimits(flags.limit ?? [], { timeout: flags.timeout, runTimeout: flags.runTimeout });
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  const toStdout = flags.out === "-";
  const file = flags.out === undefined || toStdout ? undefined : openOutputFile(flags.out);
  const interrupt = watchInterrupts();
  const progress = openProgress(console, flags.quiet ?? false);
  let capture: Capture;
  try {
    capture = await record(target, {
      client: { name: "mcptest", version: VERSION },
      limits,
      ...(revision ? { revision } : {}),
      followRedirects: flags.followRedirects ?? false,
      baseEnv: baseEnvironment(process.env),
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
  else if (!flags.quiet) console.out(renderTranscript(capture, { color: console.color, width: console.width }));
  if (file) console.err(`saved ${flags.out}\n`);
  else if (!toStdout && !flags.quiet) console.err("nothing was saved; add -o session.json to keep the capture\n");
  return interrupt.code ?? verdict(capture, console);
};

const readRevision = (text: string): Revision => {
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new UsageError(`--revision ${quoted(text)} is not a revision of the protocol; use one of ${REVISIONS.join(", ")}`);
};

/** A capture with at least one answer is what was asked for, a 401 too. */
const verdict = (capture: Capture, console: Console): ExitCode => {
  if (capture.outcome !== "unreachable") return EXIT.ok;
  const trouble = capture.exchanges.find((exchange) => exchange.trouble)?.trouble ?? capture.conversations?.find((entry) => entry.trouble)?.trouble;
  const why = trouble ? `${escapeTerminal(untrusted(trouble.detail), 200)}${trouble.code ? ` (${trouble.code})` : ""}` : "nothing answered";
  console.err(`mcptest: ${escapeTerminal(untrusted(capture.server_label), 200)} is unreachable: ${why}\n`);
  return EXIT.unreachable;
};
