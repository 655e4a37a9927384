import type { Command } from "commander";
import type { Console } from "./console.ts";
import { addProbeFlags } from "./probe-flags.ts";
import { addReporterFlags, REPORTERS } from "./reporters.ts";
import { addTargetFlags } from "./target-flags.ts";

/** `mcptest conformance …`: each command is loaded when it is asked for. */
export const addConformanceCommands = (
  program: Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  const conformance = program.command("conformance").description("score a server by the checks of the SEPs");

  const run = conformance
    .command("run")
    .argument("[url]", "the server's URL; or -- and the command that starts it")
    .description("tier of a server: which checks of the SEP corpus it passes");
  addReporterFlags(addProbeFlags(addTargetFlags(run)), REPORTERS)
    .option("--target-version <version>", "score against this corpus; by default the newest that the server speaks")
    .option("--corpus-dir <folder>", "look for corpora here and nowhere else")
    .option("--auto-refresh", "when the corpus of --target-version is not at hand, fetch it first")
    .option("--capture <file>", "score a saved session; contacts no server")
    .option("--save <file>", "keep the capture (.json or .jsonl)")
    .option("--fail-on <what>", "what makes the exit code 1: never (default), must, should, tier-1, tier-2, tier-3")
    .action(async (url: string | undefined, flags) => {
      const { runConformance } = await import("./commands/conformance-run.ts");
      done(await runConformance(flags, url, command, console));
    });

  conformance
    .command("refresh")
    .description("bring the official corpus into the cache")
    .option("--target-version <version>", "the version it is filed under; by default the newest upstream names")
    .option("--corpus-dir <folder>", "where it goes; by default the cache that run reads")
    .option("--url <url>", "the repository, a mirror, or an archive (.tar.gz)")
    .option("--ref <ref>", "a tag, branch or commit; by default the newest that has a corpus")
    .option("--source-path <path>", "the folder of the repository to take (default src/seps)")
    .option("--dry-run", "say what would be written, and write nothing")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runConformanceRefresh } = await import("./commands/conformance-refresh.ts");
      done(await runConformanceRefresh(flags, console));
    });

  conformance
    .command("check-ids")
    .description("the checks of a corpus, a line each, and the rules that decide them")
    .option("--target-version <version>", "the corpus to list; by default the newest at hand")
    .option("--corpus-dir <folder>", "look for corpora here and nowhere else")
    .option("--unimplemented", "only those that bind servers and that no rule decides")
    .option("--format <name>", "pretty (default), json")
    .option("--reporter <name>", "the same as --format")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runCheckIds } = await import("./commands/conformance-check-ids.ts");
      done(await runCheckIds(flags, console));
    });
};
