import type { Result } from "../../model/result.ts";
import { renderFindingsHtml } from "../findings/html.ts";
import { renderRanges } from "../html/range-bars.ts";
import { code, text } from "../html/text.ts";
import { excerptAt, exchangeAt } from "./excerpt.ts";
import { latencies, payloads, showBytes, showTime } from "./figures.ts";
import { splitCauses } from "./known.ts";
import { type Lane, lanesOf } from "./lanes.ts";
import { renderRevisionMatrix } from "./revision-matrix.ts";
import { reproduceLine } from "./reproduce.ts";
import { answerOf } from "./answer.ts";
import { findingOf, resultToFindings, serverRows } from "./to-findings.ts";

/** One self-contained page: marks, what to fix by cause, charts, revisions, every verdict and the wire behind it. */
export const renderResultHtml = (result: Result): string => {
  const causes = splitCauses(result);
  const matrix = renderRevisionMatrix(result);
  const report = {
    ...resultToFindings(result),
    summary: serverRows(result),
    headline: answerOf(result, causes).join(" "),
  };
  return renderFindingsHtml(report, {
    lanes: renderLanes(lanesOf(result)),
    below: matrix,
    beside: [
      renderRanges({
        title: "How long answers took",
        ranges: latencies(result.exchanges),
        unit: showTime,
        caption: "From the request to its end; the mark is the median.",
      }),
      renderRanges({
        title: "How large answers were",
        ranges: payloads(result.exchanges),
        unit: showBytes,
        caption: "As received; the mark is the median.",
      }),
    ].join(""),
    causes: [...causes.fresh, ...causes.known].map(({ verdict, follows }) => {
      const [place] = verdict.evidence;
      const exchange = place && exchangeAt(result.exchanges, place);
      const excerpt = place && exchange && excerptAt(exchange, place.pointer);
      const again = exchange && reproduceLine(result, exchange);
      return {
        finding: findingOf(result, verdict),
        follows: follows.map((one) => findingOf(result, one)),
        ...(excerpt === undefined ? {} : { excerpt }),
        ...(again === undefined ? {} : { reproduce: again }),
      };
    }),
    footer:
      result.capture_sha256 === null
        ? ""
        : `<p>made from the capture with sha256 ${code(result.capture_sha256, 64)}</p>`,
  });
};

const renderLanes = (lanes: readonly Lane[]): string =>
  `<div class="lanes">${lanes
    .map(
      ({ name, mark, tone, words }) =>
        `<div class="tile lane"><b class="${tone}">${text(mark, 4)}</b><div><strong>${text(name, 60)}</strong><span>${text(words, 160)}</span></div></div>`,
    )
    .join("")}</div>`;
