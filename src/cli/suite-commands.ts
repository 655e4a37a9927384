import type { Command } from "commander";
import type { Console } from "./console.ts";
import { addReporterFlags, REPORTERS } from "./reporters.ts";

/** `mcptest run`, `init` and `validate`: each command is loaded when it is asked for. */
export const addSuiteCommands = (
  program: Command,
  onTarget: (name: string) => Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  addReporterFlags(onTarget("run"), REPORTERS)
    .description("a suite: all its lanes over one probe of each server, one report, one exit code")
    .option("--config <file>", "the suite; mcptest.yaml or mcptest.yml here unless said")
    .option("--registry <path>", "a file or folder of your own rules, added to or replacing those that ship")
    .option("--save <file>", "keep the captures (.json or .jsonl)")
    .action(async (url: string | undefined, flags) => {
      const { runSuite } = await import("./commands/run.ts");
      done(await runSuite(flags, url, command, console));
    });

  onTarget("init")
    .description("look at a server and write a suite to start from")
    .option("-o, --out <file>", "where the suite goes (- for stdout; default mcptest.yaml)")
    .option("--force", "replace a file that is there already")
    .option("--quiet", "nothing but errors")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (url: string | undefined, flags) => {
      const { runInit } = await import("./commands/init.ts");
      done(await runInit(flags, url, command, console));
    });

  program
    .command("validate")
    .argument("[suite]", "the suite; mcptest.yaml or mcptest.yml here unless said")
    .description("check a suite without contacting any server; every mistake with its line")
    .option("--registry <path>", "a file or folder of your own rules that its tests may name")
    .option("--print-schema", "print the JSON Schema of suites, for editors")
    .option("--quiet", "nothing but errors")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (file: string | undefined, flags) => {
      const { runValidate } = await import("./commands/validate.ts");
      done(await runValidate(flags, file, console));
    });
};
