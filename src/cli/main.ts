import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { type Console, openConsole } from "./console.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { renderLimitsTable } from "./parse-limits.ts";
import { addTargetFlags } from "./target-flags.ts";
import { UsageError } from "./usage-error.ts";

/** Runs the command line and returns the exit code. What follows `--` is a command to start, never a flag of ours. */
export const main = async (argv: readonly string[]): Promise<ExitCode> => {
  const split = argv.indexOf("--");
  const own = split < 0 ? argv : argv.slice(0, split);
  const command = split < 0 ? [] : argv.slice(split + 1);
  const console = openConsole(own.includes("--no-color") ? false : undefined);
  let code: ExitCode = EXIT.ok;
  const program = buildProgram(console, command, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(own, { from: "user" });
    return code;
  } catch (error) {
    return explain(error, console, own.includes("--debug"));
  }
};

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

const buildProgram = (console: Console, command: readonly string[], done: (code: ExitCode) => void): Command => {
  const program = new Command("mcptest")
    .description("Tells the truth about an MCP server.")
    .version(VERSION, "-V, --version")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .configureOutput({ writeOut: console.out, writeErr: () => {} })
    .exitOverride()
    .showSuggestionAfterError(true);

  addTargetFlags(program.command("record").argument("[url]", "the server's URL; or -- and the command that starts it"))
    .description("talk to a server and save what was said")
    .option("-o, --out <file>", "where the capture goes (.json or .jsonl; - for stdout)")
    .option("--revision <revision>", "probe this revision only; by default the newest the server speaks")
    .option("--timeout <time>", "for one exchange: 500ms, 10s, 2m (a bare number is seconds)")
    .option("--run-timeout <time>", "for the whole run")
    .option("--limit <name=value>", "change one limit (repeatable; --help-limits lists them)", collect)
    .option("--help-limits", "list the limits and their defaults")
    .option("--follow-redirects", "follow redirects that stay within the origin")
    .option("--quiet", "no transcript and no progress")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (url: string | undefined, flags) => {
      if (flags.helpLimits) {
        console.out(`${renderLimitsTable().join("\n")}\n`);
        return;
      }
      const { runRecord } = await import("./commands/record.ts");
      done(await runRecord(flags, url, command, console));
    });
  return program;
};

/** One line that says what is wrong; the stack only on request. */
const explain = (error: unknown, console: Console, debug: boolean): ExitCode => {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    const text = error.message.replace(/^error: /, "").replaceAll("\n", " ");
    if (error.code !== "commander.help") console.err(`mcptest: ${text}; see mcptest --help\n`);
    return EXIT.failed;
  }
  if (error instanceof UsageError) {
    console.err(`mcptest: ${error.message}\n`);
    if (debug) console.err(`${error.stack ?? ""}\n`);
    return EXIT.failed;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.err(`mcptest: internal error: ${message.replaceAll("\n", " ")}; please report it (--debug shows the stack)\n`);
  if (debug && error instanceof Error) console.err(`${error.stack ?? ""}\n`);
  return EXIT.internal;
};
