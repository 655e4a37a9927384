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
};
