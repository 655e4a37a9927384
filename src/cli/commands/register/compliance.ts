import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import {
  addCommonFlags,
  addListFlags,
  BASELINE,
  type Registration,
  SAVE,
  targetCommand,
  UPDATE_BASELINE,
} from "./registration.ts";

/** `mcptest compliance …`. */
export const addComplianceCommands = ({ program, console, command, exits }: Registration): void => {
  const compliance = program.command("compliance").description("the rules of the specification");

  addReporterFlags(
    targetCommand(compliance, "run", "a suite, or the server's URL; or -- and the command that starts it"),
    REPORTERS,
  )
    .description("judge and grade a server, or the servers of a suite, by the rules of one revision")
    .option("--from-suite <file>", "run the compliance block of this suite: its pin, tests and gates")
    .option("--config <file>", "the same as --from-suite")
    .option("--server-label <text>", "what to call the server in the report")
    .option("--registry <path>", "a file or folder of your own rules, added to the built-in ones")
    .option(...BASELINE)
    .option(...UPDATE_BASELINE)
    .option("--save-scorecard <file>", "save the grades, for grade_delta to compare with")
    .option("--capture <file>", "judge a saved capture; contacts no server")
    .option("--save <file>", "save the captures (.json or .jsonl)")
    .option(
      "--fail-on <what>",
      "when to exit 1, a comma list: must (default for a suite), should, yours, never (default), below grade-a+…d",
    )
    .action(
      exits(async (url, flags) =>
        (await import("../compliance-run.ts")).runComplianceRun(flags, { url, command }, console),
      ),
    );

  addCommonFlags(
    compliance
      .command("invariants")
      .description("check whole sessions, INV-001 to INV-007, from captures; contacts no server")
      .requiredOption("--capture <file...>", "captures saved by mcptest record (.json or .jsonl), one for each server")
      .option("--format <name>", "pretty (default), json, markdown, junit, sarif")
      .option("--reporter <name>", "the same as --format")
      .option("-o, --out <file>", "where to write the report (- for stdout)")
      .option("--transport <use>", "whether several servers share a transport: shared (default) or separate"),
  ).action(
    exits(async (flags) => (await import("../compliance-invariants.ts")).runComplianceInvariants(flags, console)),
  );

  addReporterFlags(compliance.command("diff").argument("<from>").argument("<to>"), ["pretty", "json", "markdown"])
    .description("what changes between two revisions, rule by rule; a folder of your own rows counts as a revision")
    .action(
      exits(async (from, to, flags) =>
        (await import("../compliance-diff.ts")).runComplianceDiff(flags, from, to, console),
      ),
    );

  addReporterFlags(targetCommand(compliance, "upcoming"), REPORTERS)
    .description("what the draft, deprecations and accepted proposals will change, for a server or in general")
    .option("--capture <file>", "judge a saved capture; contacts no server")
    .option(...SAVE)
    .action(
      exits(async (url, flags) =>
        (await import("../compliance-upcoming.ts")).runUpcoming(flags, { url, command }, console),
      ),
    );

  addCommonFlags(
    compliance
      .command("refresh")
      .description("read what is deprecated and proposed from the specification's repository into the cache")
      .option("--url <url>", "the repository, a mirror, or an archive (.tar.gz)")
      .option("--ref <ref>", "a tag, branch or commit (default: main)")
      .option("--folder <folder>", "where to write it (default: the cache that upcoming reads)")
      .option("--dry-run", "show what would be written, and write nothing"),
  ).action(exits(async (flags) => (await import("../compliance-refresh.ts")).runUpcomingRefresh(flags, console)));

  addListFlags(
    compliance
      .command("rules")
      .description("list the rules, one per line")
      .option("--revision <revision>", "only the rules of this revision")
      .option("--section <section>", "only one section: lifecycle, transport, tools, …")
      .option("--class <class>", "implemented (default), informational, planned, excluded, withdrawn, all"),
  ).action(exits(async (flags) => (await import("../compliance-rules.ts")).runComplianceRules(flags, console)));
};
