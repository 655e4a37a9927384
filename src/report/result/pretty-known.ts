import type { Result } from "../../model/result.ts";
import { show } from "../capture-head.ts";
import { entryWords } from "../findings/known-words.ts";
import type { Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import type { FailureCause } from "./causes.ts";
import { knownEntry } from "./known.ts";
import { renderCause } from "./pretty-cause.ts";

export interface KnownOptions {
  readonly width: number;
  readonly verbose?: boolean;
}

const WORDS = "The baseline lists them, so they turn nothing red; --verbose shows them in full.";

/** What the baseline lists, a line each: whoever keeps one has read about it before. */
export const renderKnown = (
  result: Result,
  causes: readonly FailureCause[],
  { width, verbose = false }: KnownOptions,
  style: Style,
): string[] => {
  const { known = [], stale = [] } = result.baseline ?? {};
  return [
    ...(known.length === 0 ? [] : ["", style.bold("Known to fail"), ...wrapText(WORDS, width).map(style.dim)]),
    ...(known.length === 0 ? [] : knownLines(result, width).map(style.dim)),
    ...(verbose ? causes.flatMap((cause) => ["", ...renderCause(result, cause, { width, brief: false }, style)]) : []),
    ...stale.flatMap((id) => [
      "",
      style.red(`${show(id, 40)} is in the baseline as failing, and passes; remove it there`),
    ]),
  ];
};

const knownLines = (result: Result, width: number): string[] =>
  result.verdicts.flatMap((verdict) => {
    const entry = knownEntry(result, verdict);
    if (!entry) return [];
    const words = entryWords(entry);
    const why = words === "" ? "" : ` (${show(words, 200)})`;
    const text = `${show(verdict.id, 40)} ${verdict.advisory ? "warning" : verdict.level} ${show(verdict.title, 300)}${why}`;
    return wrapText(text, width - 4).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
  });
