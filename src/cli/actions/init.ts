import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { counted } from "../../base/counted.ts";
import type { Capture, CapturedTarget } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import type { Target } from "../../capture/target.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgeInvariants } from "../../judge/invariants/judge-invariants.ts";
import { captureTarget } from "../../probe/captured-target.ts";
import { show } from "../../report/terminal/terminal.ts";
import { openRuleBook } from "../../suite/parse/load-own-rules.ts";
import { parseSuite } from "../../suite/parse/parse-suite.ts";
import { capturedServer } from "../../suite/starter/captured-server.ts";
import { type StarterCalls, starterCalls } from "../../suite/starter/starter-calls.ts";
import { type StarterNames, starterServer } from "../../suite/starter/starter-server.ts";
import { starterSuite } from "../../suite/starter/starter-suite.ts";
import { starterTests } from "../../suite/starter/starter-tests.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import type { init } from "../commands/suite.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutput } from "../files/output-file.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import { probe } from "../target/probe-target.ts";
import { isNamed, type ServerArguments, targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

type InitFlags = FlagsFor<typeof init>;

/**
 * `mcptest init`: probe a server, call the tools that a check would, and write a suite that it passes today; or write the
 * suite that the server of a saved capture passed then.
 */
export const runInit = async ({ flags, server, console }: CallOf<typeof init>): Promise<ExitCode> => {
  const out = flags.out ?? "mcptest.yaml";
  if (out !== "-" && existsSync(out) && !flags.force)
    throw new UsageError(`${out} already exists; name another file with -o, or overwrite it with --force`);
  const seen = await (flags.capture === undefined
    ? seeServer(flags, server, console)
    : fromCapture(flags.capture, flags, server, console));
  if (typeof seen === "number") return seen;
  const { capture, target, shown } = seen;
  const output = openOutput(out, console);
  const revision = revisionOf(capture);
  if (revision === undefined || capture.outcome === "auth-required") {
    const why =
      capture.outcome === "auth-required"
        ? "the server asks for credentials; give them with --bearer-env or --header-env"
        : "the server speaks no protocol revision that mcptest knows; see what it says with mcptest record";
    console.err(`mcptest: no suite was written: ${why}\n`);
    return EXIT.inconclusive;
  }
  const book = openRuleBook();
  const folder = out === "-" ? process.cwd() : dirname(resolve(out));
  const started = starterServer(target, shown, starterNames(flags, target, folder));
  const tests = await starterTests(capture, revision, book);
  const calls = starterCalls(capture, revision);
  const { invariants } = judgeInvariants(capture, digestOf);
  const text = starterSuite({
    server: started,
    revision,
    tests,
    calls,
    invariants: invariants.every(({ state }) => state !== "fail"),
    schema: "./node_modules/mcptest/schemas/suite.schema.json",
  });
  // Whatever the server is called, the suite must be valid.
  await parseSuite(text, out, { env: Object.fromEntries(started.variables.map((name) => [name, "x"])), folder, book });
  output.commit(text);
  if (out === "-" || flags.quiet) return EXIT.ok;
  const { kept, left } = tests;
  console.out(
    `wrote ${out}: ${counted(calls.kept.length, "tool call")} and ${counted(kept.length, "test")} of the protocol at ${revision}; run it with mcptest run --config ${out}\n`,
  );
  for (const { test } of left) console.out(`left out, because the server fails it today: ${test.name}\n`);
  tellNotCalled(calls, flags, console);
  for (const name of calls.left)
    console.out(`left out, because the call was not answered with success: ${show(name, 80)}\n`);
  if (started.variables.length > 0) console.out(`set before a run: ${started.variables.join(", ")}\n`);
  return EXIT.ok;
};

/** How many names stand in one line. */
const MOST_NAMES = 8;

/** Whoever expects a test for every tool is told why there is none, and what brings it. */
const tellNotCalled = ({ notCalled }: StarterCalls, { tools, capture }: InitFlags, console: Console): void => {
  if (tools === "none" || notCalled.length === 0) return;
  for (const { reason, tools: names } of notCalled) {
    const shown = names.slice(0, MOST_NAMES).map((name) => show(name, 80));
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
    console.out(`not called (${show(reason, 200)}): ${shown.join(", ")}${more}\n`);
  }
  console.out(
    capture === undefined
      ? "--tools reading, undeclared or all calls more of them; or write a call into the suite: what stands there is called\n"
      : "the session holds no call of these; write one into the suite: what stands there is called\n",
  );
};

interface Seen {
  readonly capture: Capture;
  readonly target: Target;
  /** The target without what is secret. */
  readonly shown: CapturedTarget | undefined;
}

const seeServer = async (flags: InitFlags, server: ServerArguments, console: Console): Promise<Seen | ExitCode> => {
  const target = await targetFrom(flags, server, console);
  if (!target) return EXIT.ok;
  const request = probeRequest(flags);
  const { capture, reached, interrupted } = await probe(target, request, { quiet: flags.quiet ?? false }, console);
  if (interrupted !== undefined) return interrupted;
  return reached ? { capture, target, shown: capture.target } : EXIT.unreachable;
};

/** A server on the command line is the one that the suite is for; without it, it is that of the capture. */
const fromCapture = async (
  path: string,
  flags: InitFlags,
  server: ServerArguments,
  console: Console,
): Promise<Seen | ExitCode> => {
  const capture = readCaptureFile(path);
  if (server.url !== undefined || isNamed(flags, server.command)) {
    const target = await targetFrom(flags, server, console);
    return target ? { capture, target, shown: captureTarget(target) } : EXIT.ok;
  }
  if (!capture.target)
    throw new UsageError(
      `${path} does not say how its server is reached; name the server, too: mcptest init --capture ${path} -- <command>`,
    );
  return { capture, ...capturedServer(capture.target) };
};

const starterNames = ({ headerEnv = [], bearerEnv }: InitFlags, target: Target, folder: string): StarterNames => {
  const started = target.kind === "stdio" ? (target.cwd ?? process.cwd()) : folder;
  const cwd = relative(folder, started);
  return {
    headerEnv: new Map(
      headerEnv.map((pair) => {
        const equals = pair.indexOf("=");
        return [pair.slice(0, equals).trim().toLowerCase(), pair.slice(equals + 1).trim()] as const;
      }),
    ),
    bearerEnv,
    ...(cwd === "" ? {} : { cwd }),
  };
};
