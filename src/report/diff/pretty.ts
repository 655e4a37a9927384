import type { Expectation } from "../../model/rule.ts";
import type { DiffBucket, VersionDiff, VersionDiffEntry } from "../../model/version-diff.ts";
import { show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { summaryLine } from "./words.ts";

export interface DiffPaper {
  readonly color: boolean;
  readonly width: number;
}

/** For a person at a terminal: what changed first, each with both expectations side by side. */
export const renderDiffPretty = (diff: VersionDiff, { color, width }: DiffPaper): string => {
  const style = createStyle(color);
  const of = (bucket: DiffBucket): readonly VersionDiffEntry[] =>
    diff.entries.filter((entry) => entry.bucket === bucket);
  const moved = of("unchanged").filter(({ change }) => change !== undefined);
  return `${[
    `${style.bold(`${name(diff.from)} → ${name(diff.to)}`)}  ${diff.clean ? style.green("clean") : style.red("not clean")}`,
    summaryLine(diff),
    ...section("changed", of("changed"), style, (entry) => changedRule(entry, diff, width, style)),
    ...section("added", of("added"), style, (entry) => [`${style.green("+")} ${line(entry)}`]),
    ...section("removed", of("removed"), style, (entry) => [`${style.red("-")} ${line(entry)}`]),
    ...section("unchanged, but moved", moved, style, (entry) => [
      `  ${line(entry)}`,
      ...wrapText(show(entry.change ?? "", LONGEST), Math.max(20, width - 4)).map((text) => `    ${style.dim(text)}`),
    ]),
  ].join("\n")}\n`;
};

const LONGEST = 2000;

const name = (label: string): string => show(label, 200);

const line = ({ rule_id, title }: VersionDiffEntry): string =>
  title === rule_id ? rule_id : `${rule_id}  ${show(title, 200)}`;

const section = (
  title: string,
  entries: readonly VersionDiffEntry[],
  style: Style,
  render: (entry: VersionDiffEntry) => readonly string[],
): readonly string[] =>
  entries.length === 0 ? [] : ["", style.bold(`${title} (${entries.length})`), ...entries.flatMap(render)];

const changedRule = (
  entry: VersionDiffEntry,
  { from, to }: VersionDiff,
  width: number,
  style: Style,
): readonly string[] => [
  `${style.yellow("~")} ${style.bold(entry.rule_id)}  ${show(entry.title, 200)}`,
  ...(entry.change === undefined
    ? []
    : wrapText(show(entry.change, LONGEST), Math.max(20, width - 4)).map((text) => `    ${text}`)),
  ...columns([from, ...words(entry.from_expect)], [to, ...words(entry.to_expect)], width, style),
];

const words = (expect: readonly Expectation[] = []): readonly string[] =>
  expect.flatMap(({ target, matcher, message }) => [
    ...(message === undefined ? [] : [`"${message}"`]),
    `${target}: ${JSON.stringify(matcher)}`,
  ]);

const GAP = " │ ";

/** Two texts beside each other; the first line of each is its heading. */
const columns = (left: readonly string[], right: readonly string[], width: number, style: Style): readonly string[] => {
  const column = Math.max(16, Math.floor((width - 4 - GAP.length) / 2));
  const fitted = (texts: readonly string[]): readonly string[] =>
    texts.flatMap((text) => breakText(show(text, LONGEST), column));
  const [before, after] = [fitted(left), fitted(right)];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const row = `${(before[index] ?? "").padEnd(column)}${GAP}${after[index] ?? ""}`.trimEnd();
    return `    ${style.dim(row)}`;
  });
};

/** At spaces where there are some, else anywhere: JSON has none, and a column has to hold it. */
const breakText = (text: string, width: number): readonly string[] =>
  wrapText(text, width).flatMap((one) =>
    Array.from({ length: Math.max(1, Math.ceil(one.length / width)) }, (_, index) =>
      one.slice(index * width, (index + 1) * width),
    ),
  );
