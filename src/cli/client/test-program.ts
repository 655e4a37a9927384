import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_SCENARIOS } from "../../areas/scenarios.ts";
import { type Json, stringMember } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { shorten } from "../../base/shorten.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { SCENARIO_NAMES } from "../../capture/scenario-names.ts";
import { jsonPieces } from "../../capture/serialize.ts";
import { type ClientTransport, configFor, transportsOf } from "../../features/client/launch-words.ts";
import type { AtOnce } from "../../features/client/run-side-by-side.ts";
import { type ClientRun, testClient } from "../../features/client/test-client.ts";
import { errorLine } from "../../judge/blocked/last-lines.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import type { Revision } from "../../protocol/revision.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import { readChoice } from "../flags/choice.ts";
import type { ProbeFlags } from "../flags/probe-flags.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { oneLine, quoted, UsageError } from "../usage-error.ts";

/** What a test of a client needs of the flags. */
export type ProgramFlags = Pick<ProbeFlags, "concurrency"> & {
  readonly transport?: string;
  readonly save?: string;
  readonly quiet?: boolean;
};

interface Program {
  readonly command: readonly string[];
  /** Those that were named; undefined: all. */
  readonly scenarios: readonly Scenario[] | undefined;
  readonly revision: Revision | undefined;
}

/** Puts a program through the scenarios: what was said, or the exit code where there is nothing to judge. */
export const testProgram = async (
  flags: ProgramFlags,
  { command, scenarios, revision }: Program,
  console: Console,
): Promise<Capture | ExitCode> => {
  const transports = readTransports(flags.transport, command);
  const concurrency = readConcurrency(flags.concurrency);
  const folder = mkdtempSync(join(tmpdir(), "mcptest-client-"));
  const interrupt = watchInterrupts();
  let files = 0;
  try {
    const { capture, runs } = await testClient({
      command,
      transports,
      scenarios: scenarios ?? ALL_SCENARIOS,
      areNamed: scenarios !== undefined,
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
      atOnce: concurrency,
      signal: interrupt.signal,
      onRun: (run) => {
        if (!flags.quiet && console.live) console.err(`${runLine(run)}\n`);
      },
    });
    saveCapture(capture, flags, console);
    if (interrupt.code !== undefined) return interrupt.code;
    if (runs.some(({ connected }) => connected)) return capture;
    console.err(`mcptest: ${neverConnected(runs)}\n`);
    return EXIT.unreachable;
  } finally {
    interrupt.release();
    rmSync(folder, { recursive: true, force: true });
  }
};

export const saveCapture = (
  capture: Capture,
  { save: path, quiet }: Pick<ProgramFlags, "save" | "quiet">,
  console: Console,
): void => {
  if (path === undefined) return;
  openOutputFile(path, "owner").commit(jsonPieces(capture));
  if (!quiet) console.err(`saved ${path}\n`);
};

/** Whether anything in it is of the protocol; if not, says so. */
export const saysAnything = ({ exchanges }: Capture, console: Console): boolean => {
  const says = exchanges.some(({ request }) => speaks(request));
  if (!says)
    console.err("mcptest: something connected, but sent no message of the protocol; check that it is an MCP client\n");
  return says;
};

/** Any method makes it a client, however wrong the rest of the message is. */
const speaks = (request: Json | undefined): boolean =>
  (Array.isArray(request) ? request : [request]).some((message) => stringMember(message, "method") !== undefined);

/** What a client starts in place of a server; the id is added. */
export const relayCommand = (): readonly string[] => [process.execPath, process.argv[1] ?? "mcptest", "client-stdio"];

export const readScenarios = (given: readonly string[]): readonly Scenario[] =>
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

/** As many start as there are processors; as many are open as fill the time in which they wait. */
const readConcurrency = (text: string | undefined): AtOnce => {
  const processors = availableParallelism();
  if (text === undefined) return { starting: processors, open: Math.max(12, 2 * processors) };
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count > 0) return { starting: Math.min(count, processors), open: count };
  throw new UsageError(`--concurrency ${quoted(text)} is not a number from 1 to 99`);
};

export const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const runLine = ({ scenario, transport, ended, connected, exitCode, ms }: ClientRun): string => {
  const how = ended === "itself" ? `exit ${exitCode ?? "by a signal"}` : ended.replaceAll("-", " ");
  return `${scenario.name} (${transport}): ${connected ? how : `never connected, ${how}`}, ${(ms / 1000).toFixed(1)} s`;
};

/** Why nothing came, in one line. */
const neverConnected = (runs: readonly ClientRun[]): string => {
  const [first] = runs;
  if (!first) return "no scenario was run; name one with --scenario";
  const lines = first.said.trim().split("\n");
  // The last line of a stack trace says nothing.
  const said = oneLine(errorLine(lines) ?? lines.at(-1) ?? "");
  const reason =
    first.ended === "not-started"
      ? `it could not be started${said === "" ? "" : `: ${shorten(said, 200)}`}`
      : first.ended === "itself"
        ? `it ended with exit code ${first.exitCode ?? "of a signal"}${said === "" ? "" : `: ${shorten(said, 200)}`}`
        : "it was ended after a while";
  return `the client never connected; ${reason}; check the command, and that it uses {url}, {config} or {stdio}`;
};
