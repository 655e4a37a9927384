import { REPORT_FORMATS, type ReportFormat } from "../../model/report-format.ts";
import type { Result } from "../../model/result.ts";
import { renderFindingsBadge } from "../findings/badge.ts";
import { renderFindingsBadgeJson } from "../findings/badge-json.ts";
import { renderFindingsGithub } from "../findings/github.ts";
import { renderFindingsJunit } from "../findings/junit.ts";
import { renderFindingsSarif } from "../findings/sarif.ts";
import { renderResultHtml } from "./html.ts";
import { renderResultJson } from "./json.ts";
import { renderResultMarkdown } from "./markdown.ts";
import { renderResultLine } from "./one-line.ts";
import { renderResultPretty } from "./pretty.ts";
import { resultToFindings } from "./to-findings.ts";

export const RESULT_FORMATS = REPORT_FORMATS;
export type ResultFormat = ReportFormat;

export interface RenderOptions {
  readonly color?: boolean;
  readonly width?: number;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** A result in any format. The same result gives the same bytes. */
export const renderResult = (result: Result, format: ResultFormat, options: RenderOptions = {}): string => {
  const { color = false, width = 100, quiet = false, verbose = false } = options;
  switch (format) {
    case "pretty":
      return quiet ? renderResultLine(result, { color }) : renderResultPretty(result, { color, width, verbose });
    case "json":
      return renderResultJson(result);
    case "markdown":
      return renderResultMarkdown(result);
    case "html":
      return renderResultHtml(result);
    case "junit":
      return renderFindingsJunit(resultToFindings(result));
    case "sarif":
      return renderFindingsSarif(resultToFindings(result));
    case "github":
      return renderFindingsGithub(resultToFindings(result));
    case "badge":
      return renderFindingsBadge(resultToFindings(result));
    case "badge-json":
      return renderFindingsBadgeJson(resultToFindings(result));
  }
};
