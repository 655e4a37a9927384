import type { BadgeColor } from "../../../model/findings-report.ts";
import { failuresOf } from "../../findings/words.ts";
import type { Cause, Lane, Report } from "../../report.ts";
import { type Anchors, anchorsOf } from "./anchors.ts";
import { renderCause, renderIndex, rowKey } from "./findings.ts";
import { renderPage } from "./page.ts";
import { renderRanges } from "./range-bars.ts";
import { renderRevisions } from "./revisions.ts";
import { renderSectionBars } from "./section-bars.ts";
import { anchor, code, prose, text } from "./text.ts";
import { renderWire } from "./transcript.ts";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** One self-contained page: the answer, what to fix, every finding, and what was said. */
export const renderHtml = (report: Report): string => {
  const { findings, exchanges, captureSha256, tool, unseen } = report;
  const causes = report.causes ?? failuresOf(report).map((finding) => ({ finding, follows: [] }));
  const anchors = anchorsOf(exchanges);
  const paragraphs = new Map(
    causes
      .slice(0, MAX_CAUSES)
      .flatMap(({ finding, follows }, index) =>
        [finding, ...follows].map((one) => [rowKey(one), anchor("finding", index)] as const),
      ),
  );
  const sections: readonly Section[] = [
    { id: "charts", title: "At a glance", html: renderGlance(report) },
    {
      id: "fix",
      title: causes.length === 0 && unseen === undefined ? "Nothing to fix" : "What to fix",
      html: renderFixes(causes, report, anchors),
    },
    { id: "all", title: `All ${findings.length} verdicts`, html: renderIndex(report, paragraphs, anchors) },
    ...(exchanges.length > 0 ? [{ id: "wire", title: "On the wire", html: renderWire(exchanges) }] : []),
  ];
  const capture = captureSha256 ? `<p>made from the capture with sha256 ${code(captureSha256, 64)}</p>` : "";
  return renderPage({
    title: `${report.title}: ${report.target}`,
    header: renderHeader(report, sections),
    main: sections
      .map(
        ({ id, title, html }) =>
          `<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${text(title)}</h2>\n${html}</section>`,
      )
      .join("\n"),
    footer: `<p>${text(`${tool.name} ${tool.version}`)}</p>${capture}`,
  });
};

const renderGlance = ({ findings, unseen, revisions = [], listedRevisions = [], charts = [] }: Report): string => {
  // Bars and marks for the little that was seen would look like a result.
  const first =
    unseen === undefined
      ? `${renderSectionBars(findings.filter(({ revision }) => revision === undefined))}${renderRevisions(revisions, listedRevisions)}`
      : "";
  const beside = charts.map(renderRanges).join("");
  return `<div class="charts"><div>${first}</div>${beside === "" ? "" : `<div>${beside}</div>`}</div>`;
};

/** Nobody reads more, and a page with more is slow to open. */
const MAX_CAUSES = 200;

const renderFixes = (causes: readonly Cause[], { findings, unseen }: Report, anchors: Anchors): string => {
  if (causes.length > 0)
    return [
      ...causes.slice(0, MAX_CAUSES).map((cause, index) => renderCause(cause, index, anchors)),
      ...(causes.length > MAX_CAUSES
        ? [`<p class="card">and ${causes.length - MAX_CAUSES} more; <a href="#all">the table</a> lists all of them</p>`]
        : []),
    ].join("\n");
  if (unseen !== undefined) return `<p class="card">${text(unseen)}</p>`;
  const passed = findings.filter(({ state }) => state === "pass").length;
  return `<p class="card">${passed > 0 ? `Everything that could be judged holds: ${passed} passed.` : "Nothing could be judged."}</p>`;
};

const TONES = {
  brightgreen: "pass",
  green: "pass",
  yellow: "warn",
  orange: "warn",
  red: "fail",
  lightgrey: "none",
} as const satisfies Record<BadgeColor, string>;

const renderHeader = (report: Report, sections: readonly Section[]): string => {
  const { title, badge, target, headline, answer, lanes, summary, notes, letter = badge.message } = report;
  const long = letter.length > 3 ? " long" : "";
  return [
    `<h1>${text(title)}</h1>`,
    `<div class="hero"><div class="letter ${TONES[badge.color]}${long}" role="img" aria-label="${text(badge.label)} ${text(letter, 24)}">${text(letter, 24)}</div>`,
    `<div><p class="target">${text(target, 200)}</p><p class="headline">${prose(answer?.join(" ") ?? headline)}</p></div></div>`,
    lanes ? renderLanes(lanes) : "",
    ...(summary.length === 0 ? [] : [renderTiles(summary)]),
    ...notes.slice(0, 20).map((note) => `<p class="soft">${text(note)}</p>`),
    `<nav aria-label="on this page"><ul>${sections.map(({ id, title: words }) => `<li><a href="#${id}">${text(words)}</a></li>`).join("")}</ul></nav>`,
  ].join("\n");
};

const renderLanes = (lanes: readonly Lane[]): string =>
  `<div class="lanes">${lanes
    .map(
      ({ name, mark, tone, words }) =>
        `<div class="tile lane"><b class="${tone}">${text(mark, 4)}</b><div><strong>${text(name, 60)}</strong><span>${text(words, 160)}</span></div></div>`,
    )
    .join("")}</div>`;

const renderTiles = (summary: Report["summary"]): string =>
  `<dl class="tiles">${summary.map(([label, value]) => `<div class="tile"><dt>${text(label)}</dt><dd>${unbroken(text(value))}</dd></div>`).join("")}</dl>`;

/** Keeps a date from breaking across two lines. */
const unbroken = (html: string): string => html.replace(/\d{4}-\d\d-\d\d/g, '<span class="whole">$&</span>');
