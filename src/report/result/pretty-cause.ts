import type { Result } from "../../model/result.ts";
import { show } from "../capture-head.ts";
import type { Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import type { Failed, FailureCause } from "./causes.ts";
import { excerptAt, exchangeAt } from "./excerpt.ts";
import { knownEntry } from "./known.ts";
import { reproduceLine } from "./reproduce.ts";

export interface CauseOptions {
  readonly width: number;
  /** Only what and where. */
  readonly brief: boolean;
}

const MAX_PLACES = 5;
const LABEL = 9;
/** What a server said is broken anywhere; links and our own words at spaces only. */
const HARD = new Set(["found", "message", "at", ""]);

/** One cause, one paragraph: what was expected, what came, where, how to mend it, how to see it again. */
export const renderCause = (
  result: Result,
  { verdict, follows }: FailureCause,
  { width, brief }: CauseOptions,
  style: Style,
  number?: number,
): string[] => {
  const row = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - LABEL - 3), { hard: HARD.has(label) }).map(
      (line, index) => `  ${style.dim((index === 0 ? label : "").padEnd(LABEL))} ${line}`,
    );
  const [place] = verdict.evidence;
  const exchange = place && exchangeAt(result.exchanges, place);
  const excerpt = place && exchange && excerptAt(exchange, place.pointer);
  const again = exchange && reproduceLine(result, exchange);
  const title = [
    ...(number === undefined ? [] : [style.dim(`${number}.`)]),
    verdict.advisory ? style.yellow("!") : style.red("✗"),
    style.bold(show(verdict.id, 40)),
    ...(verdict.advisory ? [] : [verdict.level === "MUST" ? style.red(verdict.level) : style.yellow(verdict.level)]),
    ...(knownEntry(result, verdict) ? [style.dim("known")] : []),
    show(verdict.title, 300),
  ];
  return [
    ...wrapText(title.join(" "), width + (title.join(" ").length - plainLength(title))).map((line, index) =>
      index === 0 ? line : `  ${line}`,
    ),
    ...(brief ? [] : row("expected", show(verdict.expected, 600))),
    ...row("found", show(verdict.actual, brief ? 120 : 300)),
    ...(brief || excerpt === undefined ? [] : row("message", show(excerpt, Math.min(400, width * 3)))),
    ...places(verdict, brief).flatMap((text, index) => row(index === 0 ? "at" : "", text)),
    ...row("fix", show(verdict.fix, 1_000)),
    // Not wrapped: it is there to be copied.
    ...(brief || again === undefined ? [] : [`  ${style.dim("try".padEnd(LABEL))} ${show(again, 4_000)}`]),
    ...(brief ? [] : row("spec", show(verdict.spec, 300))),
    ...(follows.length === 0
      ? []
      : row(
          "so also",
          follows.map(({ id, level, advisory }) => `${show(id, 40)} (${advisory ? "warning" : level})`).join(", "),
        )),
  ];
};

/** Colours take no room on the screen. */
const plainLength = (parts: readonly string[]): number =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are our own, put in by the style.
  parts.join(" ").replace(/\x1b\[\d+m/g, "").length;

const places = ({ evidence, failures }: Failed, brief: boolean): string[] => {
  const most = brief ? 1 : MAX_PLACES;
  const shown = evidence.slice(0, most).map(({ exchange, pointer, item, actual }) => {
    const what = item === undefined ? "" : ` (${show(item, 60)})`;
    const found = actual === undefined || evidence.length === 1 || brief ? "" : `: ${show(actual, 80)}`;
    return `${show(`${exchange ?? "session"} ${pointer}`.trimEnd(), 200)}${what}${found}`;
  });
  const more = Math.max(failures, evidence.length) - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
};
