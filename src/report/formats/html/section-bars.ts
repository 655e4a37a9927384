import type { ReportFinding } from "../../../model/findings-report.ts";
import { groupsOf } from "../../findings/words.ts";
import { text } from "./text.ts";

const PARTS = ["pass", "fail", "warn", "open", "na"] as const;
type Part = (typeof PARTS)[number];

const PART_WORDS: Readonly<Record<Part, string>> = {
  pass: "passed",
  fail: "failed (MUST)",
  warn: "failed (not MUST)",
  open: "inconclusive",
  na: "not applicable",
};

/** Verdicts by section as bars; the figures are beside them for readers who cannot see the bars. */
export const renderSectionBars = (findings: readonly ReportFinding[]): string => {
  const groups = groupsOf(findings);
  if (groups.length === 0) return "";
  return [
    '<div class="card"><h3>Verdicts by section</h3><table class="bars">',
    '<thead><tr><th scope="col">section</th><th scope="col">share</th><th scope="col" class="num">passed</th><th scope="col" class="num">failed</th></tr></thead><tbody>',
    ...groups.slice(0, MAX_ROWS).map(({ group, findings: own }) => renderRow(group, own)),
    "</tbody></table>",
    `<ul class="legend">${PARTS.map((part) => `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="s-${part}" width="10" height="10" rx="2"/></svg>${PART_WORDS[part]}</li>`).join("")}</ul></div>`,
  ].join("\n");
};

const MAX_ROWS = 60;

const OTHER_PARTS = { pass: "pass", "not-applicable": "na", inconclusive: "open", error: "open" } as const;

const partOf = ({ state, severity }: ReportFinding): Part => {
  if (state !== "fail") return OTHER_PARTS[state];
  return severity === "error" ? "fail" : "warn";
};

const renderRow = (group: string, findings: readonly ReportFinding[]): string => {
  const counts = { pass: 0, fail: 0, warn: 0, open: 0, na: 0 };
  for (const finding of findings) counts[partOf(finding)] += 1;
  let x = 0;
  const rects = PARTS.filter((part) => counts[part] > 0).map((part) => {
    const width = (counts[part] / findings.length) * 100;
    const rect = `<rect class="s-${part}" x="${figure(x)}" width="${figure(width)}" height="10"/>`;
    x += width;
    return rect;
  });
  const words = PARTS.filter((part) => counts[part] > 0).map((part) => `${counts[part]} ${PART_WORDS[part]}`);
  return `<tr><th scope="row">${text(group, 60)}</th><td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${words.join(", ")}">${rects.join("")}</svg></td><td class="num">${counts.pass}</td><td class="num">${counts.fail + counts.warn}</td></tr>`;
};

/** Two decimals, without a tail of zeros. */
const figure = (value: number): string => String(Math.round(value * 100) / 100);
