import type { Capture } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";
import type { Extract } from "../../judge/regex-engine.ts";
import type { RegexEngine } from "../../judge/rules/match.ts";
import { inParallel } from "../../probe/concurrency.ts";
import { type AskedKind, kindsOf } from "../../probe/talk/client-answers.ts";
import type { Functional, FunctionalTest, SuiteCommand } from "../functional.ts";
import { SchemaChecker } from "../session/check-schema.ts";
import type { ScriptedSession } from "../session/session.ts";
import { type SessionRequest, SessionRun } from "../session/session-run.ts";
import { runTest, type TestOutcome } from "./run-test.ts";

export interface TestsRequest {
  readonly functional: Functional;
  /** Those that are run, in the order of the suite. */
  readonly tests: readonly FunctionalTest[];
  readonly session: SessionRequest;
  readonly regex: RegexEngine;
  readonly extract: Extract;
  /** How many servers of their own run side by side. */
  readonly concurrency: number;
  target(server: string, identity: string | undefined): Target;
  /** Runs a setup or teardown command; resolves to what went wrong, if anything. */
  command(command: SuiteCommand): Promise<string | undefined>;
  onTest?(test: FunctionalTest, done: number): void;
}

export interface TestedServer {
  readonly server: string;
  readonly identity: string | undefined;
  readonly capture: Capture;
}

export interface TestsRun {
  /** In the order of the suite. */
  readonly outcomes: readonly TestOutcome[];
  /** One capture for each server and identity. */
  readonly captures: readonly TestedServer[];
  /** Teardown commands that failed: reported, and no test's fault. */
  readonly notes: readonly string[];
}

/** Runs the tests: one server for all of them in their order, or each with its own side by side. */
export const runTests = async (request: TestsRequest): Promise<TestsRun> => {
  const pool = new SessionPool(request);
  const schemas = new SchemaChecker();
  const notes: string[] = [];
  const outcomes = new Map<FunctionalTest, TestOutcome>();
  const runOne = async (test: FunctionalTest): Promise<void> => {
    const own = request.functional.serverPerTest ? pool.fresh(test) : pool;
    const failed = await runCommands(test.setup, request);
    const outcome =
      failed === undefined
        ? await runTest(test, {
            session: (as) => own.session(test.server, as, kindsOf(test.answers)),
            schemas,
            regex: request.regex,
            extract: request.extract,
          })
        : { test, steps: [], state: "blocked" as const, why: `setup: ${failed}`, ms: 0 };
    const left = await runCommands(test.teardown, request);
    if (left !== undefined) notes.push(`teardown of ${JSON.stringify(test.name)}: ${left}`);
    if (own !== pool) await own.leaveAll();
    outcomes.set(test, outcome);
    request.onTest?.(test, outcomes.size);
  };
  const failed = await runCommands(request.functional.setup, request);
  if (failed === undefined)
    await inParallel(
      lanesOf(request).map((lane) => async () => {
        for (const test of lane) {
          if (request.session.signal?.aborted) return;
          await runOne(test);
        }
      }),
      request.concurrency,
    );
  const captures = await pool.finish();
  await schemas.close();
  const left = await runCommands(request.functional.teardown, request);
  if (left !== undefined) notes.push(`teardown: ${left}`);
  const why = failed === undefined ? "the run was interrupted" : `setup: ${failed}`;
  return {
    outcomes: request.tests.map((test) => outcomes.get(test) ?? { test, steps: [], state: "blocked", why, ms: 0 }),
    captures,
    notes,
  };
};

/** What is run one after the other: the tests that share a server. */
const lanesOf = ({ functional, tests }: TestsRequest): readonly (readonly FunctionalTest[])[] => {
  if (functional.serverPerTest) return tests.map((test) => [test]);
  const servers = [...new Set(tests.map(({ server }) => server))];
  return servers.map((server) => tests.filter((test) => test.server === server));
};

const runCommands = async (
  commands: readonly SuiteCommand[],
  { command }: TestsRequest,
): Promise<string | undefined> => {
  for (const one of commands) {
    const failed = await command(one);
    if (failed !== undefined) return failed;
  }
  return undefined;
};

/** The sessions of a run: one for each server, identity and set of things the client can be asked. */
class SessionPool {
  readonly #request: TestsRequest;
  readonly #runs: Map<
    string,
    { readonly run: SessionRun; readonly server: string; readonly identity: string | undefined }
  >;
  readonly #sessions = new Map<string, { readonly session: Promise<ScriptedSession>; readonly run: SessionRun }>();
  readonly #counts: Map<SessionRun, number>;
  readonly #purpose: string;

  constructor(request: TestsRequest, shared?: SessionPool, purpose = "tests") {
    this.#request = request;
    this.#runs = shared ? shared.#runs : new Map();
    this.#counts = shared ? shared.#counts : new Map();
    this.#purpose = purpose;
  }

  /** Sessions of its own for one test, in the same captures. */
  fresh(test: FunctionalTest): SessionPool {
    return new SessionPool(this.#request, this, test.name);
  }

  async session(server: string, identity: string | undefined, kinds: readonly AskedKind[]): Promise<ScriptedSession> {
    const key = JSON.stringify([server, identity ?? null, kinds]);
    const known = this.#sessions.get(key);
    const session = known && (await known.session);
    // A server that ended is started again for the next test.
    if (session && !session.isOver) return session;
    const run = this.#runFor(server, identity);
    const count = (this.#counts.get(run) ?? 0) + 1;
    this.#counts.set(run, count);
    const opened = run.open(count === 1 ? "tests" : `tests-${count}`, this.#purpose, kinds);
    this.#sessions.set(key, { session: opened, run });
    try {
      return await opened;
    } catch (error) {
      this.#sessions.delete(key);
      throw error;
    }
  }

  #runFor(server: string, identity: string | undefined): SessionRun {
    const key = JSON.stringify([server, identity ?? null]);
    const known = this.#runs.get(key);
    if (known) return known.run;
    const run = new SessionRun(this.#request.target(server, identity), this.#request.session);
    this.#runs.set(key, { run, server, identity });
    return run;
  }

  async leaveAll(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(async ({ session, run }) => run.leave(await session)));
    this.#sessions.clear();
  }

  /** Ends every session, and says what was said. */
  async finish(): Promise<readonly TestedServer[]> {
    return Promise.all(
      [...this.#runs.values()].map(async ({ run, server, identity }) => {
        await run.close();
        return { server, identity, capture: await run.capture() };
      }),
    );
  }
}
