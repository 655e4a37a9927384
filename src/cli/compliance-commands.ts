import type { Command } from "commander";
import type { Console } from "./console.ts";
import { addProbeFlags } from "./probe-flags.ts";
import { addReporterFlags, REPORTERS } from "./reporters.ts";
import { addTargetFlags } from "./target-flags.ts";

/** `mcptest compliance …`: each command is loaded when it is asked for. */
export const addComplianceCommands = (
  program: Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  const compliance = program.command("compliance").description("the rules of the specification");

  addReporterFlags(
    addProbeFlags(
      addTargetFlags(
        compliance.command("run").argument("[url]", "the server's URL; or -- and its command; or a suite"),
      ),
    ),
    REPORTERS,
  )
    .description("judge a server, or the servers of a suite, by the rules of one revision, and grade it")
    .option("--from-suite <file>", "the compliance block of this suite: its pin, tests and gates")
    .option("--config <file>", "the same as --from-suite")
    .option("--server-label <text>", "what the report calls the server")
    .option("--registry <path>", "a file or folder of your own rules, added to or replacing those that ship")
    .option("--baseline <file>", "rules that are known to fail; others that fail, and listed ones that pass, are red")
    .option("--update-baseline", "write the baseline as this run finds it, keeping reasons and comments")
    .option("--save-scorecard <file>", "keep the grades, for grade_delta to compare with")
    .option("--save <file>", "keep the captures (.json or .jsonl)")
    .option("--fail-on <what>", "must, should, never, or less than grade-a+…d (default: must for a suite, else never)")
    .action(async (url: string | undefined, flags) => {
      const { runComplianceRun } = await import("./commands/compliance-run.ts");
      done(await runComplianceRun(flags, url, command, console));
    });

  compliance
    .command("invariants")
    .description("properties of whole sessions, INV-001 to INV-007, from captures; contacts no server")
    .requiredOption("--capture <file...>", "what mcptest record wrote (.json or .jsonl); several are several servers")
    .option("--format <name>", "pretty (default), json, markdown, junit, sarif")
    .option("--reporter <name>", "the same as --format")
    .option("-o, --out <file>", "where the report goes (- for stdout)")
    .option("--transport <use>", "several servers: shared (default) or separate transports")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runComplianceInvariants } = await import("./commands/compliance-invariants.ts");
      done(runComplianceInvariants(flags, console));
    });

  addReporterFlags(compliance.command("diff").argument("<from>").argument("<to>"), ["pretty", "json", "markdown"])
    .description("which rules two revisions expect differently; a directory of your own rows is a revision too")
    .action(async (from: string, to: string, flags) => {
      const { runComplianceDiff } = await import("./commands/compliance-diff.ts");
      done(runComplianceDiff(flags, from, to, console));
    });

  compliance
    .command("rules")
    .description("the rules, a line each")
    .option("--revision <revision>", "only those that the revision carries")
    .option("--section <section>", "only one section: lifecycle, transport, tools, …")
    .option("--class <class>", "implemented (default), informational, planned, excluded, all")
    .option("--format <name>", "pretty (default), json")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runComplianceRules } = await import("./commands/compliance-rules.ts");
      done(runComplianceRules(flags, console));
    });
};
