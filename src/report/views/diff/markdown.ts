import { untrusted } from "../../../base/untrusted.ts";
import type { Expectation } from "../../../judge/core/rule.ts";
import type { DiffBucket, VersionDiff, VersionDiffEntry } from "../../../judge/corpus/version-diff.ts";
import { escapeMarkdown } from "../../escape/markdown.ts";

/** `13 changed, 38 added, 10 removed, 211 unchanged`. */
export const diffSummary = ({ summary }: VersionDiff): string =>
  (["changed", "added", "removed", "unchanged"] as const satisfies readonly DiffBucket[])
    .map((bucket) => `${summary[bucket]} ${bucket}`)
    .join(", ");

/** The entries of a bucket; `moved` are those that expect the same under another title, level or page. */
export const entriesOf = ({ entries }: VersionDiff, bucket: DiffBucket | "moved"): readonly VersionDiffEntry[] =>
  bucket === "moved"
    ? entries.filter((entry) => entry.bucket === "unchanged" && entry.change !== undefined)
    : entries.filter((entry) => entry.bucket === bucket);

/** For a comment on a pull request. */
export const diffMarkdown = (diff: VersionDiff): string =>
  `${[
    `### ${show(diff.from)} → ${show(diff.to)}: ${diff.clean ? "clean" : "not clean"}`,
    "",
    `${diffSummary(diff)}.`,
    ...changed(entriesOf(diff, "changed"), diff),
    ...list("Added", entriesOf(diff, "added")),
    ...list("Removed", entriesOf(diff, "removed")),
    ...list("Unchanged, but moved", entriesOf(diff, "moved")),
  ].join("\n")}\n`;

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
