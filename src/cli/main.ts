import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { addAgentCommands } from "./agent-commands.ts";
import { addAuditCommands } from "./audit-commands.ts";
import { addCertCommands } from "./cert-commands.ts";
import { addCheckCommands } from "./check-commands.ts";
import { addComplianceCommands } from "./compliance-commands.ts";
import { addConformanceCommands } from "./conformance-commands.ts";
import { type Console, openConsole } from "./console.ts";
import { addDoctorCommands } from "./doctor-commands.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { renderLimitsTable } from "./parse-limits.ts";
import { addProbeFlags } from "./probe-flags.ts";
import { addSuiteCommands } from "./suite-commands.ts";
import { addTargetFlags } from "./target-flags.ts";
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
      // A group of commands without one of them is answered with its own overview.
      const group = program.commands.find((known) => known.commands.length > 0 && own.includes(known.name()));
      return withoutCommand(group ?? program, console, command);
    }
    const named = program.commands.map((known) => known.name()).find((name) => own.includes(name));
    return explain(error, console, own.includes("--debug"), named);
  }
};

const buildProgram = (console: Console, command: readonly string[], done: (code: number) => void): Command => {
  const program = new Command("mcptest")
    .description("Tells the truth about an MCP server.")
    .version(VERSION, "-V, --version")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .configureOutput({ writeOut: console.out, writeErr: () => {} })
    .exitOverride()
    .showSuggestionAfterError(true);

  const onTarget = (name: string): Command =>
    addProbeFlags(
      addTargetFlags(program.command(name).argument("[url]", "the server's URL; or -- and the command that starts it")),
    );
  addCheckCommands(program, onTarget, console, command, done);
  addAuditCommands(onTarget, console, command, done);
  addDoctorCommands(onTarget, console, command, done);
  onTarget("record")
    .description("talk to a server and save what was said")
    .option("-o, --out <file>", "where the capture goes (.json or .jsonl; - for stdout)")
    .option("--plan", "say what would be sent and which tools would be called; sends only the handshake and the lists")
    .option("--help-limits", "list the limits and their defaults")
    .option("--proxy", "ask nothing: sit between a client and the server and write down what they say (.jsonl)")
    .option("--listen <address>", "with --proxy and a URL: the port or host:port clients connect to, on this machine")
    .option("--quiet", "nothing but errors")
    .option("--verbose", "every message, also when the capture is saved")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (url: string | undefined, flags) => {
      if (flags.helpLimits) {
        console.out(`${renderLimitsTable().join("\n")}\n`);
        return;
      }
      if (flags.proxy) {
        const { runRecordProxy } = await import("./commands/record-proxy.ts");
        done(await runRecordProxy(flags, url, command, console));
        return;
      }
      if (flags.listen !== undefined) throw new UsageError("--listen is where a proxy waits for clients; add --proxy");
      const { runRecord } = await import("./commands/record.ts");
      done(await runRecord(flags, url, command, console));
    });
  addComplianceCommands(program, console, command, done);
  addSuiteCommands(program, onTarget, console, command, done);
  addConformanceCommands(program, console, command, done);
  addCertCommands(program, console, done);
  addAgentCommands(program, console, done);
  return program;
};

/** Like git and npm: the overview is the answer, but nothing was done, and no script may take that for success. */
const withoutCommand = (program: Command, console: Console, command: readonly string[]): ExitCode => {
  if (command.length > 0)
    console.err("mcptest: what is to be done with the server? write mcptest check -- <command>\n");
  else console.out(program.helpInformation());
  return EXIT.failed;
};

/** One line that says what is wrong; the stack only on request. */
const explain = (error: unknown, console: Console, debug: boolean, command: string | undefined): ExitCode => {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    // What follows the = of an option nobody knows may be a secret: `--bearer=…`, `--api-key=…`.
    const text = error.message.replace(/^error: /, "").replace(/'(--?[^'=]+)=[^']*'/, "'$1'");
    const help = command === undefined ? "mcptest --help" : `mcptest ${command} --help`;
    console.err(`mcptest: ${oneLine(text).replace(/\.$/, "")}; see ${help}\n`);
    return EXIT.failed;
  }
  if (error instanceof UsageError) {
    console.err(`mcptest: ${error.message}\n`);
    if (debug) console.err(`${error.stack ?? ""}\n`);
    return EXIT.failed;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.err(
    `mcptest: internal error: ${message.replaceAll("\n", " ")}; please report it (--debug shows the stack)\n`,
  );
  if (debug && error instanceof Error) console.err(`${error.stack ?? ""}\n`);
  return EXIT.internal;
};
