import type { Result } from "../../model/result.ts";
import type { Verdict } from "../../model/verdict.ts";
import { show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import type { Failed } from "./causes.ts";
import { headline } from "./headline.ts";

/** What is different between two results of the same server. */
export interface ResultChanges {
  readonly failing: readonly Failed[];
  readonly passing: readonly Verdict[];
  /** They failed, and now nobody can tell: mended or merely unseen. */
  readonly unjudged: readonly Verdict[];
  /** From and to; absent when it is the same. */
  readonly grade?: readonly [string, string];
}

export const compareResults = (before: Result, after: Result): ResultChanges => {
  const failedBefore = new Set(before.verdicts.filter(({ state }) => state === "fail").map(({ id }) => id));
  const [from, to] = [before, after].map(({ compliance }) => compliance.grade ?? "none") as [string, string];
  const once = after.verdicts.filter(({ id }) => failedBefore.has(id));
  return {
    failing: after.verdicts.filter(
      (verdict): verdict is Failed => verdict.state === "fail" && !failedBefore.has(verdict.id),
    ),
    passing: once.filter(({ state }) => state === "pass"),
    unjudged: once.filter(({ state }) => state !== "pass" && state !== "fail"),
    ...(from === to ? {} : { grade: [from, to] }),
  };
};

/** Only what changed, and the figures in one line. */
export const renderChanges = (
  before: Result,
  after: Result,
  { color, width }: { readonly color: boolean; readonly width: number },
): string => {
  const style = createStyle(color);
  const { failing, passing, unjudged, grade } = compareResults(before, after);
  const lines = [
    ...(grade ? [style.bold(`grade ${grade[0]} → ${grade[1]}`)] : []),
    ...failing.flatMap((verdict) => describeFailure(verdict, width, style)),
    ...passing.map(({ id, title }) => `${style.green("✓ newly passing")} ${show(id, 40)} ${show(title, 300)}`),
    ...unjudged.map((verdict) => {
      const why = "detail" in verdict ? `: ${show(verdict.detail, 200)}` : "";
      return `${style.yellow("? no longer judged")} ${show(verdict.id, 40)}${why}`;
    }),
  ];
  return `${[...(lines.length === 0 ? ["nothing changed"] : lines), headline(after, style)].join("\n")}\n`;
};

const LABEL = 9;

const describeFailure = (
  { id, level, title, advisory, expected, actual, fix }: Failed,
  width: number,
  style: Style,
) => {
  const row = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - LABEL - 3), { hard: label === "found" }).map(
      (line, index) => `  ${style.dim((index === 0 ? label : "").padEnd(LABEL))} ${line}`,
    );
  const mark = advisory ? style.yellow("! newly failing") : style.red("✗ newly failing");
  return [
    `${mark} ${style.bold(show(id, 40))} ${advisory ? "(warning)" : level} ${show(title, 300)}`,
    ...row("expected", show(expected, 600)),
    ...row("found", show(actual, 300)),
    ...row("fix", show(fix, 1_000)),
  ];
};
