import { text } from "./text.ts";

/** One row of a small chart: how far it reaches, and where its middle is. */
export interface Range {
  readonly label: string;
  readonly middle: number;
  readonly most: number;
  readonly count: number;
}

export interface RangeChart {
  readonly title: string;
  readonly ranges: readonly Range[];
  readonly unit: (value: number) => string;
  /** What the dark mark stands for. */
  readonly caption: string;
}

const MAX_ROWS = 7;

/** Bars to the largest value with a mark at the middle one; the figures stand beside them. */
export const renderRanges = ({ title, ranges, unit, caption }: RangeChart): string => {
  if (ranges.length === 0) return "";
  const shown = [...ranges]
    .sort((left, right) => right.most - left.most || (left.label < right.label ? -1 : 1))
    .slice(0, MAX_ROWS);
  const top = Math.max(...shown.map(({ most }) => most), 1);
  return [
    `<div class="card"><h3>${title}</h3><table class="bars">`,
    '<thead><tr><th scope="col">method</th><th scope="col">range</th><th scope="col" class="num">median</th><th scope="col" class="num">most</th></tr></thead><tbody>',
    ...shown.map(({ label, middle, most, count }) => {
      const words = `${count} calls, median ${unit(middle)}, most ${unit(most)}`;
      return `<tr><th scope="row">${text(label, 40)}</th><td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${words}"><rect class="s-value" width="${part(most, top)}" height="10"/><rect class="s-mark" x="${part(middle, top, 99)}" width="1" height="10"/></svg></td><td class="num">${unit(middle)}</td><td class="num">${unit(most)}</td></tr>`;
    }),
    "</tbody></table>",
    `<p class="soft small">${caption}${ranges.length > shown.length ? ` The ${MAX_ROWS} largest of ${ranges.length}.` : ""}</p></div>`,
  ].join("\n");
};

const part = (value: number, top: number, most = 100): number =>
  Math.min(most, Math.max(0.5, Math.round((value / top) * 1_000) / 10));
