import { htmlText } from "mcptest/internal";
import { figure, type MarkTone, percent } from "./marks.ts";

export interface Bar {
  /** Markup, already safe. */
  readonly label: string;
  readonly count: number;
  readonly tone: MarkTone;
  readonly href?: string | undefined;
  /** A fill of its own, where bars of one tone stand in one picture. */
  readonly fill?: string | undefined;
}

const FILLS = { pass: "s-pass", warn: "s-warn", fail: "s-fail", none: "s-value" } as const satisfies Record<
  MarkTone,
  string
>;

const linked = (href: string | undefined, html: string): string =>
  href === undefined ? html : `<a href="${htmlText(href, 400)}">${html}</a>`;

/** Two decimals, without a tail of zeros. */
const decimals = (value: number): string => String(Math.round(value * 100) / 100);

/** Rows of bars; `whole` is what a full bar would be, and what the shares are of. */
export const barTable = (caption: string, bars: readonly Bar[], whole: number): string => {
  const longest = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(
    ({ label, count, tone, href }) =>
      `<tr><th scope="row">${linked(href, label)}</th><td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="${FILLS[tone]}" width="${decimals((count / longest) * 100)}" height="10"/></svg></td><td class="num">${figure(count)}</td><td class="num soft">${percent(count, whole)}</td></tr>`,
  );
  return `<table class="bars site-bars"><caption>${htmlText(caption)}</caption><tbody>\n${rows.join("\n")}\n</tbody></table>`;
};

/** Columns side by side, for a scale such as the grades. */
export const columns = (caption: string, bars: readonly Bar[], whole: number): string => {
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const items = bars.map(({ label, count, tone, href }) => {
    // What is there can be seen, however little it is.
    const height = count === 0 ? 0 : Math.max(1.5, (count / highest) * 100);
    const rect = `<rect class="${FILLS[tone]}" y="${decimals(100 - height)}" width="10" height="${decimals(height)}"/>`;
    const column = `<span class="num">${figure(count)}</span><svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">${rect}</svg><b class="${tone}">${label}</b><span class="soft small">${percent(count, whole)}</span>`;
    return `<li>${count === 0 ? column : linked(href, column)}</li>`;
  });
  return `<figure class="columns"><figcaption>${htmlText(caption)}</figcaption><ol>${items.join("")}</ol></figure>`;
};

/** Parts of a whole on one line, with their legend. */
export const stackedBar = (label: string, bars: readonly Bar[], whole: number): string => {
  const shown = bars.filter(({ count }) => count > 0);
  let x = 0;
  const rects = shown.map(({ count, tone, fill = FILLS[tone] }) => {
    const width = (count / Math.max(1, whole)) * 100;
    const rect = `<rect class="${fill}" x="${decimals(x)}" width="${decimals(Math.max(0.15, width - 0.25))}" height="10"/>`;
    x += width;
    return rect;
  });
  const legend = shown.map(
    ({ label: name, count, tone, href, fill = FILLS[tone] }) =>
      `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${fill}" width="10" height="10" rx="2"/></svg>${linked(href, name)} <b class="num">${figure(count)}</b></li>`,
  );
  return `<figure class="states"><svg class="bar whole-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${htmlText(label)}">${rects.join("")}</svg><ul class="legend">${legend.join("")}</ul></figure>`;
};
