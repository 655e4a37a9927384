import { collect } from "../../flags/collect.ts";
import { gateHelp } from "../../flags/gate-flag.ts";
import { addChoiceFlags } from "../../flags/part-flags.ts";
import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { addCommonFlags, BASELINE, type Registration, SAVE, UPDATE_BASELINE } from "./registration.ts";

/** `mcptest client` and `client-stdio`. */
export const addClientCommands = ({ program, console, command, exits }: Registration): void => {
  addReporterFlags(addChoiceFlags(program.command("client"), "judge"), REPORTERS)
    .description("put a client through scenarios and judge what it says: mcptest client -- <command with {url}>")
    .option("--scenario <names>", "only these scenarios (commas, repeatable)", collect)
    .option("--list", "list the scenarios")
    .option("--listen [port]", "wait for any client, a desktop application too, and say what to do with it")
    .option("--wait <seconds>", "with --listen: end after this long without a word (default: Ctrl-C ends it)")
    .option("--transport <which>", "http, stdio or both (default: what the command has a placeholder for)")
    .option("--revision <revision>", "the server knows this revision alone")
    .option("--concurrency <n>", "scenarios at the same time (default: 12, or two for each processor)")
    .option("--fail-on <what>", gateHelp("must"))
    .option(...SAVE)
    .option(...BASELINE)
    .option(...UPDATE_BASELINE)
    .action(exits(async (flags) => (await import("../client.ts")).runClient(flags, command, console)));
  addCommonFlags(
    program
      .command("client-stdio", { hidden: true })
      .argument("<id>", "what mcptest client gave to the client")
      .description("what a client starts in place of a server while mcptest client tests it"),
  ).action(exits(async (id) => (await import("../client-stdio.ts")).runClientStdio(id, console)));
};
