import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { addCommonFlags, type Registration, targetCommand } from "./registration.ts";

const REGISTRY = ["--registry <path>", "a file or folder of your own rules, added to the built-in ones"] as const;

/** `mcptest run`, `init` and `validate`. */
export const addSuiteCommands = ({ program, console, command, exits }: Registration): void => {
  addReporterFlags(targetCommand(program, "run"), REPORTERS)
    .description("run a suite: its tests, and every lane over one probe of each server; one report, one exit code")
    .option("--config <file>", "the suite (default: mcptest.yaml or mcptest.yml in this folder)")
    .option(...REGISTRY)
    .option("--save <file>", "save the captures (.json or .jsonl)")
    .option("--grep <text>", "only tests whose name holds this text, or matches /this pattern/")
    .option("--shard <part>", "only a part of the tests: 1/4 is the first of four")
    .option("--update-snapshots", "keep the answers of this run as the snapshots; never in CI")
    .option("--plan", "show what the tests would call and the probe would send; calls no tool")
    .action(exits(async (url, flags) => (await import("../run.ts")).runSuite(flags, { url, command }, console)));

  addCommonFlags(
    targetCommand(program, "init")
      .description("probe a server, or read a saved capture, and write a suite to start from")
      .option("--capture <file>", "draft the tests from a saved capture; contacts no server")
      .option("-o, --out <file>", "where to write the suite (default mcptest.yaml; - for stdout)")
      .option("--force", "overwrite an existing file")
      .option("-q, --quiet", "print nothing but errors"),
  ).action(exits(async (url, flags) => (await import("../init.ts")).runInit(flags, { url, command }, console)));

  addCommonFlags(
    program
      .command("validate")
      .argument("[suite]", "the suite (default: mcptest.yaml or mcptest.yml in this folder)")
      .description("list every mistake in a suite with its line; contacts no server")
      .option(...REGISTRY)
      .option("--print-schema", "print the JSON Schema of suites, for editors")
      .option("-q, --quiet", "print nothing but errors"),
  ).action(exits(async (file, flags) => (await import("../validate.ts")).runValidate(flags, file, console)));
};
