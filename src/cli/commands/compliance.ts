import { BASELINE_FLAGS, COMMON_FLAGS, LIST_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { required } from "../flags/flag.ts";
import { SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

export const complianceRun = defineCommand({
  name: "compliance run",
  about: "judge and grade a server, or the servers of a suite, by the rules of one revision",
  args: { "[url]": "a suite, or the server's URL; or -- and the command that starts it" },
  asksServer: true,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--from-suite <file>": "run the compliance block of this suite: its pin, tests and gates",
    "--config <file>": "the same as --from-suite",
    "--server-label <text>": "what to call the server in the report",
    "--registry <path>": "a file or folder of your own rules, added to the built-in ones",
    ...BASELINE_FLAGS,
    "--save-scorecard <file>": "save the grades, for grade_delta to compare with",
    "--capture <file>": "judge a saved capture; contacts no server",
    "--save <file>": "save the captures (.json or .jsonl)",
    "--fail-on <what>":
      "when to exit 1, a comma list: must (default for a suite), should, yours, never (default), below grade-a+…d",
  },
  examples: ["mcptest compliance run -- node server.js", "mcptest compliance run mcptest.yaml"],
});

export const complianceInvariants = defineCommand({
  name: "compliance invariants",
  about: "check whole sessions, INV-001 to INV-007, from captures; contacts no server",
  flags: {
    "--capture <file...>": required("captures saved by mcptest record (.json or .jsonl), one for each server"),
    "--format <name>": "pretty (default), json, markdown, junit, sarif",
    "--reporter <name>": "the same as --format",
    "-o, --out <file>": "where to write the report (- for stdout)",
    "--transport <use>": "whether several servers share a transport: shared (default) or separate",
    ...COMMON_FLAGS,
  },
  examples: [
    "mcptest compliance invariants --capture session.json",
    "mcptest compliance invariants --capture a.json b.json --format json",
  ],
});

export const complianceDiff = defineCommand({
  name: "compliance diff",
  about: "what changes between two revisions, rule by rule; a folder of your own rows counts as a revision",
  args: { "<from>": "", "<to>": "" },
  flags: reporterFlags(["pretty", "json", "markdown"]),
  examples: [
    "mcptest compliance diff 2025-11-25 2026-07-28",
    "mcptest compliance diff 2026-07-28 ./my-rules --reporter markdown",
  ],
});

export const complianceUpcoming = defineCommand({
  name: "compliance upcoming",
  about: "what the draft, deprecations and accepted proposals will change, for a server or in general",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--capture <file>": "judge a saved capture; contacts no server",
    ...SAVE_FLAG,
  },
  examples: ["mcptest compliance upcoming", "mcptest compliance upcoming -- node server.js"],
});

export const complianceRefresh = defineCommand({
  name: "compliance refresh",
  about: "read what is deprecated and proposed from the specification's repository into the cache",
  flags: {
    "--url <url>": "the repository, a mirror, or an archive (.tar.gz)",
    "--ref <ref>": "a tag, branch or commit (default: main)",
    "--folder <folder>": "where to write it (default: the cache that upcoming reads)",
    "--dry-run": "show what would be written, and write nothing",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest compliance refresh", "mcptest compliance refresh --dry-run"],
});

export const complianceRules = defineCommand({
  name: "compliance rules",
  about: "list the rules, one per line",
  flags: {
    "--revision <revision>": "only the rules of this revision",
    "--section <section>": "only one section: lifecycle, transport, tools, …",
    "--class <class>": "implemented (default), informational, planned, excluded, withdrawn, all",
    ...LIST_FLAGS,
  },
  examples: ["mcptest compliance rules --section tools", "mcptest compliance rules --revision 2025-11-25 --json"],
});
