import { Command, CommanderError } from "commander";
import { VERSION } from "../base/version.ts";
import { isOutOfFiles, outOfFiles } from "../wire/open-files.ts";
import { ALL_COMMANDS } from "./all-commands.ts";
import { addCommand, addFlags } from "./commands/add-command.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { COMMON_FLAGS } from "./flags/common-flags.ts";
import { resolveCandidates } from "./flags/release-candidates.ts";
import { StopError } from "./stop-error.ts";
import { type Console, openConsole } from "./terminal/console.ts";
import { oneLine, UsageError } from "./usage-error.ts";

/** Runs the command line and returns the exit code. What follows `--` is a command to start, never a flag of ours. */
export const main = async (argv: readonly string[]): Promise<number> => {
  const split = argv.indexOf("--");
  const own = split < 0 ? argv : argv.slice(0, split);
  const command = split < 0 ? [] : argv.slice(split + 1);
  const console = openConsole(own.includes("--no-color") ? false : undefined);
  let code: number = EXIT.ok;
  const program = buildProgram(console, command, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(own, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.code === "commander.help" && error.exitCode !== 0) {
      // A group without a subcommand, such as `mcptest cert`, prints the help of the group.
      const group = program.commands.find((known) => known.commands.length > 0 && own.includes(known.name()));
      return withoutCommand(group ?? program, console, command);
    }
    return explain(error, console, own.includes("--debug"), namedIn(program, own));
  }
};

/** The command that was typed, as far as it is known: `conformance run`. */
const namedIn = (parent: Command, own: readonly string[]): string | undefined => {
  const command = own
    .map((word) => parent.commands.find((known) => known.name() === word))
    .find((known) => known !== undefined);
  if (!command) return undefined;
  const below = namedIn(command, own.slice(own.indexOf(command.name()) + 1));
  return below === undefined ? command.name() : `${command.name()} ${below}`;
};

const buildProgram = (console: Console, command: readonly string[], done: (code: number) => void): Command => {
  const program = addFlags(new Command("mcptest"), COMMON_FLAGS)
    .description("Tells the truth about an MCP server.")
    .version(VERSION, "-V, --version")
    .configureOutput({ writeOut: console.out, writeErr: () => {} })
    .exitOverride()
    .showSuggestionAfterError(true);
  program.hook("preAction", (_program, action) => resolveCandidates(action, console));
  for (const entry of ALL_COMMANDS) addCommand(entry, { program, console, command, done });
  return program;
};

/** Like git and npm: print the overview and fail, so that no script mistakes doing nothing for success. */
const withoutCommand = (program: Command, console: Console, command: readonly string[]): ExitCode => {
  if (command.length > 0)
    console.err("mcptest: no mcptest command before --; to check this server write mcptest check -- <command>\n");
  else console.out(program.helpInformation());
  return EXIT.failed;
};

/** One line that says what is wrong; the stack only on request. */
const explain = (error: unknown, console: Console, debug: boolean, command: string | undefined): ExitCode => {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    // The value of an unknown option may be a secret: `--bearer=…`, `--api-key=…`.
    const text = error.message.replace(/^error: /, "").replace(/'(--?[^'=]+)=[^']*'/, "'$1'");
    const help = command === undefined ? "mcptest --help" : `mcptest ${command} --help`;
    console.err(`mcptest: ${oneLine(text).replace(/\.$/, "")}; see ${help}\n`);
    return EXIT.failed;
  }
  if (error instanceof UsageError || error instanceof StopError) {
    console.err(`mcptest: ${error.message}\n`);
    for (const line of error.further) console.err(`  ${line}\n`);
    if (debug) console.err(`${error.stack ?? ""}\n`);
    return error.exitCode;
  }
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (isOutOfFiles(code)) {
    console.err(`mcptest: ${outOfFiles(code).detail}\n`);
    return EXIT.failed;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.err(
    `mcptest: internal error: ${message.replaceAll("\n", " ")}; please report it (--debug shows the stack)\n`,
  );
  if (debug && error instanceof Error) console.err(`${error.stack ?? ""}\n`);
  return EXIT.internal;
};
