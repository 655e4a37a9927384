import { clientSessions } from "../facts/client/client-sessions.ts";
import type { Capture, ClientEnd } from "../model/capture.ts";
import type { Era, Revision } from "../protocol/revision.ts";
import { CLIENT_LIMITS, type ClientLimits } from "./client-limits.ts";
import { holdOnStdio, holdOverHttp } from "./hold-scenario.ts";
import { type ClientTransport, commandFor, type ServerAddress, variablesFor } from "./launch-words.ts";
import { mergeSessions } from "./merge-sessions.ts";
import { type ProgramEnd, type RunningProgram, runProgram } from "./run-program.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioNamed } from "./scenarios/all-scenarios.ts";

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
  readonly concurrency: number;
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
}

export interface TestedClient {
  readonly capture: Capture;
  readonly runs: readonly ClientRun[];
}

/** Puts a program through scenarios, each in a process of its own, and hands back everything it said. */
export const testClient = async (test: ClientTest): Promise<TestedClient> => {
  const runs: ClientRun[] = [];
  const captures: { readonly name: string; readonly capture: Capture }[] = [];
  const runOne = async (scenario: Scenario, transport: ClientTransport): Promise<Capture> => {
    const { run, capture } = await runScenario(test, scenario, transport);
    runs.push(run);
    test.onRun?.(run);
    captures.push({ name: transport === "http" ? scenario.name : `${scenario.name}-stdio`, capture });
    return capture;
  };
  for (const transport of test.transports) {
    const chosen = test.areNamed ? test.scenarios : await choose(test, transport, runOne);
    if (chosen.length === 0 && !test.areNamed) break;
    await inParallel(chosen, test.concurrency, (scenario) =>
      test.signal.aborted ? Promise.resolve() : runOne(scenario, transport).then(() => {}),
    );
  }
  const capture = mergeSessions(
    captures.map((one) => one.capture),
    (_, index) => captures[index]?.name ?? String(index),
  );
  const asked = test.areNamed ? { asked: { scenarios: test.scenarios.map(({ name }) => name) } } : {};
  return { capture: { ...capture, ...asked, server_label: `client: ${test.command.join(" ")}` }, runs };
};

/** A neutral session shows which eras the client speaks; only scenarios of those are worth its time. */
const choose = async (
  { scenarios }: ClientTest,
  transport: ClientTransport,
  runOne: (scenario: Scenario, transport: ClientTransport) => Promise<Capture>,
): Promise<readonly Scenario[]> => {
  const neutral = await runOne(scenarioNamed("neutral"), transport);
  const eras = new Set<Era>(clientSessions(neutral).map(({ era }) => era));
  if (eras.size === 0) return [];
  // One that prefers the stateless era may speak the other where it has to.
  if (!eras.has("stateful")) {
    const fallback = await runOne(scenarioNamed("neutral-stateful"), transport);
    for (const { initialize } of clientSessions(fallback)) if (initialize) eras.add("stateful");
  }
  const done = new Set(["neutral", ...(neutral && eras.has("stateless") ? ["neutral-stateful"] : [])]);
  const worth = scenarios.filter(
    ({ name, face, transport: only }) =>
      !done.has(name) && (face === "dual" || eras.has(face)) && (only === undefined || only === transport),
  );
  // One that does nothing about 401 need not be asked sixty times.
  if (!worth.some(({ name }) => name === SIGN_IN)) return worth;
  const signsIn = asksElsewhere(await runOne(scenarioNamed(SIGN_IN), transport));
  return worth.filter(({ name, authorization }) => name !== SIGN_IN && (!authorization || signsIn));
};

const SIGN_IN = "auth-sign-in";

/** Whether the client asks for anything but the server itself: metadata first of all. */
const asksElsewhere = ({ exchanges }: Capture): boolean => exchanges.some(({ http }) => http?.url !== undefined);

const runScenario = async (
  test: ClientTest,
  given: Scenario,
  transport: ClientTransport,
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
      program?.onActivity();
    },
  });
  const where = transport === "http" ? { url: held.address } : { relay: [...test.relay, held.address] };
  const address: ServerAddress = { transport, ...where, config: test.writeConfig(where) };
  const [command = "", ...args] = commandFor(test.command, address);
  const env = { ...test.env, ...variablesFor(scenario, test.revision, held.context) };
  program = runProgram({ start: { command, args, env }, limits, signal: test.signal });
  const end = await program.done;
  return { run: { ...end, scenario, transport, connected }, capture: await held.finish(endOf(end)) };
};

/** What is known of the client from how its program ended. */
const endOf = ({ ended }: ProgramEnd): ClientEnd | undefined =>
  ended === "itself" || ended === "silence" || ended === "limit" ? ended : undefined;

const inParallel = async <T>(all: readonly T[], limit: number, work: (one: T) => Promise<void>): Promise<void> => {
  const waiting = [...all];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, next));
};
