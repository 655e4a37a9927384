import type { Expectation } from "../../model/rule.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { DiffBucket, VersionDiff, VersionDiffEntry } from "../../model/version-diff.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { summaryLine } from "./words.ts";

/** For a comment on a change. */
export const renderDiffMarkdown = (diff: VersionDiff): string => {
  const of = (bucket: DiffBucket): readonly VersionDiffEntry[] =>
    diff.entries.filter((entry) => entry.bucket === bucket);
  const moved = of("unchanged").filter(({ change }) => change !== undefined);
  return `${[
    `### ${show(diff.from)} → ${show(diff.to)}: ${diff.clean ? "clean" : "not clean"}`,
    "",
    `${summaryLine(diff)}.`,
    ...changed(of("changed"), diff),
    ...list("Added", of("added")),
    ...list("Removed", of("removed")),
    ...list("Unchanged, but moved", moved),
  ].join("\n")}\n`;
};

const changed = (entries: readonly VersionDiffEntry[], { from, to }: VersionDiff): readonly string[] =>
  entries.length === 0
    ? []
    : [
        "",
        "#### Changed",
        "",
        `| rule | ${show(from)} | ${show(to)} | the change |`,
        "|---|---|---|---|",
        ...entries.map(
          (entry) =>
            `| ${entry.rule_id}<br>${show(entry.title)} | ${words(entry.from_expect)} | ${words(entry.to_expect)} | ${show(entry.change ?? "")} |`,
        ),
      ];

const words = (expect: readonly Expectation[] = []): string =>
  expect
    .map(({ target, matcher, message }) =>
      [...(message === undefined ? [] : [show(message)]), show(`${target}: ${JSON.stringify(matcher)}`)].join("<br>"),
    )
    .join("<br>");

const list = (title: string, entries: readonly VersionDiffEntry[]): readonly string[] =>
  entries.length === 0
    ? []
    : [
        "",
        "<details>",
        `<summary>${title} (${entries.length})</summary>`,
        "",
        ...entries.map(({ rule_id, title: text, change }) => {
          const note = change === undefined ? "" : `: ${show(change)}`;
          return `- ${rule_id} ${text === rule_id ? "" : show(text)}${note}`;
        }),
        "",
        "</details>",
      ];

const LONGEST = 2000;

const show = (text: string): string => escapeMarkdown(untrusted(text), LONGEST);
