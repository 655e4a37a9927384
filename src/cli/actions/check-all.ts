import { TOOL } from "../../base/version.ts";
import type { Result } from "../../scores/result/result.ts";
import type { NamedResult } from "../../scores/result/results.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { partToAsk, readPart, refuseForPart } from "../flags/part-flags.ts";
import { probeRequest, readRevision } from "../flags/probe-flags.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import { readReporters } from "../flags/reporter-flags.ts";
import { readSurfaceFlags } from "../flags/surface-flags.ts";
import { probe } from "../target/probe-target.ts";
import { type ServerArguments, targetsFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { type CheckFlags, loadJudge } from "./check.ts";
import { type OfferedServer, reportTogether } from "./several-results.ts";

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
      "--render-apps": flags.renderApps,
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
  const surface = await readSurfaceFlags(flags, false);
  const surfaceOf = (name: string) => ({ ...surface, lock: surface.lock && { ...surface.lock, server: name } });
  const { makeResult } = await loadJudge();
  const servers: (OfferedServer | NamedResult)[] = [];
  for (const [name, target] of targets) {
    if (target instanceof UsageError) {
      servers.push({ name, exit_code: EXIT.failed, error: target.message, result: null });
      continue;
    }
    const probed = await probe(target, request, { quiet: flags.quiet ?? false, reportSaysWhy: true }, console);
    const wanted = revision === "all" ? undefined : revision;
    const result: Result = await makeResult(probed.capture, { tool: TOOL, revision: wanted, ...surfaceOf(name) });
    servers.push({ name, capture: probed.capture, result, exitOf: (settled) => codeOf(settled, probed, gates) });
    if (probed.interrupted !== undefined) break;
  }
  return reportTogether(servers, chosen, console);
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
