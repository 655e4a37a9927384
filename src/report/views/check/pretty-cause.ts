import { defined } from "../../../base/defined.ts";
import type { Untrusted } from "../../../base/untrusted.ts";
import type { Result } from "../../../scores/result/result.ts";
import { excerptAt, exchangeAt } from "../../findings/excerpt.ts";
import { placeLine } from "../../terminal/finding-lines.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { wrapText } from "../../terminal/wrap-text.ts";
import { knownEntry } from "./baseline.ts";
import type { Failed, FailureCause } from "./causes.ts";
import { reproduceLine } from "./reproduce.ts";

const MAX_PLACES = 5;

/** The message that shows a failure, and a line that provokes it again, as far as the result has them. */
export const shownBy = (
  result: Result,
  verdict: Failed,
): { readonly excerpt?: Untrusted; readonly reproduce?: string } => {
  const [place] = verdict.evidence;
  const exchange = place && exchangeAt(result.exchanges, place);
  return exchange && place
    ? defined({ excerpt: excerptAt(exchange, place.pointer), reproduce: reproduceLine(result, exchange) })
    : {};
};

interface CauseOptions {
  readonly brief?: boolean;
  readonly titleOnly?: boolean;
  readonly number?: number;
}

/**
 * One cause, one paragraph: what was expected, what was found, where, how to fix it, how to see it again. `brief`: only
 * what and where.
 */
export const causeLines = (
  result: Result,
  { verdict, follows }: FailureCause,
  terminal: Terminal,
  { brief = false, titleOnly = false, number }: CauseOptions = {},
): string[] => {
  const { row, width, dim } = terminal;
  if (titleOnly) return titleLines(result, verdict, terminal, number);
  const { excerpt, reproduce } = brief ? {} : shownBy(result, verdict);
  return [
    ...titleLines(result, verdict, terminal, number),
    ...(brief ? [] : row("expected", show(verdict.expected, 600))),
    ...row("found", show(verdict.actual, brief ? 120 : 300), { hard: true }),
    ...(excerpt === undefined ? [] : row("message", show(excerpt, Math.min(400, width * 3)), { hard: true })),
    ...places(verdict, brief).flatMap((text, index) => row(index === 0 ? "at" : "", text, { hard: true })),
    ...row("fix", show(verdict.fix, 1_000)),
    // Not wrapped, so that it can be copied.
    ...(reproduce === undefined ? [] : [`  ${dim("try".padEnd(9))} ${show(reproduce, 4_000)}`]),
    ...(brief ? [] : row("spec", show(verdict.spec, 300))),
    ...(follows.length === 0 ? [] : row("so also", follows.map(idAndLevel).join(", "))),
  ];
};

const idAndLevel = ({ id, level, advisory }: Failed): string => `${show(id, 40)} (${advisory ? "warning" : level})`;

const titleLines = (result: Result, verdict: Failed, terminal: Terminal, number: number | undefined): string[] => {
  const { bold, dim, red, yellow, width } = terminal;
  const { id, title, advisory, level } = verdict;
  const text = [
    ...(number === undefined ? [] : [dim(`${number}.`)]),
    advisory ? yellow("!") : red("✗"),
    bold(show(id, 40)),
    ...(advisory ? [] : [level === "MUST" ? red(level) : yellow(level)]),
    ...(knownEntry(result, verdict) ? [dim("known")] : []),
    show(title, 300),
  ].join(" ");
  return wrapText(text, width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
};

/** Several members of one message show the same: the first of them is enough to find it. */
const onceEach = (evidence: Failed["evidence"]): Failed["evidence"] => {
  const known = new Set<string>();
  return evidence.filter(({ exchange, actual }) => {
    const key = JSON.stringify([exchange, actual]);
    if (actual === undefined || !known.has(key)) return known.add(key);
    return false;
  });
};

const places = ({ evidence, failures }: Failed, brief: boolean): string[] => {
  const distinct = onceEach(evidence);
  const shown = distinct.slice(0, brief ? 1 : MAX_PLACES).map((place) => {
    const found = place.actual === undefined || distinct.length === 1 || brief ? "" : `: ${show(place.actual, 80)}`;
    return `${placeLine(place)}${found}`;
  });
  const more = Math.max(failures - (evidence.length - distinct.length), distinct.length) - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
};
