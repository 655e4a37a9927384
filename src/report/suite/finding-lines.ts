import type { ReportFinding } from "../../model/findings-report.ts";
import { show } from "../capture-head.ts";
import { placeOf } from "../findings/words.ts";
import type { Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";

const MAX_PLACES = 5;

/** A failure for a person at a terminal: what was expected, what was found, where, and what to do. */
export const findingLines = (finding: ReportFinding, width: number, style: Style): string[] => {
  const row = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - 12)).map(
      (line, index) => `  ${style.dim((index === 0 ? label : "").padEnd(9))} ${line}`,
    );
  const { evidence, expected, actual, reason, fix, link } = finding;
  const places = evidence.slice(0, MAX_PLACES).map((entry) => {
    const what = entry.item === undefined ? "" : ` (${show(entry.item, 60)})`;
    return `${show(placeOf(entry), 160)}${what}`;
  });
  const more = evidence.length - MAX_PLACES;
  return [
    `${MARKS[finding.severity](style)} ${style.bold(show(finding.id, 80))}  ${show(finding.title, 200)}`,
    ...(expected === undefined ? [] : row("expected", show(expected, 400))),
    ...(actual === undefined ? [] : row("found", show(actual, 300))),
    ...(reason === undefined ? [] : row("because", show(reason, 300))),
    ...places.flatMap((place, index) => row(index === 0 ? "at" : "", place)),
    ...(more > 0 ? row("", `and ${more} more`) : []),
    ...(fix === undefined ? [] : row("fix", show(fix, 400))),
    ...(link === undefined ? [] : row("spec", show(link, 200))),
  ];
};

const MARKS = {
  error: (style: Style) => style.red("✗"),
  warning: (style: Style) => style.yellow("!"),
  note: (style: Style) => style.dim("·"),
} as const;
