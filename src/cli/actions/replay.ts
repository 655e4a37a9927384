import { nearestNames } from "../../base/nearest-names.ts";
import type { Capture } from "../../capture/capture.ts";
import { jsonLines, jsonPieces } from "../../capture/serialize.ts";
import type { Target } from "../../capture/target.ts";
import { targetLabel } from "../../probe/captured-target.ts";
import { nameOf, planReplay, type ReplayPlan } from "../../probe/replay/plan-replay.ts";
import { replay } from "../../probe/replay/replay.ts";
import type { ReplayReport, ReplayState } from "../../probe/replay/replay-report.ts";
import { render } from "../../report/render.ts";
import { replayPlanView, replayView } from "../../report/views/replay/view.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { replay as replaySpec } from "../commands/record.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { blockedLines, isReached } from "../target/reached.ts";
import { targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgress } from "../terminal/progress.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `mcptest replay`: what a server answers differently today than in a recording. */
export const runReplayCommand = async ({
  args,
  flags,
  server,
  console,
}: CallOf<typeof replaySpec>): Promise<ExitCode> => {
  const path = args.capture;
  const failOn = readFailOn(flags.failOn);
  const masks = { paths: (flags.mask ?? []).map(readMask) };
  const request = probeRequest(flags);
  const chosen = readReporters(flags, REPORTERS);
  const recorded = readCaptureFile(path);
  const target = await targetFrom(flags, server, console);
  if (!target) return EXIT.ok;
  const plan = planReplay(recorded, target, request.tools ?? "read-only");
  if (flags.plan) return printReplayPlan(plan, target, console);
  if (plan.conversations.length === 0)
    throw new UsageError(`${path} holds nothing that can be sent again; mcptest replay --plan says why`);
  const file = flags.save === undefined ? undefined : openOutputFile(flags.save, "owner");
  const interrupt = watchInterrupts();
  const { clear, ...progress } = openProgress(console, flags.quiet ?? false);
  try {
    const { report, capture } = await replay(
      recorded,
      plan,
      target,
      { failOn, masks },
      {
        ...request,
        signal: interrupt.signal,
        ...progress,
      },
    );
    clear();
    file?.commit(flags.save?.endsWith(".jsonl") ? jsonLines(capture) : jsonPieces(capture));
    if (file && !flags.quiet) console.err(`saved ${flags.save}\n`);
    if (interrupt.code === undefined && !isReached(capture)) {
      console.err(blockedLines(capture, console, flags.quiet));
      return EXIT.unreachable;
    }
    writeReports(chosen, (reporter, print) => render(replayView, report, reporter, print), console);
    return interrupt.code ?? exitOf(report, capture);
  } finally {
    clear();
    interrupt.release();
  }
};

/** At a wall nothing can be compared; that every answer differs would be true and no help. */
const exitOf = ({ ok }: ReplayReport, { exchanges }: Capture): ExitCode => {
  const statuses = exchanges.flatMap(({ http }) => http?.status ?? []);
  if (!ok && statuses.length > 0 && statuses.every((status) => status === 401 || status === 403))
    return EXIT.inconclusive;
  return ok ? EXIT.ok : EXIT.failed;
};

const printReplayPlan = (plan: ReplayPlan, target: Target, console: Console): ExitCode => {
  const conversations = plan.conversations.map(({ id, exchanges }) => ({
    id,
    asked: exchanges.map((exchange) => {
      const { asked, subject } = nameOf(exchange);
      return subject === undefined ? asked : `${asked} ${subject}`;
    }),
  }));
  const words = { target: targetLabel(target), conversations, leftOut: plan.leftOut };
  console.out(render(replayPlanView, words, "pretty", console));
  return EXIT.ok;
};

/** `result.content.*.text`; brackets are read like dots. */
const readMask = (text: string): readonly string[] => {
  const steps = text.replace(/\[(\d+|\*)\]/g, ".$1").split(".");
  if (steps.every((step) => step !== "")) return steps;
  throw new UsageError(`--mask ${quoted(text)} is not a path; write one such as result.content.*.text`);
};

const CHANGES = ["differs", "gone", "new"] as const satisfies readonly ReplayState[];

/** `differs,gone`, `any` or `never`. */
const readFailOn = (text = "any"): readonly ReplayState[] => {
  const words = text.split(",").map((word) => word.trim().toLowerCase());
  if (words.length === 1 && words[0] === "any") return CHANGES;
  if (words.length === 1 && words[0] === "never") return [];
  return words.map((word) => {
    const found = CHANGES.find((change) => change === word);
    if (found) return found;
    const [near] = nearestNames(word, [...CHANGES, "any", "never"], 1);
    const hint = near === undefined ? "" : `did you mean ${near}? `;
    throw new UsageError(
      `--fail-on ${quoted(text)} is not a choice; ${hint}use any (default), never, or a comma list of ${CHANGES.join(", ")}`,
    );
  });
};
