import { counted, htmlCode, htmlText } from "mcptest/internal";
import type { FleetFinding, FleetResult } from "../../model/result.ts";
import { fitting } from "./fit.ts";
import { chip, type MarkTone } from "./marks.ts";

const TONES = { MUST: "fail", SHOULD: "warn", MAY: "none", error: "fail", warning: "warn" } as const satisfies Record<
  FleetFinding["level"],
  MarkTone
>;

const SEVERITIES = { fail: "error", warn: "warning", none: "note", pass: "note" } as const satisfies Record<
  MarkTone,
  string
>;

/** A page holds more than the findings, and is below 100 kB. */
const MOST_BYTES = 45_000;

/** What is wrong, the worst first; warnings wait for a click. */
export const renderFindings = ({ summary: { findings, findingsLeftOut, counts } }: FleetResult): string => {
  if (findings.length === 0)
    return counts.passed > 0
      ? '<p class="soft">Nothing: every rule that applies is kept.</p>'
      : '<p class="soft">Nothing could be judged.</p>';
  const { shown, left } = fitting(findings.map(renderFinding), MOST_BYTES);
  const hidden = left + findingsLeftOut;
  const more =
    hidden > 0
      ? `<p class="soft small">and ${counted(hidden, "more finding")}; <code>mcptest check</code> shows all of them</p>`
      : "";
  return `${shown.join("\n")}${more}`;
};

const renderFinding = (finding: FleetFinding): string => {
  const { id, level, title, advisory, expected, actual, item, items, origin } = finding;
  const tone: MarkTone = advisory ? "none" : TONES[level];
  const facts: readonly (readonly [string, string])[] = [
    ...(item === undefined ? [] : [["about", htmlCode(item, 120)] as const]),
    ...(expected === undefined ? [] : [["expected", htmlText(expected, 400)] as const]),
    // Of some findings nothing is shown: an environment, say.
    ...(actual === undefined || actual === "" ? [] : [["seen", htmlCode(actual, 400)] as const]),
    ...(items > 1 ? [["places", htmlText(String(items))] as const] : []),
    ...(origin === "sdk" || origin === "launcher"
      ? [["from", origin === "sdk" ? "the SDK" : "the launcher"] as const]
      : []),
  ];
  const quiet = tone === "none";
  return `<details class="cause ${SEVERITIES[tone]}${quiet ? " quiet" : ""}"${quiet ? "" : " open"}><summary>${chip(advisory ? "warning" : level, tone)} <code>${htmlText(id, 40)}</code> ${htmlText(title, 300)}</summary>${facts.length === 0 ? "" : `<dl class="facts">${facts.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join("")}</dl>`}</details>`;
};
