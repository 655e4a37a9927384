import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonPieces } from "../../capture/serialize.ts";
import { makeClientResult } from "../../check/make-client-result.ts";
import { type ClientTransport, configFor, transportsOf } from "../../client/launch-words.ts";
import type { Scenario } from "../../client/scenario.ts";
import { ALL_SCENARIOS } from "../../client/scenarios/all-scenarios.ts";
import { type ClientRun, type TestedClient, testClient } from "../../client/test-client.ts";
import type { Capture } from "../../model/capture.ts";
import { type Json, stringMember } from "../../model/json.ts";
import { nearestNames } from "../../model/nearest-names.ts";
import { shorten } from "../../model/shorten.ts";
import { SCENARIO_NAMES, SCENARIOS } from "../../protocol/scenarios.ts";
import { renderResult } from "../../report/render-result.ts";
import { TOOL } from "../../version.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import { readChoice } from "../flags/choice.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { type PartFlags, readPart, refuseForPart } from "../flags/part-flags.ts";
import { readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../flags/reporter-flags.ts";
import type { BaselineFlags } from "../suite/check-baseline.ts";
import type { Console } from "../terminal/console.ts";
import { type Interrupt, watchInterrupts } from "../terminal/interrupt.ts";
import { oneLine, quoted, UsageError } from "../usage-error.ts";
import { isComparable, openAnyBaseline } from "./check.ts";

export interface ClientFlags extends ReporterFlags, BaselineFlags, Pick<PartFlags, "only" | "skip"> {
  readonly scenario?: readonly string[];
  readonly list?: boolean;
  readonly transport?: string;
  readonly revision?: string;
  readonly concurrency?: string;
  readonly failOn?: string;
  readonly save?: string;
  readonly quiet?: boolean;
  /** A port, or true for any free one. */
  readonly listen?: string | true;
  readonly wait?: string;
}

/** `mcptest client`: puts a client program through scenarios and judges what it says. */
export const runClient = async (
  flags: ClientFlags,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
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
  const transports = readTransports(flags.transport, command);
  const folder = mkdtempSync(join(tmpdir(), "mcptest-client-"));
  const interrupt = watchInterrupts();
  let files = 0;
  try {
    const tested = await testClient({
      command,
      transports,
      scenarios: named ?? ALL_SCENARIOS,
      areNamed: named !== undefined,
      revision,
      tool: TOOL,
      env: ownEnvironment(),
      relay: relayCommand(),
      writeConfig: (address) => {
        files += 1;
        const path = join(folder, `servers-${files}.json`);
        writeFileSync(path, JSON.stringify(configFor(address), undefined, 2), { mode: 0o600 });
        return path;
      },
      concurrency: readConcurrency(flags.concurrency),
      signal: interrupt.signal,
      onRun: (run) => {
        if (!flags.quiet && console.live) console.err(`${runLine(run)}\n`);
      },
    });
    return await report(tested, flags, interrupt, console, reporting);
  } finally {
    interrupt.release();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What a client starts in place of a server; the id is added. */
const relayCommand = (): readonly string[] => [process.execPath, process.argv[1] ?? "mcptest", "client-stdio"];

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
  save(capture, flags, console);
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

const report = async (
  { capture, runs }: TestedClient,
  flags: ClientFlags,
  interrupt: Interrupt,
  console: Console,
  reporting: Reporting,
): Promise<ExitCode> => {
  save(capture, flags, console);
  if (interrupt.code !== undefined) return interrupt.code;
  if (!runs.some(({ connected }) => connected)) {
    console.err(`mcptest: ${neverConnected(runs)}\n`);
    return EXIT.unreachable;
  }
  return reportSaid(capture, console, reporting);
};

const save = (capture: Capture, { save: path, quiet }: ClientFlags, console: Console): void => {
  if (path === undefined) return;
  openOutputFile(path, "owner").commit(jsonPieces(capture));
  if (!quiet) console.err(`saved ${path}\n`);
};

/** Judges what clients said, if they said anything. */
const reportSaid = async (
  capture: Capture,
  console: Console,
  { gates, revision, judge, chosen, baseline }: Reporting,
): Promise<ExitCode> => {
  if (!capture.exchanges.some(({ request }) => speaks(request))) {
    console.err("mcptest: something connected, but sent no message of the protocol; check that it is an MCP client\n");
    return EXIT.inconclusive;
  }
  const judged = await makeClientResult(capture, { tool: TOOL, revision, judge });
  const compared = isComparable(judged) ? baseline?.compare(judged, gates) : undefined;
  const result = compared?.result ?? judged;
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, print), console);
  return compared ? compared.finish() : exitOf(result, gates);
};

/** Any method makes it a client, however wrong the rest of the message is. */
const speaks = (request: Json | undefined): boolean =>
  (Array.isArray(request) ? request : [request]).some((message) => stringMember(message, "method") !== undefined);

const readScenarios = (given: readonly string[]): readonly Scenario[] =>
  given
    .flatMap((list) => list.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .map((word) => {
      const found = ALL_SCENARIOS.find(({ name }) => name === word);
      if (found) return found;
      const near = nearestNames(word, [...SCENARIO_NAMES]);
      throw new UsageError(
        `there is no scenario ${quoted(word)}; ${near.length > 0 ? `did you mean ${near.join(", ")}?` : "mcptest client --list names them"}`,
      );
    });

const readTransports = (given: string | undefined, command: readonly string[]): readonly ClientTransport[] => {
  const possible = transportsOf(command);
  if (given === undefined) return possible.slice(0, 1);
  const wanted = readChoice("--transport", given, ["http", "stdio", "both"] as const);
  const asked: readonly ClientTransport[] = wanted === "both" ? ["http", "stdio"] : [wanted];
  const missing = asked.find((transport) => !possible.includes(transport));
  if (missing === undefined) return asked;
  throw new UsageError(
    missing === "stdio"
      ? "--transport stdio needs {stdio} or {config} in the command, to tell the client what to start"
      : "--transport http needs {url} or {config} in the command",
  );
};

const readConcurrency = (text: string | undefined): number => {
  if (text === undefined) return 4;
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count > 0) return count;
  throw new UsageError(`--concurrency ${quoted(text)} is not a number from 1 to 99`);
};

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const listScenarios = (console: Console): ExitCode => {
  const width = Math.max(...SCENARIO_NAMES.map((name) => name.length));
  for (const name of SCENARIO_NAMES) console.out(`${name.padEnd(width)}  ${SCENARIOS[name].phrase}\n`);
  return EXIT.ok;
};

const runLine = ({ scenario, transport, ended, connected, exitCode }: ClientRun): string => {
  const how = ended === "itself" ? `exit ${exitCode ?? "by a signal"}` : ended.replaceAll("-", " ");
  return `${scenario.name} (${transport}): ${connected ? how : `never connected, ${how}`}`;
};

/** Why nothing came, in one line. */
const neverConnected = (runs: readonly ClientRun[]): string => {
  const [first] = runs;
  if (!first) return "no scenario was run; name one with --scenario";
  const said = oneLine(first.said.trim().split("\n").at(-1) ?? "");
  const reason =
    first.ended === "not-started"
      ? `it could not be started${said === "" ? "" : `: ${shorten(said, 200)}`}`
      : first.ended === "itself"
        ? `it ended with exit code ${first.exitCode ?? "of a signal"}${said === "" ? "" : `: ${shorten(said, 200)}`}`
        : "it was ended after a while";
  return `the client never connected; ${reason}; check the command, and that it uses {url}, {config} or {stdio}`;
};
