import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { digestOf } from "../../capture/digest.ts";
import { revisionOf } from "../../facts/view.ts";
import { judgeSession } from "../../judge/invariants/judge-session.ts";
import type { Target } from "../../model/target.ts";
import { parseSuite } from "../../suite/parse-suite.ts";
import { openRuleBook } from "../../suite/rule-book.ts";
import { type StarterNames, starterServer } from "../../suite/starter-server.ts";
import { starterSuite } from "../../suite/starter-suite.ts";
import { starterTests } from "../../suite/starter-tests.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../output-file.ts";
import { type ProbeFlags, probeRequest } from "../probe-flags.ts";
import { probe } from "../probe-target.ts";
import { type TargetFlags, targetFrom } from "../target-flags.ts";
import { UsageError } from "../usage-error.ts";

export interface InitFlags extends TargetFlags, ProbeFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

/** `mcptest init`: look at a server, and write a suite that it passes today. No tool is called. */
export const runInit = async (
  flags: InitFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const out = flags.out ?? "mcptest.yaml";
  if (out !== "-" && existsSync(out) && !flags.force)
    throw new UsageError(`${out} is there already; name another file with -o, or replace it with --force`);
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  const file = out === "-" ? undefined : openOutputFile(out);
  try {
    const request = { ...probeRequest(flags), ...(flags.tools === undefined ? { tools: "none" as const } : {}) };
    const { capture, reached, interrupted } = await probe(target, request, { quiet: flags.quiet ?? false }, console);
    const revision = revisionOf(capture);
    if (!reached || interrupted !== undefined || revision === undefined || capture.outcome === "auth-required") {
      file?.discard();
      if (interrupted !== undefined) return interrupted;
      if (!reached) return EXIT.unreachable;
      console.err(
        `mcptest: no suite was written: ${capture.outcome === "auth-required" ? "the server wants credentials; give them with --bearer-env or --header-env" : "the server speaks no revision of the protocol that is known here"}\n`,
      );
      return EXIT.inconclusive;
    }
    const book = openRuleBook();
    const folder = out === "-" ? process.cwd() : dirname(resolve(out));
    const server = starterServer(target, capture.target, starterNames(flags, target, folder));
    const tests = await starterTests(capture, revision, book);
    const { invariants } = judgeSession(capture, digestOf);
    const text = starterSuite({
      server,
      revision,
      tests,
      invariants: invariants.every(({ state }) => state !== "fail"),
      schema: "./node_modules/mcptest/schemas/suite.schema.json",
    });
    // What is handed out is valid, whatever the server is called.
    await parseSuite(text, out, { env: Object.fromEntries(server.variables.map((name) => [name, "x"])), folder, book });
    if (file) file.commit(text);
    else console.out(text);
    if (file && !flags.quiet) {
      const { kept, left } = tests;
      console.out(
        `wrote ${out}: ${kept.length} ${kept.length === 1 ? "test" : "tests"} at ${revision}; run it with mcptest run --config ${out}\n`,
      );
      for (const { test } of left) console.out(`left out, as the server does not meet it today: ${test.name}\n`);
      if (server.variables.length > 0) console.out(`it reads ${server.variables.join(", ")} from the environment\n`);
    }
    return EXIT.ok;
  } catch (error) {
    file?.discard();
    throw error;
  }
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
