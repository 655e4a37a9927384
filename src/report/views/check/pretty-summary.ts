import type { Result } from "../../../scores/result/result.ts";
import type { Tone } from "../../report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { firstToFix, verdictSentence } from "./answer.ts";
import type { SplitCauses } from "./baseline.ts";
import { headline } from "./headline.ts";
import { scoreRows } from "./scores.ts";

export const indented = (lines: readonly string[]): string[] =>
  lines.map((line, index) => (index === 0 ? line : `  ${line}`));

/** The last lines: the verdict, every score, what to fix first, and where the rest is. They fit on one small screen. */
export const summaryBlocks = (result: Result, causes: SplitCauses, terminal: Terminal): string[][] => {
  const first = firstToFix(result, causes);
  return [
    [...headline(result, terminal), ...terminal.paragraph(show(verdictSentence(result), 600), 2)],
    scores(result, terminal),
    [
      ...(first === undefined ? [] : terminal.paragraph(show(first.words, 400), 4, 2)),
      ...more(result, first?.id ?? [...causes.fresh, ...causes.known][0]?.verdict.id, terminal),
    ],
  ];
};

const TONES = { pass: "green", warn: "yellow", fail: "red", none: "dim" } as const satisfies Record<
  Tone,
  keyof Terminal
>;

/** One line per score. If there is only the grade, the headline already has it. */
const scores = (result: Result, terminal: Terminal): string[] => {
  const rows = scoreRows(result);
  if (rows.length < 2) return [];
  const longest = Math.max(...rows.map(({ name }) => show(name, 40).length));
  return rows.flatMap(({ name, mark, tone, words }) => {
    const start = `${show(name, 40).padEnd(longest)}  ${terminal.bold(terminal[TONES[tone]](show(mark, 4).padEnd(2)))}  `;
    return terminal
      .paragraph(show(words, 200), longest + 8, 0)
      .map((line, index) => (index === 0 ? `  ${start}${terminal.dim(line)}` : terminal.dim(line)));
  });
};

/** Where the rest is: files that were written, else how to get them. */
const more = (result: Result, first: string | undefined, terminal: Terminal): string[] => {
  const files = terminal.written.map((path) => show(path, 200));
  const words = [
    ...(files.length > 0 ? [`full report: ${files.join(", ")}`] : ["full report: --reporter html -o report.html"]),
    ...(first === undefined ? [] : [`more: mcptest explain ${show(first, 40)}`]),
    ...(terminal.verbose || result.counts.states.pass === 0 ? [] : ["--verbose shows the rest"]),
  ];
  return terminal.paragraph(words.join(" · "), 2).map(terminal.dim);
};
