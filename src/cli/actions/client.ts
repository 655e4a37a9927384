import { ALL_SCENARIOS } from "../../areas/scenarios.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { SCENARIO_NAMES, SCENARIOS } from "../../capture/scenario-names.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import { renderResult } from "../../report/render-result.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import {
  ownEnvironment,
  readScenarios,
  relayCommand,
  saveCapture,
  saysAnything,
  testProgram,
} from "../client/test-program.ts";
import type { client } from "../commands/client.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { readPart, refuseForPart } from "../flags/part-flags.ts";
import { readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { isComparable, openAnyBaseline } from "./check.ts";

type ClientFlags = FlagsFor<typeof client>;

/** `mcptest client`: puts a client program through scenarios and judges what it says. */
export const runClient = async ({ flags, server, console }: CallOf<typeof client>): Promise<ExitCode> => {
  const { command } = server;
  if (flags.list) return listScenarios(console);
  if (flags.listen !== undefined && command.length > 0)
    throw new UsageError("--listen waits for any client; leave the command out, or leave out --listen");
  if (flags.listen === undefined && flags.wait !== undefined)
    throw new UsageError("--wait is for --listen; add it, or leave out --wait");
  if (flags.listen === undefined && command.length === 0)
    throw new UsageError(
      "no client given; write mcptest client -- <command with {url}>, --listen for any other client, or --list to see the scenarios",
    );
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const revision = readRevision(flags.revision);
  if (revision === "all")
    throw new UsageError("--revision all is only for servers; name one revision, or leave it out");
  const judge = await readPart(flags, "client");
  refuseForPart(judge, { gates, updateBaseline: flags.updateBaseline });
  const chosen = readReporters(flags, REPORTERS);
  const baseline = await openAnyBaseline(flags, console);
  const named = flags.scenario === undefined ? undefined : readScenarios(flags.scenario);
  const reporting: Reporting = { gates, revision, judge, chosen, baseline };
  if (flags.listen !== undefined) return listen(flags, flags.listen, named ?? ALL_SCENARIOS, reporting, console);
  const tested = await testProgram(flags, { command, scenarios: named, revision }, console);
  return typeof tested === "number" ? tested : reportSaid(tested, console, reporting);
};

/** `--listen`: any client connects, and a person or the client itself follows what is said. Ctrl-C is the usual end. */
const listen = async (
  flags: ClientFlags,
  address: string | true,
  scenarios: readonly Scenario[],
  reporting: Reporting,
  console: Console,
): Promise<ExitCode> => {
  const { revision, judge } = reporting;
  const { listenInTerminal } = await import("./client-listen.ts");
  const { capture, isVisited } = await listenInTerminal(
    {
      listen: address,
      wait: flags.wait,
      scenarios: revision ? scenarios.map((one) => ({ revisions: [revision], ...one })) : scenarios,
      env: ownEnvironment(),
      relay: relayCommand(),
      quiet: flags.quiet === true,
      judge: { revision, judge },
    },
    console,
  );
  saveCapture(capture, flags, console);
  if (!isVisited) {
    console.err(
      "mcptest: no client connected; put the address into a client, and start mcptest client --listen again\n",
    );
    return EXIT.unreachable;
  }
  return reportSaid(capture, console, reporting);
};

interface Reporting {
  readonly gates: ReturnType<typeof readGates> | undefined;
  readonly revision: Exclude<ReturnType<typeof readRevision>, "all">;
  readonly judge: Awaited<ReturnType<typeof readPart>>;
  readonly chosen: ReturnType<typeof readReporters>;
  readonly baseline: Awaited<ReturnType<typeof openAnyBaseline>>;
}

/** Judges what clients said, if they said anything. */
const reportSaid = async (
  capture: Capture,
  console: Console,
  { gates, revision, judge, chosen, baseline }: Reporting,
): Promise<ExitCode> => {
  if (!saysAnything(capture, console)) return EXIT.inconclusive;
  const judged = await makeResult(capture, { role: "client", tool: TOOL, revision, judge });
  const compared = isComparable(judged) ? baseline?.compare(judged, gates) : undefined;
  const result = compared?.result ?? judged;
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, print), console);
  return compared ? compared.finish() : exitOf(result, gates);
};

const listScenarios = (console: Console): ExitCode => {
  const width = Math.max(...SCENARIO_NAMES.map((name) => name.length));
  for (const name of SCENARIO_NAMES) console.out(`${name.padEnd(width)}  ${SCENARIOS[name].phrase}\n`);
  return EXIT.ok;
};
