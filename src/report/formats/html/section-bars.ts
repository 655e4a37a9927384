import { counted } from "../../../base/counted.ts";
import type { ReportFinding } from "../../findings-report.ts";

const PARTS = ["pass", "fail", "warn", "advice", "open", "na"] as const;
type Part = (typeof PARTS)[number];

const PART_WORDS: Readonly<Record<Part, string>> = {
  pass: "passed",
  fail: "failed (MUST)",
  warn: "failed (SHOULD, MAY)",
  advice: "warning",
  open: "inconclusive",
  na: "not applicable",
};

const OTHER_PARTS = { pass: "pass", "not-applicable": "na", inconclusive: "open", error: "open" } as const;

const partOf = ({ state, severity, advisory }: ReportFinding): Part => {
  if (state !== "fail") return OTHER_PARTS[state];
  if (advisory) return "advice";
  return severity === "error" ? "fail" : "warn";
};

/** The verdicts of a section as one bar; the figures are beside it for readers who cannot see the bar. */
export const renderBar = (findings: readonly ReportFinding[]): string => {
  const counts = { pass: 0, fail: 0, warn: 0, advice: 0, open: 0, na: 0 };
  for (const finding of findings) counts[partOf(finding)] += 1;
  const parts = PARTS.filter((part) => counts[part] > 0);
  let x = 0;
  const rects = parts.map((part) => {
    const width = (counts[part] / findings.length) * 100;
    const rect = `<rect class="s-${part}" x="${figure(x)}" width="${figure(width)}" height="10"/>`;
    x += width;
    return rect;
  });
  const words = parts.map((part) => `${counts[part]} ${PART_WORDS[part]}`).join(", ");
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${words}">${rects.join("")}</svg><span class="figures">${figures(counts)}</span>`;
};

const figures = ({ pass, fail, warn, advice, open }: Readonly<Record<Part, number>>): string => {
  const failed = fail + warn;
  return [
    ...(failed > 0 ? [`<b class="${fail > 0 ? "t-fail" : "t-warn"}">${failed} failed</b>`] : []),
    ...(advice > 0 ? [counted(advice, "warning")] : []),
    ...(pass > 0 ? [`${pass} passed`] : []),
    ...(pass + failed + advice === 0 ? [open > 0 ? `${open} open` : "not applicable"] : []),
  ].join(", ");
};

export const legend = `<ul class="legend">${PARTS.map((part) => `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="s-${part}" width="10" height="10" rx="2"/></svg>${PART_WORDS[part]}</li>`).join("")}</ul>`;

/** Two decimals, without a tail of zeros. */
const figure = (value: number): string => String(Math.round(value * 100) / 100);
