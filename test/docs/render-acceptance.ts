// docs/acceptance.md: how it is used, and every row with its source and date.

import { type AcceptanceTable, OLD_AFTER_DAYS, type Profile } from "../../src/judge/corpus/acceptance.ts";

export const renderAcceptance = ({ profiles, hosts }: AcceptanceTable): string =>
  [
    "# Where it is accepted",
    "",
    "A server can keep to the specification and still be refused: providers, hosts and directories have rules of their own for names, schemas and",
    "annotations, and at some of them one bad tool takes the whole list, or every request, down with it. `mcptest accept` holds a server's",
    "tools against what each is known to take. It contacts nobody but the server, calls no tool, and needs no key.",
    "",
    "```sh",
    "mcptest accept --capture test/captures/real/everything-stdio.json",
    "mcptest accept --capture test/captures/real/everything-stdio.json --for openai,claude --show openai",
    "mcptest accept --capture test/captures/real/everything-stdio.json --reporter json",
    "mcptest explain openai/name",
    "```",
    "",
    "- `--for` picks consumers by name, separated by commas; `claude`, `copilot` and `directories` stand for several.",
    "- `--show <consumer>` prints every tool as that consumer is sent it, its schema made to fit where that changes nothing it means.",
    "- `--server-json <file or folder>` compares a server.json with what the server says: name, version, packages, remotes.",
    "- `--fail-on rejected` or `dropped` exits 1; by default nothing does. Every format of [reports.md](reports.md) works.",
    "",
    "A tool is **accepted** as it is, something about it is **dropped** (a keyword is deleted, a description cut off), or it is **rejected**. Of a",
    "rejection the report says first what goes down with it: the whole server, every request, the whole list of tools, or the tool alone.",
    "",
    "`mcptest check` has the same in its lane `accepted`, in one line, and as a matrix in HTML; in JSON it is `acceptance[]`. The lane looks at the",
    "eight consumers that take tools as they are; strict modes, directories and `portable`, the common denominator, are in the matrix too.",
    "The lane fails where a rejection takes more down than the tool at fault. It counts in no grade and no tier.",
    "",
    "Names that hosts put before a tool hold the name a user gives the server, which nobody knows; the server's own name for itself stands in its place.",
    "Hosts agree on an older revision of the same era, so a host counts as out of reach only where no era is shared.",
    "",
    `Each row was read in the consumer's own source or documentation, or in reports of its exact error. What was last seen more than ${OLD_AFTER_DAYS} days`,
    "before a session is said to be old in the report. A row that is wrong, or has changed, is a bug: rows are data in `acceptance/<consumer>.yaml`.",
    "",
    ...profiles.flatMap(renderProfile),
    "## Hosts and revisions",
    "",
    "Which hosts can talk to a server at all, by the revisions each was seen to speak. One that is not listed is not known, not unable.",
    "",
    "| host | revisions | seen |",
    "|---|---|---|",
    ...hosts.map(({ host, revisions, seen, source }) => `| ${host} | ${revisions.join(", ")} | [${seen}](${source}) |`),
    "",
  ].join("\n");

const renderProfile = ({ consumer, title, rows }: Profile): readonly string[] => [
  `## ${consumer}`,
  "",
  `${title}.`,
  "",
  "| row | what it does | effect | takes down | what to change | seen |",
  "|---|---|---|---|---|---|",
  ...rows.map(
    ({ id, why, effect, blast, change, sources, seen, confidence }) =>
      `| \`${id}\` | ${cell(why)} | ${effect} | ${effect === "dropped" ? "nothing" : blast} | ${cell(change)} | ${sources.map((source, index) => `[${index === 0 ? seen : index + 1}](${source})`).join(" ")}, ${confidence} |`,
  ),
  "",
];

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
