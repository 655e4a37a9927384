import { counted } from "../../../base/counted.ts";
import type { RangeChart } from "../../report.ts";
import { text } from "./text.ts";

const MAX_ROWS = 7;

/** Bars up to the largest value with a mark at the median; the figures are beside them. */
export const renderRanges = ({ title, ranges, unit, caption }: RangeChart): string => {
  if (ranges.length === 0) return "";
  const shown = [...ranges]
    .sort((left, right) => right.largest - left.largest || (left.label < right.label ? -1 : 1))
    .slice(0, MAX_ROWS);
  const show = SHOW[unit];
  const top = Math.max(...shown.map(({ largest }) => largest), 1);
  return [
    `<div class="card"><h3>${title}</h3><table class="bars">`,
    '<thead><tr><th scope="col">method</th><th scope="col">range</th><th scope="col" class="num">median</th><th scope="col" class="num">largest</th></tr></thead><tbody>',
    ...shown.map(({ label, median, largest, count }) => {
      const words = `${counted(count, "call")}, median ${show(median)}, largest ${show(largest)}`;
      return `<tr><th scope="row">${text(label, 40)}</th><td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${words}"><rect class="s-value" width="${part(largest, top)}" height="10"/><rect class="s-mark" x="${part(median, top, 99)}" width="1" height="10"/></svg></td><td class="num">${show(median)}</td><td class="num">${show(largest)}</td></tr>`;
    }),
    "</tbody></table>",
    `<p class="soft small">${caption}${ranges.length > shown.length ? ` The ${MAX_ROWS} largest of ${ranges.length}.` : ""}</p></div>`,
  ].join("\n");
};

const part = (value: number, top: number, most = 100): number =>
  Math.min(most, Math.max(0.5, Math.round((value / top) * 1_000) / 10));

const showTime = (ms: number): string => {
  if (ms < 1) return "<1 ms";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
};

const showBytes = (bytes: number): string => {
  if (bytes < 1_024) return `${Math.round(bytes)} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 102.4) / 10} KB` : `${Math.round(bytes / 104_857.6) / 10} MB`;
};

const SHOW = { milliseconds: showTime, bytes: showBytes } as const;
