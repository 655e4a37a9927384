import { toJson, toJsonLines } from "../../capture/serialize.ts";
import type { Capture, Exchange } from "../../model/capture.ts";
import { parseRevision, REVISIONS, type Revision } from "../../model/revision.ts";
import type { Target } from "../../model/target.ts";
import { untrusted } from "../../model/untrusted.ts";
import { isToolPolicy, TOOL_POLICIES, type ToolPolicy } from "../../probe/plan/tool-policy.ts";
import { planRun, type RecordRequest, record } from "../../probe/record.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { renderPlan } from "../../report/plan.ts";
import { renderSummary } from "../../report/summary.ts";
import { renderTranscript } from "../../report/transcript.ts";
import { VERSION } from "../../version.ts";
import { baseEnvironment } from "../../wire/stdio/base-environment.ts";
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
  readonly tools?: string;
  readonly concurrency?: string;
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
  const limits = parseLimits(flags.limit ?? [], { timeout: flags.timeout, runTimeout: flags.runTimeout });
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  if (flags.plan) return printPlan(target, { ...request(flags), limits, ...(revision ? { revision } : {}) }, console);
  const toStdout = flags.out === "-";
  const file = flags.out === undefined || toStdout ? undefined : openOutputFile(flags.out);
  const interrupt = watchInterrupts();
  const progress = openProgress(console, flags.quiet ?? false);
  let capture: Capture;
  try {
    capture = await record(target, {
      ...request(flags),
      limits,
      ...(revision ? { revision } : {}),
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
  const nothing = !capture.exchanges.some(isAnswered) && interrupt.code === undefined && !flags.verbose;
  if (!toStdout && !flags.quiet && !nothing)
    console.out(describe(capture, file !== undefined && !flags.verbose, console));
  if (file && !flags.quiet) console.err(`saved ${flags.out}\n`);
  if (!file && !toStdout && !flags.quiet && !nothing) {
    console.err("nothing was saved; add -o session.json to keep the capture\n");
  }
  return interrupt.code ?? verdict(capture, console);
};

/** Who saves a capture can look things up in it; who does not wants to see what was said. */
const describe = (capture: Capture, briefly: boolean, { color, width }: Console): string =>
  briefly ? renderSummary(capture, { color }) : renderTranscript(capture, { color, width });

/** What the flags say about how to probe. */
const request = (flags: RecordFlags): Omit<RecordRequest, "limits" | "revision"> => ({
  client: { name: "mcptest", version: VERSION },
  tools: readTools(flags.tools ?? "read-only"),
  ...(flags.concurrency === undefined ? {} : { concurrency: readConcurrency(flags.concurrency) }),
  followRedirects: flags.followRedirects ?? false,
  baseEnv: baseEnvironment(process.env),
});

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

const readRevision = (text: string): Revision | "all" => {
  if (text === "all") return "all";
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new UsageError(
    `--revision ${quoted(text)} is not a revision of the protocol; use all or one of ${REVISIONS.join(", ")}`,
  );
};

const readTools = (text: string): ToolPolicy => {
  if (isToolPolicy(text)) return text;
  throw new UsageError(`--tools ${quoted(text)} is not a choice; use one of ${TOOL_POLICIES.join(", ")}`);
};

const readConcurrency = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 64) return value;
  throw new UsageError(`--concurrency ${quoted(text)} is not a whole number from 1 to 64`);
};

/**
 * A capture with at least one answer is what was asked for, a 401 too. The outcome alone does not tell: a run may have
 * used up its time without one.
 */
const verdict = (capture: Capture, console: Console): ExitCode => {
  if (capture.exchanges.some(isAnswered)) return EXIT.ok;
  const trouble =
    capture.exchanges.find((exchange) => exchange.trouble)?.trouble ??
    capture.conversations?.find((entry) => entry.trouble)?.trouble;
  const why = trouble
    ? `${escapeTerminal(untrusted(trouble.detail), 200)}${trouble.code ? ` (${trouble.code})` : ""}`
    : "nothing answered";
  console.err(`mcptest: ${escapeTerminal(untrusted(capture.server_label), 200)} is unreachable: ${why}\n`);
  return EXIT.unreachable;
};

const isAnswered = ({ response, response_raw, http }: Exchange): boolean =>
  response !== undefined || response_raw !== undefined || http?.status !== undefined;
