import type { Expectation } from "../../../judge/core/rule.ts";
import type { DiffBucket, VersionDiff, VersionDiffEntry } from "../../../judge/corpus/version-diff.ts";
import type { ReportView } from "../../report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { wrapText } from "../../terminal/wrap-text.ts";
import { diffMarkdown, diffSummary, entriesOf } from "./markdown.ts";

const LONGEST = 2_000;

/** For a person at a terminal: what changed first, each with both expectations side by side. */
const prettyDiff = (diff: VersionDiff, terminal: Terminal): readonly string[] => {
  const { bold, dim, green, red, paragraph } = terminal;
  const section = (
    title: string,
    bucket: DiffBucket | "moved",
    draw: (entry: VersionDiffEntry) => readonly string[],
  ): readonly string[] => {
    const entries = entriesOf(diff, bucket);
    return entries.length === 0 ? [] : ["", bold(`${title} (${entries.length})`), ...entries.flatMap(draw)];
  };
  return [
    `${bold(`${show(diff.from)} → ${show(diff.to)}`)}  ${diff.clean ? green("clean") : red("not clean")}`,
    diffSummary(diff),
    ...section("changed", "changed", (entry) => changedRule(entry, diff, terminal)),
    ...section("added", "added", (entry) => [`${green("+")} ${titleOf(entry)}`]),
    ...section("removed", "removed", (entry) => [`${red("-")} ${titleOf(entry)}`]),
    ...section("unchanged, but moved", "moved", (entry) => [
      `  ${titleOf(entry)}`,
      ...paragraph(show(entry.change ?? "", LONGEST), 4).map(dim),
    ]),
  ];
};

const titleOf = ({ rule_id, title }: VersionDiffEntry): string =>
  title === rule_id ? rule_id : `${rule_id}  ${show(title)}`;

const changedRule = (
  { rule_id, title, change, from_expect, to_expect }: VersionDiffEntry,
  { from, to }: VersionDiff,
  terminal: Terminal,
): readonly string[] => [
  `${terminal.yellow("~")} ${terminal.bold(rule_id)}  ${show(title)}`,
  ...(change === undefined ? [] : terminal.paragraph(show(change, LONGEST), 4)),
  ...columns([from, ...words(from_expect)], [to, ...words(to_expect)], terminal),
];

const words = (expect: readonly Expectation[] = []): readonly string[] =>
  expect.flatMap(({ target, matcher, message }) => [
    ...(message === undefined ? [] : [`"${message}"`]),
    `${target}: ${JSON.stringify(matcher)}`,
  ]);

const GAP = " │ ";

/** Two texts beside each other; the first line of each is its heading. JSON has no spaces, so it breaks anywhere. */
const columns = (left: readonly string[], right: readonly string[], { width, dim }: Terminal): readonly string[] => {
  const column = Math.max(16, Math.floor((width - 4 - GAP.length) / 2));
  const fitted = (texts: readonly string[]): readonly string[] =>
    texts.flatMap((text) => wrapText(show(text, LONGEST), column, { hard: true }));
  const [before, after] = [fitted(left), fitted(right)];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    dim(`    ${(before[index] ?? "").padEnd(column)}${GAP}${after[index] ?? ""}`.trimEnd()),
  );
};

/** The result of `mcptest compliance diff`. */
export const diffView = {
  pretty: prettyDiff,
  brief: (diff) => [`${diff.from} → ${diff.to}: ${diff.clean ? "clean" : "not clean"}, ${diffSummary(diff)}`],
  json: ({ format, from, to, clean, summary, entries }) => ({ format, from, to, clean, summary, entries }),
  markdown: diffMarkdown,
} as const satisfies ReportView<VersionDiff>;
