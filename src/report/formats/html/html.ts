import { failuresOf } from "../../findings/words.ts";
import type { ReportFinding } from "../../findings-report.ts";
import type { Report } from "../../report.ts";
import { anchorsOf } from "./anchors.ts";
import { renderBlock } from "./blocks.ts";
import { renderFixes } from "./fixes.ts";
import { type PageSection, renderHeader, renderNav } from "./header.ts";
import { renderPage } from "./page.ts";
import { renderPictures } from "./pictures.ts";
import { renderRanges } from "./range-bars.ts";
import { renderRevisions } from "./revisions.ts";
import { code, text } from "./text.ts";
import { renderWire } from "./transcript.ts";
import { renderVerdicts } from "./verdicts.ts";

/** One self-contained page: the answer, what to fix, every lane, every verdict, and what was said. */
export const renderHtml = (report: Report): string => {
  const { findings, exchanges, captureSha256, tool, blocks = [] } = report;
  const causes = report.causes ?? failuresOf(report).map((finding) => ({ finding, follows: [] }));
  const anchors = anchorsOf(exchanges);
  const fixes = renderFixes(causes, report, anchors);
  const told = [...fixes.places].flatMap(([{ finding, follows }, place]) =>
    [finding, ...follows].map((one) => [one, place] as const),
  );
  const byRow = new Map(told.map(([finding, place]) => [rowKey(finding), place]));
  const byId = new Map(told.map(([{ id }, place]) => [id, place]));
  const answers = renderAnswers(report);
  const pictures = renderPictures(report.pictures ?? []);
  const sections: readonly PageSection[] = [
    { id: "fix", title: fixes.title, html: fixes.html },
    ...blocks.map((block) => ({ id: block.id, title: block.title, html: renderBlock(block, byId) })),
    ...(pictures.html === "" ? [] : [{ id: "pictures", title: "What its apps look like", html: pictures.html }]),
    // Where nothing at all could be judged, hundreds of open verdicts tell nothing.
    ...(findings.some(({ state }) => state === "pass" || state === "fail" || state === "error")
      ? [
          {
            id: "all",
            title: `All ${findings.length} verdicts`,
            html: renderVerdicts(report, (finding) => byRow.get(rowKey(finding)), anchors),
          },
        ]
      : []),
    ...(answers === "" ? [] : [{ id: "answers", title: "How it answered", html: answers }]),
    ...(exchanges.length > 0 ? [{ id: "wire", title: "On the wire", html: renderWire(exchanges) }] : []),
  ];
  const capture = captureSha256 ? `<p>made from the capture with sha256 ${code(captureSha256, 64)}</p>` : "";
  return renderPage({
    title: `${report.title}: ${report.target}`,
    header: renderHeader(report, sections),
    nav: renderNav(sections),
    main: sections
      .map(
        ({ id, title, html }) =>
          `<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${text(title)}</h2>\n${html}</section>`,
      )
      .join("\n"),
    footer: `<p>${text(`${tool.name} ${tool.version}`)}</p>${capture}`,
    hasPictures: pictures.shown,
  });
};

/** Several servers of a suite may fail the same rule, and several tests may be about it. */
const rowKey = ({ group, id, title }: ReportFinding): string => JSON.stringify([group, id, title]);

const renderAnswers = ({ unseen, revisions = [], listedRevisions = [], charts = [] }: Report): string => {
  // Marks for the little that was seen would look like a result.
  const first = unseen === undefined ? renderRevisions(revisions, listedRevisions) : "";
  const parts = [first, ...charts.map(renderRanges)].filter((part) => part !== "");
  return parts.length === 0 ? "" : `<div class="charts">${parts.join("")}</div>`;
};
