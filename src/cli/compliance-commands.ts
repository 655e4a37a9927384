import type { Command } from "commander";
import type { Console } from "./console.ts";

/** `mcptest compliance …`: each command is loaded when it is asked for. */
export const addComplianceCommands = (program: Command, console: Console, done: (code: number) => void): void => {
  const compliance = program.command("compliance").description("judge what was recorded");

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
