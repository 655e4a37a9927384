import type { Capture, ClientEnd, NotProbed } from "../../capture/capture.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import type { Revision } from "../../protocol/revision.ts";
import { chooseScenarios } from "./choose-scenarios.ts";
import { CLIENT_LIMITS, type ClientLimits } from "./client-limits.ts";
import { holdOnStdio, holdOverHttp } from "./hold-scenario.ts";
import { type ClientTransport, commandFor, type ServerAddress, variablesFor } from "./launch-words.ts";
import { mergeSessions } from "./merge-sessions.ts";
import { type ProgramEnd, type RunningProgram, runProgram } from "./run-program.ts";
import { type AtOnce, longestFirst, runSideBySide } from "./run-side-by-side.ts";

export interface ClientTest {
  /** The program, with placeholders. */
  readonly command: readonly string[];
  readonly transports: readonly ClientTransport[];
  readonly scenarios: readonly Scenario[];
  /** Whether the scenarios were named: then the profile chooses none. */
  readonly areNamed: boolean;
  readonly revision: Revision | undefined;
  readonly tool: { readonly name: string; readonly version: string };
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** How our relay is started; the id is added. */
  readonly relay: readonly string[];
  /** Writes a configuration file and names it. */
  readonly writeConfig: (address: Pick<ServerAddress, "url" | "relay">) => string;
  /** Scenarios at the same time. */
  readonly atOnce: AtOnce;
  readonly signal: AbortSignal;
  readonly limits?: ClientLimits;
  readonly onRun?: (run: ClientRun) => void;
}

/** One start of the program. */
export interface ClientRun extends ProgramEnd {
  readonly scenario: Scenario;
  readonly transport: ClientTransport;
  /** Whether the client said anything. */
  readonly connected: boolean;
  /** From the start of the program to its end. */
  readonly ms: number;
}

export interface TestedClient {
  readonly capture: Capture;
  readonly runs: readonly ClientRun[];
}

/** Puts a program through scenarios, each in a process of its own, and hands back everything it said. */
export const testClient = async (test: ClientTest): Promise<TestedClient> => {
  const runs: ClientRun[] = [];
  const captures: { readonly name: string; readonly capture: Capture }[] = [];
  const leftOut: NotProbed[] = [];
  const runOne = async (scenario: Scenario, transport: ClientTransport, onStarted?: () => void): Promise<Capture> => {
    const { run, capture } = await runScenario(test, scenario, transport, onStarted);
    runs.push(run);
    test.onRun?.(run);
    captures.push({ name: transport === "http" ? scenario.name : `${scenario.name}-stdio`, capture });
    return capture;
  };
  for (const transport of test.transports) {
    const { chosen, leftOut: others } = test.areNamed
      ? { chosen: test.scenarios, leftOut: [] }
      : await chooseScenarios(test.scenarios, transport, (scenario) => runOne(scenario, transport));
    leftOut.push(...others);
    if (chosen.length === 0 && others.length === 0 && !test.areNamed) break;
    await runSideBySide(longestFirst(chosen), test.atOnce, (scenario, onStarted) =>
      test.signal.aborted ? Promise.resolve() : runOne(scenario, transport, onStarted).then(() => {}),
    );
  }
  const capture = mergeSessions(
    captures.map((one) => one.capture),
    (_, index) => captures[index]?.name ?? String(index),
  );
  const asked = test.areNamed ? { asked: { scenarios: test.scenarios.map(({ name }) => name) } } : {};
  return {
    capture: {
      ...capture,
      ...asked,
      server_label: `client: ${test.command.join(" ")}`,
      ...(leftOut.length > 0 ? { not_probed: leftOut } : {}),
    },
    runs,
  };
};

const runScenario = async (
  test: ClientTest,
  given: Scenario,
  transport: ClientTransport,
  /** The program has come as far as to say something, or is gone. */
  onStarted: () => void = () => {},
): Promise<{ readonly run: ClientRun; readonly capture: Capture }> => {
  const limits = test.limits ?? CLIENT_LIMITS;
  const scenario: Scenario =
    test.revision && given.revisions === undefined ? { ...given, revisions: [test.revision] } : given;
  let program: RunningProgram | undefined;
  let connected = false;
  const held = await (transport === "http" ? holdOverHttp : holdOnStdio)({
    scenario,
    tool: test.tool,
    env: test.env,
    limits,
    onActivity: () => {
      connected = true;
      onStarted();
      program?.onActivity();
    },
  });
  const where = transport === "http" ? { url: held.address } : { relay: [...test.relay, held.address] };
  const address: ServerAddress = { transport, ...where, config: test.writeConfig(where) };
  const [command = "", ...args] = commandFor(test.command, address);
  const env = { ...test.env, ...variablesFor(scenario, test.revision, held.context) };
  const began = performance.now();
  program = runProgram({ start: { command, args, env }, limits, signal: test.signal });
  const end = await program.done;
  const ms = Math.round(performance.now() - began);
  onStarted();
  return { run: { ...end, scenario, transport, connected, ms }, capture: await held.finish(endOf(end)) };
};

/** What is known of the client from how its program ended. */
const endOf = ({ ended }: ProgramEnd): ClientEnd | undefined =>
  ended === "itself" || ended === "silence" || ended === "limit" ? ended : undefined;
