import type { ProbeRequest } from "../../areas/probe-target.ts";
import { TOOL } from "../../base/version.ts";
import { loadExtract, loadRegex, loadReplacer } from "../../judge/regex-engine.ts";
import { noRegex } from "../../judge/rules/match.ts";
import type { FilePlace } from "../../report/findings-report.ts";
import { runTests, type TestsRun } from "../../suite/functional/run-tests.ts";
import { testsLanes } from "../../suite/functional/tests-lane.ts";
import type { Functional, FunctionalTest, SuiteCommand } from "../../suite/functional.ts";
import type { SuitePath } from "../../suite/problem.ts";
import type { SessionRequest } from "../../suite/session/session-run.ts";
import type { Suite } from "../../suite/suite.ts";
import type { LaneResult } from "../../suite/suite-result.ts";
import { runCommand } from "../../wire/stdio/run-command.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { FunctionalFlags } from "../flags/common-flags.ts";
import { splitCommand } from "../target/split-command.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgressLine } from "../terminal/progress.ts";
import { UsageError } from "../usage-error.ts";
import { chooseTests } from "./choose-tests.ts";
import { openSnapshots } from "./snapshot-store.ts";
import { type SuiteTargets, secretOrText } from "./suite-targets.ts";

export interface FunctionalResult {
  readonly lanes: readonly LaneResult[];
  readonly notes: readonly string[];
  readonly captures: TestsRun["captures"];
  readonly interrupted?: ExitCode;
}

/** What whoever wrote a test waits for is theirs to say; these only end what never ends. */
const TEST_LIMITS = {
  runMs: 30 * 60_000,
  toolMs: 60_000,
  exchangeMs: 60_000,
  messages: 100_000,
  serverRequests: 10_000,
};

/** On stdio every one is a process. */
const CONCURRENCY = { http: 4, stdio: 2 } as const;

/** The functional tests of a suite, in sessions of their own: user-written calls are made as they are written. */
export const runFunctional = async (
  suite: Suite,
  functional: Functional,
  targets: SuiteTargets,
  request: ProbeRequest,
  flags: FunctionalFlags,
  console: Console,
): Promise<FunctionalResult> => {
  const updates = flags.updateSnapshots ?? false;
  if (updates && console.ci)
    throw new UsageError("--update-snapshots: a build (CI is set) never writes snapshots; run it on your machine");
  const mayWrite = !console.ci;
  const store = openSnapshots(suite.file);
  const all = functional.cases.filter(({ server }) => targets.names.includes(server));
  const tests = chooseTests(all, flags);
  const steps = tests.flatMap((test) => test.steps);
  const patterns = steps.flatMap(({ mask }) => mask.flatMap((entry) => ("pattern" in entry ? [entry.pattern] : [])));
  const replace = await loadReplacer([...new Set(patterns)]);
  const usesRegex = steps.some(({ expect }) =>
    expect.some(({ matcher }) => JSON.stringify(matcher).includes('"regex"')),
  );
  const extract = await loadExtract(
    steps.flatMap(({ save }) => [...save.values()].flatMap((saved) => saved.regex ?? [])),
  );
  const interrupt = watchInterrupts();
  const progress = openProgressLine({ ...console, live: console.live && flags.quiet !== true });
  const kinds = new Set(targets.names.map((name) => (suite.servers.get(name)?.url === undefined ? "stdio" : "http")));
  try {
    const run = await runTests({
      functional,
      tests,
      session: { ...sessionRequest(request, steps), signal: interrupt.signal, secrets: suite.secrets },
      regex: usesRegex ? await loadRegex() : noRegex,
      extract,
      concurrency: request.concurrency ?? CONCURRENCY[kinds.has("stdio") ? "stdio" : "http"],
      target: (server, identity) => targets.targetFor(server, identity),
      command: (command) => runSuiteCommand(suite, functional, command, interrupt.signal),
      onTest: ({ name }, done) => progress.show(`${done} of ${tests.length} tests: ${name.slice(0, 60)}`),
    });
    const { lanes, taken } = await testsLanes(run, {
      tool: TOOL,
      functional,
      stored: store.stored,
      mayWrite,
      updates,
      place: (path) => placeOf(suite, path),
      maskPatterns: (masks) => (text) =>
        masks.reduce((masked, mask) => ("pattern" in mask ? replace(mask.pattern, masked, "<masked>") : masked), text),
    });
    const isWhole = tests.length === functional.cases.length && interrupt.code === undefined;
    const notes = store.settle(taken, { all: functional.cases, isWhole, mayWrite, updates });
    return {
      lanes,
      notes,
      captures: run.captures,
      ...(interrupt.code === undefined ? {} : { interrupted: interrupt.code }),
    };
  } finally {
    progress.clear();
    interrupt.release();
  }
};

const sessionRequest = (
  { client, baseEnv, limits, revision, followRedirects }: ProbeRequest,
  steps: readonly FunctionalTest["steps"][number][],
): SessionRequest => {
  // Who allows a minute more than the limit has to get it.
  const longest = Math.max(0, ...steps.map(({ within }) => within?.ms ?? 0)) + 5_000;
  const ms = Math.max(TEST_LIMITS.toolMs, longest);
  return {
    client,
    limits: { ...TEST_LIMITS, toolMs: ms, exchangeMs: ms, ...limits },
    ...(baseEnv ? { baseEnv } : {}),
    ...(followRedirects === undefined ? {} : { followRedirects }),
    ...(revision === undefined || revision === "all" ? {} : { revision }),
  };
};

/** Setup and teardown are the user's own commands: they see the environment of the run. */
const runSuiteCommand = async (
  suite: Suite,
  { env }: Functional,
  command: SuiteCommand,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const [program = "", ...args] = typeof command === "string" ? splitCommand(command, "setup") : command;
  const system = { env: process.env, cwd: suite.folder, readFile: () => "" };
  const own = [...env].map(([name, value]) => [name, secretOrText(value, system)] as const);
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return runCommand(
    { command: program, args, env: Object.fromEntries([...inherited, ...own]), cwd: suite.folder },
    signal,
  );
};

const placeOf = (suite: Suite, path: SuitePath): FilePlace => {
  const [, file = suite.file, line = "1", column = "1"] = /^(.*):(\d+):(\d+)$/.exec(suite.spot(path)) ?? [];
  return { file, line: Number(line), column: Number(column) };
};
