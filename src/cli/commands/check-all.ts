import { findBetween, withBetween } from "../../check/between-servers.ts";
import type { Result } from "../../model/result.ts";
import type { NamedResult } from "../../model/results.ts";
import { render } from "../../report/render.ts";
import { resultsView } from "../../report/views/check/results.ts";
import { TOOL } from "../../version.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { partToAsk, readPart, refuseForPart } from "../flags/part-flags.ts";
import { probeRequest, readRevision } from "../flags/probe-flags.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import { readReporters, writeReports } from "../flags/reporter-flags.ts";
import { probe } from "../target/probe-target.ts";
import { type ServerArguments, targetsFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { type CheckFlags, loadJudge } from "./check.ts";

/** `mcptest check --mcp-config <file>` without a name: every server in it, one after the other. */
export const runCheckAll = async (
  flags: CheckFlags & { readonly mcpConfig: string },
  server: ServerArguments,
  console: Console,
): Promise<ExitCode> => {
  refuseFlags(
    {
      "--baseline": flags.baseline,
      "--update-baseline": flags.updateBaseline,
      "--save": flags.save,
      "--watch": flags.watch,
    },
    (given, several) => `${given} ${several ? "are" : "is"} for one server; pick it with --name`,
  );
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const revision = readRevision(flags.revision);
  const asked = await readPart(flags);
  refuseForPart(asked, { gates });
  const chosen = readReporters(flags, ["pretty", "json"]);
  const card = flags.card !== false && !asked?.only;
  const request = { ...probeRequest(flags), ...(await partToAsk(asked, flags.revision)), card };
  const targets = await targetsFrom(flags, server);
  const { makeResult } = await loadJudge();
  const judged: { name: string; result: Result; probed: Awaited<ReturnType<typeof probe>> }[] = [];
  const results: NamedResult[] = [];
  for (const [name, target] of targets) {
    if (target instanceof UsageError) {
      results.push({ name, exit_code: EXIT.failed, error: target.message, result: null });
      continue;
    }
    const probed = await probe(target, request, { quiet: flags.quiet ?? false, reportSaysWhy: true }, console);
    const wanted = revision === "all" ? undefined : revision;
    const result: Result = await makeResult(probed.capture, { tool: TOOL, revision: wanted });
    judged.push({ name, result, probed });
    results.push({ name, exit_code: EXIT.ok, result });
    if (probed.interrupted !== undefined) break;
  }
  // What one server says of another shows only when all of them have been asked.
  const between = await findBetween(new Map(judged.map(({ name, probed }) => [name, probed.capture])));
  const settled = results.map((one): NamedResult => {
    const own = judged.find(({ name }) => name === one.name);
    if (!own) return one;
    const result = withBetween(own.result, own.name, between);
    return { name: own.name, exit_code: codeOf(result, own.probed, gates), result };
  });
  const all = { format: "mcptest-results/1" as const, tool: TOOL, results: settled };
  writeReports(chosen, (reporter, print) => render(resultsView, all, reporter, print), console);
  return worst(settled.map(({ exit_code }) => exit_code));
};

const codeOf = (
  result: Result,
  { reached, interrupted }: Awaited<ReturnType<typeof probe>>,
  gates: Parameters<typeof exitOf>[1],
): ExitCode => {
  if (interrupted !== undefined) return interrupted;
  const code = exitOf(result, gates);
  return reached || code === EXIT.internal ? code : EXIT.unreachable;
};

/** A bug of ours before a server that is not there, that before a failure, and that before what nobody could see. */
const RANKS: readonly number[] = [
  EXIT.interrupted,
  EXIT.terminated,
  EXIT.internal,
  EXIT.unreachable,
  EXIT.failed,
  EXIT.inconclusive,
];

const worst = (codes: readonly number[]): ExitCode =>
  (RANKS.find((rank) => codes.includes(rank)) ?? EXIT.ok) as ExitCode;
