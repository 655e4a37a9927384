import type { BadgeColor, FindingsReport, ReportFinding } from "../../model/findings-report.ts";
import { type Cause, renderCause, renderIndex, rowKey } from "../html/findings.ts";
import { renderPage } from "../html/page.ts";
import { renderSectionBars } from "../html/section-bars.ts";
import { anchor, prose, text } from "../html/text.ts";
import { anchorsOf, renderWire } from "../html/transcript.ts";
import { failuresOf } from "./words.ts";

/** What a page of one result shows beside what all pages show. Markup, already safe. */
export interface PageParts {
  readonly lanes?: string;
  /** Cards below the bars by group, and cards beside them. */
  readonly below?: string;
  readonly beside?: string;
  /** Sections between the findings and the wire, each with the words of its link. */
  readonly sections?: readonly { readonly id: string; readonly title: string; readonly html: string }[];
  /** Failures by cause; by default each stands alone. */
  readonly causes?: readonly Cause[];
  readonly footer?: string;
}

/** One self-contained page: the answer, what to fix, every finding, and what was said. */
export const renderFindingsHtml = (report: FindingsReport, parts: PageParts = {}): string => {
  const causes = parts.causes ?? failuresOf(report).map((finding) => ({ finding, follows: [] }));
  const anchors = anchorsOf(report.exchanges);
  const paragraphs = new Map(
    causes
      .slice(0, MAX_CAUSES)
      .flatMap(({ finding, follows }, index) =>
        [finding, ...follows].map((one) => [rowKey(one), anchor("finding", index)] as const),
      ),
  );
  const sections = [
    {
      id: "charts",
      title: "At a glance",
      html: renderGlance(report.findings, parts),
    },
    { id: "fix", title: fixTitle(causes), html: renderFixes(causes, report.findings, anchors) },
    ...(parts.sections ?? []),
    {
      id: "all",
      title: `All ${report.findings.length} verdicts`,
      html: renderIndex(report.findings, paragraphs, anchors),
    },
    ...(report.exchanges.length > 0 ? [{ id: "wire", title: "On the wire", html: renderWire(report.exchanges) }] : []),
  ];
  return renderPage({
    title: `${report.title}: ${report.target}`,
    header: renderHeader(report, parts, sections),
    main: sections
      .map(
        ({ id, title, html }) =>
          `<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${text(title)}</h2>\n${html}</section>`,
      )
      .join("\n"),
    footer: `<p>${text(`${report.tool.name} ${report.tool.version}`)}</p>${parts.footer ?? ""}`,
  });
};

const renderGlance = (findings: readonly ReportFinding[], { below = "", beside = "" }: PageParts): string =>
  `<div class="charts"><div>${renderSectionBars(findings)}${below}</div>${beside === "" ? "" : `<div>${beside}</div>`}</div>`;

/** More than anybody reads; a page that holds more takes its time to open. */
const MAX_CAUSES = 200;

const fixTitle = (causes: readonly Cause[]): string => (causes.length === 0 ? "Nothing to fix" : "What to fix");

const renderFixes = (
  causes: readonly Cause[],
  findings: readonly ReportFinding[],
  anchors: ReturnType<typeof anchorsOf>,
): string => {
  if (causes.length > 0)
    return [
      ...causes.slice(0, MAX_CAUSES).map((cause, index) => renderCause(cause, index, anchors)),
      ...(causes.length > MAX_CAUSES
        ? [`<p class="card">and ${causes.length - MAX_CAUSES} more; <a href="#all">the table</a> has all of them</p>`]
        : []),
    ].join("\n");
  const passed = findings.filter(({ state }) => state === "pass").length;
  return `<p class="card">${passed > 0 ? `Everything that could be judged held: ${passed} passed.` : "Nothing could be judged."}</p>`;
};

const TONES = {
  brightgreen: "pass",
  green: "pass",
  yellow: "warn",
  orange: "warn",
  red: "fail",
  lightgrey: "none",
} as const satisfies Record<BadgeColor, string>;

const renderHeader = (
  report: FindingsReport,
  parts: PageParts,
  sections: readonly { readonly id: string; readonly title: string }[],
): string => {
  const letter = report.letter ?? report.badge.message;
  const long = letter.length > 3 ? " long" : "";
  return [
    `<h1>${text(report.title)}</h1>`,
    `<div class="hero"><div class="letter ${TONES[report.badge.color]}${long}" role="img" aria-label="${text(report.badge.label)} ${text(letter, 24)}">${text(letter, 24)}</div>`,
    `<div><p class="target">${text(report.target, 200)}</p><p class="headline">${prose(report.headline)}</p></div></div>`,
    parts.lanes ?? "",
    ...(report.summary.length === 0 ? [] : [renderTiles(report.summary)]),
    ...report.notes.slice(0, 20).map((note) => `<p class="soft">${text(note)}</p>`),
    `<nav aria-label="on this page"><ul>${sections.map(({ id, title }) => `<li><a href="#${id}">${text(title)}</a></li>`).join("")}</ul></nav>`,
  ].join("\n");
};

const renderTiles = (summary: FindingsReport["summary"]): string =>
  `<dl class="tiles">${summary.map(([label, value]) => `<div class="tile"><dt>${text(label)}</dt><dd>${unbroken(text(value))}</dd></div>`).join("")}</dl>`;

/** A date at the end of a line would be torn apart. */
const unbroken = (html: string): string => html.replace(/\d{4}-\d\d-\d\d/g, '<span class="whole">$&</span>');
