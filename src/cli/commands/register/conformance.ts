import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { addCommonFlags, addListFlags, type Registration, SAVE, targetCommand } from "./registration.ts";

const CORPUS_DIR = ["--corpus-dir <folder>", "look for corpora only in this folder"] as const;

/** `mcptest conformance …`. */
export const addConformanceCommands = ({ program, console, command, exits }: Registration): void => {
  const conformance = program
    .command("conformance")
    .description("score a server or a client by the checks of the specification and its SEPs");

  addReporterFlags(targetCommand(conformance, "run"), REPORTERS)
    .description("score a server, or with --client a client, by the checks of a corpus, and give its tier")
    .option("--target-version <version>", "score against this corpus (default: the newest the server speaks)")
    .option(...CORPUS_DIR)
    .option("--auto-refresh", "fetch the corpus of --target-version if it is missing")
    .option("--capture <file>", "score a saved capture; contacts no server")
    .option("--client", "score a client: -- <command with {url}>, or the client of --capture")
    .option(
      "--transport <which>",
      "with --client: http, stdio or both (default: what the command has a placeholder for)",
    )
    .option(...SAVE)
    .option(
      "--fail-on <what>",
      "when to exit 1, a comma list: never (default), must, should, or below tier-1, tier-2, tier-3",
    )
    .action(
      exits(async (url, flags) =>
        (await import("../conformance-run.ts")).runConformance(flags, { url, command }, console),
      ),
    );

  addCommonFlags(
    conformance
      .command("refresh")
      .description("download the official corpus into the cache")
      .option("--target-version <version>", "the version whose rows to take (default: the newest that upstream names)")
      .option("--corpus-dir <folder>", "where to write it (default: the cache that run reads)")
      .option("--url <url>", "the repository, a mirror, or an archive (.tar.gz)")
      .option("--ref <ref>", "a tag, branch or commit (default: the newest that has a corpus)")
      .option("--source-path <path>", "the folder to take from the repository (default src/seps)")
      .option("--dry-run", "show what would be written, and write nothing"),
  ).action(exits(async (flags) => (await import("../conformance-refresh.ts")).runConformanceRefresh(flags, console)));

  addListFlags(
    conformance
      .command("check-ids")
      .description("list the checks of a corpus, one per line, with the rules that decide them")
      .option("--target-version <version>", "the corpus to list (default: the newest at hand)")
      .option(...CORPUS_DIR)
      .option("--unimplemented", "only the checks for servers that no rule decides"),
  ).action(exits(async (flags) => (await import("../conformance-check-ids.ts")).runCheckIds(flags, console)));
};
